import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { de } from "../../../renderer/i18n/de.ts";
import { en } from "../../../renderer/i18n/en.ts";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspectLayout } from "../../inspect.ts";
import { findTexts, leftOver } from "./leftOver.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const SECRETS = "/api/v1/namespaces/default/secrets";
const OBJECT = "core/v1/configmaps/default/beispiel";
const scene = setScene(async ({ page, byId, create }) => {
  await create(MAPS, { metadata: { name: "beispiel", labels: { app: "a" } }, data: { key: "1" } });
  await create(SECRETS, { metadata: { name: "geheim" }, stringData: { key: "1" } });
  const container = { name: "web", image: "nginx", ports: [{ containerPort: 80 }] };
  await create("/api/v1/namespaces/default/pods", { metadata: { name: "kiste" }, spec: { containers: [container] } });
  await byId("appearance").click();
  await byId("language-de").click();
  await page.locator("html[lang=de]").waitFor({ state: "attached" });
});

/** Expects no English text and no bare text key on the page, and that everything fits in both window sizes. */
async function expectGerman(view: string): Promise<void> {
  await inspectLayout(scene.page, view);
  expect(leftOver(await findTexts(scene.page), en, de), view).toEqual([]);
}

describe("In German", () => {
  test.each([
    ["/", "clusters"],
    ["/settings", "row-theme"],
    ["map?ns=default", "map-thing"],
    ["map?ns=default&as=list", "map-entry"],
    ["core/v1/configmaps?ns=default", "resource-table"],
    ["core/v1/configmaps?ns=default&q=nothing", "filter"],
    ["core/v1/configmaps/new?ns=default", "create-apply"],
    [`${OBJECT}/overview`, "overview"],
    [`${OBJECT}/yaml`, "editor"],
    [`${OBJECT}/ownership`, "ownership"],
    [`${OBJECT}/history`, "revision"],
    ["core/v1/pods/default/kiste/logs", "log-lines"],
    ["core/v1/pods/default/kiste/terminal", "terminal-idle"],
    ["core/v1/pods/default/kiste/forwards", "forward-open-80"],
    ["core/v1/pods/default/kiste/metrics", "metrics-none metrics"],
    ["core/v1/secrets/default/geheim/yaml", "secret-text"],
    ["core/v1/secrets/default/geheim/ownership", "reveal-view"],
    [`${OBJECT}/access`, "object-access-table"],
    [`${OBJECT}/events`, "sidebar"],
    ["access?mode=resource&verb=get&resource=pods&namespace=default", "can-i-result"],
    ["access/rules?ns=default", "rules"],
    ["access/who-can?verb=get&resource=pods", "who-can"],
    ["access/matrix", "matrix-row"],
    ["access/graph?as=group%3Asystem%3Amasters", "graph-rules"],
    ["access/what-if", "what-if-text"],
    ["access/view-as", "view-as-start"],
    ["activity/requests", "requests-row"],
    ["activity/watch", "watch-start"],
    ["activity/events", "sidebar"],
    ["activity/health", "health-readyz"],
    ["activity/metrics", "charts"],
    ["time?resource=configmaps&ns=default", "time-list-row"],
    ["learn", "lesson-objects"],
    ["learn/objects", "step"],
  ])("%s has no English text and fits", async (path, shows) => {
    await scene.go(path);
    // One of several views is shown, depending on timing.
    const either = shows.split(" ").map((id) => `[data-testid="${id}"]`);
    await scene.page.locator(either.join()).first().waitFor();
    await expectGerman(path);
  });

  longTest("dialogs, menus and the drawer are translated too", async () => {
    const { page, byId, go, row, paste } = scene;
    await go("core/v1/configmaps?ns=default");
    await row("beispiel").click();
    await byId("drawer").waitFor();
    await expectGerman("drawer");
    // The actions end where the text below them ends.
    const right = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().right);
    const rest = (await right(byId("drawer"))) - (await right(byId("drawer").getByTestId("delete")));
    expect(rest).toBeGreaterThanOrEqual(16);
    await byId("delete").click();
    await page.getByRole("dialog").waitFor();
    await expectGerman("delete dialog");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await byId("shortcuts").waitFor();
    await expectGerman("shortcuts");
    await page.keyboard.press("Escape");
    await byId("shortcuts").waitFor({ state: "detached" });
    await page.keyboard.press("ControlOrMeta+K");
    await byId("palette-input").waitFor();
    await expectGerman("palette");
    await page.keyboard.press("Escape");
    await go(`${OBJECT}/yaml`);
    await byId("editor").locator(".view-line").first().waitFor();
    await byId("editor").locator(".view-lines").first().click();
    await page.keyboard.press("ControlOrMeta+F");
    await page
      .locator(".find-widget")
      .getByText(/ von |Keine Ergebnisse/)
      .waitFor();
    await page.keyboard.press("Escape");
    const text = (key: number, label: string) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: beispiel\n  namespace: default\n  labels: { app: ${label} }\ndata: { key: "${key}" }\n`;
    await paste(text(2, "b"));
    await byId("preview").click();
    await byId("conflict-panel").waitFor();
    await expectGerman("conflict panel");
    await byId("all-mine").click();
    await byId("apply-choices").click();
    await byId("preview-dialog").waitFor();
    await expectGerman("preview");
    await page.keyboard.press("Escape");
    await byId("ways").click();
    await byId("way-own").waitFor();
    await expectGerman("ways to write");
    await page.keyboard.press("Escape");
    await paste(`${text(3, "b")}bogus: 1\n`);
    await byId("preview").click();
    await byId("editor-error").waitFor();
    await expectGerman("refusal");
    await byId("discard").click();
    await go("/?add=paste");
    await byId("add-dialog").waitFor();
    await expectGerman("add dialog");
  });

  test("a reload without a session is explained in the chosen language", async () => {
    const { page, byId } = scene;
    const cookies = await page.context().cookies();
    const [session] = cookies.filter(({ name }) => /^orrery-\d+$/.test(name));
    if (session === undefined) throw new Error("the page has no session");
    await page.context().clearCookies({ name: session.name });
    await page.reload();
    await page.getByRole("heading", { name: "Orrery neu öffnen" }).waitFor();
    expect(await page.locator("code").textContent()).toBe("orrery open");
    await page.context().addCookies([session]);
    await page.reload();
    await byId("appearance").waitFor();
  });
});
