import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const SECRETS = "/api/v1/namespaces/default/secrets";
const MERGE = "application/merge-patch+json";
const APPLIED = "kubectl.kubernetes.io/last-applied-configuration";
const PLANTED = "planted-one-6f1d2c";
const NEWER = "planted-two-93be07";
const encoded = (value: string): string => Buffer.from(value).toString("base64");

/** A secret as written by client-side apply. */
const applied = (name: string, value: string) => {
  const sent = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, namespace: "default" },
    stringData: { password: value },
  };
  return { ...sent, metadata: { ...sent.metadata, annotations: { [APPLIED]: `${JSON.stringify(sent)}\n` } } };
};

const scene = setScene(async ({ create, api }) => {
  await create(`${SECRETS}?fieldManager=kubectl-client-side-apply`, applied("kept", PLANTED));
  await api("PATCH", `${SECRETS}/kept?fieldManager=kubectl-client-side-apply`, applied("kept", NEWER), MERGE);
});

/** Everything on the page that a user or a script could read: texts, fields, tooltips, and stored values. */
const readable = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")].map(
      ({ value }) => value,
    );
    const attributes = [...document.querySelectorAll("*")].flatMap((one) =>
      [...one.attributes].map(({ value }) => value),
    );
    const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]);
    // The editor renders spaces as non-breaking spaces.
    // biome-ignore lint/performance/useDomNodeTextContent: both, because rendered text is not all the text of the page
    const text = `${document.body.innerText}\n${document.body.textContent}`.replaceAll("\u00a0", " ");
    return [text, ...fields, ...attributes, stored, document.title, location.href].join("\n");
  });

async function expectHidden(where: string): Promise<void> {
  const text = await readable(scene.page);
  for (const value of [PLANTED, NEWER]) {
    for (const form of [value, encoded(value)]) expect(text.includes(form), `${form} ${where}`).toBe(false);
  }
}

test("no view of a secret shows a value until revealed", async () => {
  const { page, byId, go, row, api } = scene;
  await go("core/v1/secrets?ns=default");
  await row("kept").click();
  await byId("drawer").getByText("last-applied-configuration").waitFor();
  await expectHidden("in the drawer");
  await byId("drawer").getByTestId("delete").click();
  await page.getByRole("alertdialog").or(page.getByRole("dialog")).first().waitFor();
  await expectHidden("in the dialog that deletes");
  await page.keyboard.press("Escape");
  await go("core/v1/configmaps?ns=default");
  await go("core/v1/secrets?ns=default");
  await byId("columns").click();
  await expectHidden("in the choice of columns");
  await page.keyboard.press("Escape");
  await row("kept").getByTestId("mark").click();
  await byId("bulk-label").click();
  await byId("bulk-change").fill("tier=front");
  await byId("request-text").getByText("kubectl label secrets").waitFor();
  for (const form of ["curl", "kubectl"]) {
    await byId("request-text").waitFor();
    await expectHidden(`in the lines for ${form}`);
    await page.locator(".requestHead .linkButton").first().click();
  }
  await page.keyboard.press("Escape");
  await byId("bulk-delete-open").click();
  await byId("request-text").getByText("kept").waitFor();
  await expectHidden("in the dialog that deletes many");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await byId("palette-input").fill("kept");
  await page.locator('[role="option"]', { hasText: "kept" }).first().waitFor();
  await expectHidden("in the palette");
  await page.keyboard.press("Escape");
  await go("core/v1/secrets/default/kept");
  await byId("overview").getByText("last-applied-configuration").waitFor();
  // Long annotations are collapsed at first.
  for (const more of await page.locator(".textMap .linkButton").all()) await more.click();
  await expectHidden("in the overview");
  await go("core/v1/secrets/default/kept/yaml");
  await byId("secret-text").getByText("last-applied-configuration").waitFor();
  await expectHidden("in the YAML");
  await inspect(page, "secret-yaml");
  await go("core/v1/secrets/default/kept/ownership");
  await byId("ownership").getByText("last-applied-configuration").waitFor();
  await expectHidden("in the ownership");
  await go("core/v1/secrets/default/kept/history");
  await byId("diff").getByText("(changed)").first().waitFor();
  await expectHidden("in the history");
  await inspect(page, "secret-history");
  await go("core/v1/secrets/default/kept/events");
  await expectHidden("in the events");
  await go("time?resource=secrets&ns=default&object=default/kept");
  await byId("diff").waitFor();
  await expectHidden("in the past");
  await api("PATCH", `${SECRETS}/kept`, { metadata: { labels: { fresh: "yes" } } }, MERGE);
  await go("activity/audit");
  await byId("audit-row").first().waitFor();
  await byId("audit-row").first().click();
  await byId("audit-detail").waitFor();
  await expectHidden("in the audit log");
});

test("the watch inspector records and exports frames without values", async () => {
  const { page, byId, go } = scene;
  await go("activity/watch?resource=secrets&namespace=default&from=all");
  await byId("watch-start").click();
  await byId("events-row").filter({ hasText: "kept" }).first().click();
  await byId("event-detail").getByText("last-applied-configuration").first().waitFor();
  await expectHidden("in the watch inspector");
  const download = page.waitForEvent("download");
  await byId("watch-export").click();
  const stream = await (await download).createReadStream();
  let saved = "";
  for await (const chunk of stream) saved += String(chunk);
  expect(saved).toContain("kept");
  for (const value of [PLANTED, NEWER]) {
    expect(saved.includes(value)).toBe(false);
    expect(saved.includes(encoded(value))).toBe(false);
  }
});

test("one click reveals the values of a view, and leaving the view hides them again", async () => {
  const { byId, go } = scene;
  await go("core/v1/secrets/default/kept/ownership");
  await byId("reveal-view").click();
  await byId("ownership").getByText(encoded(NEWER)).waitFor();
  await go("core/v1/secrets/default/kept/history");
  await byId("diff").getByText("(changed)").first().waitFor();
  await expectHidden("after another view was left");
  await byId("reveal-view").click();
  await byId("diff").getByText(encoded(NEWER)).first().waitFor();
  await byId("reveal-view").click();
  await byId("diff").getByText("(changed)").first().waitFor();
  await expectHidden("once they are hidden again");
});

test("drafts of secrets exist only while the window is open and are never stored", async () => {
  const { page, byId, go, load, paste } = scene;
  await go("core/v1/secrets/default/kept/yaml");
  await byId("reveal-edit").click();
  const typed = "typed-value-41c7ae";
  await paste(`apiVersion: v1\nkind: Secret\nmetadata:\n  name: kept\nstringData:\n  password: ${typed}\n`);
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await go("core/v1/secrets/default/kept");
  expect(await stored()).not.toContain(typed);
  await go("core/v1/secrets/default/kept/yaml");
  await byId("secret-text").waitFor();
  await expectHidden("when one comes back to the YAML");
  expect(await readable(page)).not.toContain(typed);
  await byId("reveal-edit").click();
  await byId("draft-restored").waitFor();
  await load("core/v1/secrets/default/kept/yaml");
  await byId("reveal-edit").click();
  await byId("editor").getByText(encoded(NEWER)).first().waitFor();
  expect(await byId("draft-restored").count()).toBe(0);
  expect(await stored()).not.toContain(typed);
});

test("copied command lines of writes to secrets contain no value", async () => {
  const { page, byId, go, create } = scene;
  const data = `  colour: ${encoded("written-one-2a")}\n  shade: ${encoded("written-two-5d")}\n`;
  await create(SECRETS, { metadata: { name: "written" }, data: { colour: encoded("written-one-2a") } });
  await go("core/v1/secrets/default/written/yaml");
  await byId("reveal-edit").click();
  await scene.paste(
    `apiVersion: v1\nkind: Secret\nmetadata:\n  name: written\n  namespace: default\ndata:\n${data}type: Opaque\n`,
  );
  await byId("preview").click();
  await byId("preview-dialog").waitFor();
  await go("activity/requests?q=secrets/written+PATCH");
  await byId("requests-row").first().click();
  await byId("request-detail").waitFor();
  const shown = await readable(page);
  for (const value of ["written-one-2a", "written-two-5d"]) {
    expect(shown).not.toContain(value);
    expect(shown).not.toContain(encoded(value));
  }
});

test("the workbench hides values until revealed", async () => {
  const { page, byId, go } = scene;
  await go("learn/objects");
  await byId("bench-path").fill(`${SECRETS}/kept`);
  await byId("bench-send").click();
  await byId("bench-answer").getByText("last-applied-configuration").waitFor();
  await expectHidden("in the workbench");
  await byId("reveal-view").click();
  await byId("bench-answer").getByText(encoded(NEWER)).first().waitFor();
  await byId("bench-send").click();
  await expect.poll(() => readable(page)).not.toContain(encoded(NEWER));
});
