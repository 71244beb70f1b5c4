import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { openScene, setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";
import { type KubeconfigHome, makeKubeconfigHome } from "./kubeconfigFixture.ts";

let home: KubeconfigHome;
const bodies: Promise<string>[] = [];
const frames: string[] = [];

afterAll(() => home?.remove());
const scene = setScene(
  async ({ page }) => {
    page.on("response", (response) => bodies.push(response.text().catch(() => "")));
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
    await page.reload();
  },
  async () => {
    home = await makeKubeconfigHome();
    const { folder: HOME, kubeconfig: KUBECONFIG } = home;
    return openScene({ environment: { HOME, KUBECONFIG, PATH: "/usr/local/bin:/usr/bin:/bin" } });
  },
);

const byId = (id: string) => scene.page.getByTestId(id);
const stateOf = (id: string) => byId(`cluster-${id}`).getAttribute("data-state");
const menu = async (id: string, item: string): Promise<void> => {
  await byId(`actions-${id}`).click();
  await byId(item).click();
};
/** The only other sandbox besides the first. */
const second = async (): Promise<string> => {
  const ids = await byId("clusters")
    .locator("[data-testid^=cluster-sandbox-]")
    .evaluateAll((found) => found.map((one) => one.getAttribute("data-testid") ?? ""));
  return ids[0]?.slice("cluster-".length) ?? "";
};

describe("Start page", () => {
  test("lists sandboxes and contexts without contacting them", async () => {
    const { page } = scene;
    await byId("cluster-sandbox").waitFor();
    for (const name of ["production", "staging", "partner", "company"]) {
      expect(await stateOf(`ctx-${name}`)).toBe("unopened");
    }
    await inspect(page, "clusters");
  });

  test("is filtered by a search that is part of the address", async () => {
    const { page } = scene;
    await byId("cluster-search").fill("prod");
    await byId("cluster-ctx-staging").waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toContain("q=prod");
    await byId("cluster-search").fill("nothing at all");
    await byId("no-cluster").waitFor();
    await inspect(page, "clusters-none");
    await byId("cluster-search").fill("");
    await byId("cluster-ctx-staging").waitFor();
  });

  test("can be used with the keyboard alone", async () => {
    const { page } = scene;
    await byId("actions-sandbox").focus();
    await page.keyboard.press("Enter");
    await byId("do-duplicate").waitFor();
    await page.keyboard.press("Escape");
    await byId("do-duplicate").waitFor({ state: "detached" });
    const inFocus = () => page.evaluate(() => document.activeElement?.getAttribute("data-testid"));
    expect(await inFocus()).toBe("actions-sandbox");
    // Closing a dialog that an item opened also returns the focus to the menu's button.
    await page.keyboard.press("Enter");
    await byId("do-reset").focus();
    await page.keyboard.press("Enter");
    await byId("confirm-dialog").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
    await page.keyboard.press("Escape");
    await byId("confirm-dialog").waitFor({ state: "detached" });
    await expect.poll(inFocus).toBe("actions-sandbox");
  });
});

describe("Sandboxes", () => {
  test("a new one is ready within seconds after one click", async () => {
    await byId("new-sandbox").click();
    // The new sandbox is opened at once.
    await scene.page.waitForURL(/\/c\/sandbox-/);
    await scene.go("/");
    await expect.poll(second).not.toBe("");
    await expect.poll(async () => stateOf(await second())).toBe("running");
  });

  test("can be given a name and a colour", async () => {
    const { page } = scene;
    await menu(await second(), "do-edit");
    await byId("edit-name").fill("Playground");
    await page.getByRole("radio").nth(3).check();
    await inspect(page, "clusters-edit");
    await byId("edit-save").click();
    await byId("edit-dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Playground", exact: true }).waitFor();
  });

  test("can be stopped, and their views offer to start them", async () => {
    const { page, go } = scene;
    const id = await second();
    await go(`/c/${id}/core/v1/namespaces`);
    await byId("time-controls").waitFor();
    await go("/");
    await menu(id, "do-toggle");
    await expect.poll(() => stateOf(id)).toBe("stopped");
    await go(`/c/${id}/core/v1/namespaces`);
    await byId("cluster-gate").waitFor();
    // What does not run has no time to control.
    expect(await byId("time-controls").count()).toBe(0);
    await inspect(page, "cluster-stopped");
    await byId("gate-start").click();
    await byId("table-row").filter({ hasText: "kube-system" }).waitFor();
    await go("/");
  });

  test("can be exported as one file and imported again", async () => {
    const { page } = scene;
    await menu(await second(), "do-export");
    const exported = () => readdirSync(home.folder).filter((name) => name.endsWith(".orrery.zip"));
    await expect.poll(exported).toHaveLength(1);
    await byId("import-file").setInputFiles(join(home.folder, exported()[0] ?? ""));
    await page.getByRole("link", { name: "Playground 2", exact: true }).waitFor();
  });

  test("are deleted after a confirmation that names the sandbox", async () => {
    const { page } = scene;
    const id = await second();
    const name = (await byId(`cluster-${id}`).getByRole("link").first().textContent()) ?? "?";
    await menu(id, "do-delete");
    expect(await byId("confirm-dialog").textContent()).toContain(name);
    await inspect(page, "clusters-delete");
    await byId("confirm-yes").click();
    await byId(`cluster-${id}`).waitFor({ state: "detached" });
  });

  test("are added to the kubeconfig after a preview with hidden credentials", async () => {
    const { page } = scene;
    await menu("sandbox", "do-merge");
    await byId("merge-diff").getByText("orrery-sandbox").first().waitFor();
    expect(await byId("merge-diff").textContent()).toContain("••••••");
    await inspect(page, "clusters-merge");
    await byId("merge-apply").click();
    await byId("cluster-ctx-orrery-sandbox").waitFor();
    expect(parse(readFileSync(home.kubeconfig, "utf8"))["current-context"]).toBe("production");
  });
});

describe("Contexts of kubeconfigs", () => {
  test("connect when opened and show the version", async () => {
    const { go } = scene;
    await byId("cluster-ctx-production").getByRole("link").first().click();
    await byId("sidebar").getByRole("link", { name: "Deployments", exact: true }).waitFor();
    await go("/");
    await expect.poll(() => stateOf("ctx-production")).toBe("connected");
    await expect.poll(() => byId("cluster-ctx-production").textContent()).toContain("v1.32");
  });

  test("the host enforces read-only, and the console shows it", async () => {
    const { page } = scene;
    await menu("ctx-production", "do-read-only");
    await byId("cluster-ctx-production").getByText("Read-only").waitFor();
    const answer = await page.evaluate(async () => {
      const sent = await fetch("/clusters/ctx-production/api/v1/namespaces/default", { method: "DELETE" });
      return { status: sent.status, body: await sent.json() };
    });
    expect(answer).toMatchObject({ status: 403, body: { kind: "Status", reason: "Forbidden" } });
  });

  test.each([
    ["staging", "unreachable", /nothing listens/],
    ["partner", "unauthorized", /refuses the token/],
    ["company", "unauthorized", /company-login.*PATH.*platform team/s],
  ])("%s is %s, with the reason and a next step", async (name, state, reason) => {
    const { page, go } = scene;
    await go(`/c/ctx-${name}`);
    await byId("gate-notice").waitFor();
    expect(await byId("gate-notice").textContent()).toMatch(reason);
    await byId("gate-retry").waitFor();
    if (name === "company") await inspect(page, "cluster-unauthorized");
    await go("/");
    expect(await stateOf(`ctx-${name}`)).toBe(state);
  });

  test("can be added by pasting and removed again", async () => {
    const { page } = scene;
    await byId("add-cluster").click();
    await byId("add-kubeconfig").fill("clusters: [");
    await byId("add-submit").click();
    await byId("add-error").waitFor();
    expect(page.url()).toContain("add=paste");
    const text = readFileSync(home.remote.kubeconfig, "utf8").replaceAll('"sandbox"', '"pasted one"');
    await byId("add-kubeconfig").fill(text);
    await byId("add-submit").click();
    await page.getByRole("link", { name: "pasted one", exact: true }).waitFor();
    const row = byId("contexts").locator("li").filter({ hasText: "pasted one" });
    await row.getByRole("button").click();
    await byId("do-forget").click();
    await byId("confirm-yes").click();
    await row.waitFor({ state: "detached" });
    await inspect(page, "clusters-states", ["light", "dark"]);
  });

  test("can be added by address", async () => {
    const { page, go } = scene;
    await go("/?add=server");
    await byId("server-server").fill(home.remote.url);
    await byId("server-token").fill("some-token");
    await inspect(page, "clusters-add");
    await byId("add-submit").click();
    await byId("add-dialog").waitFor({ state: "detached" });
    await byId("contexts").getByText(new URL(home.remote.url).host, { exact: true }).first().waitFor();
  });
});

test("the page never received a credential", async () => {
  const received = [...(await Promise.all(bodies)), ...frames].join("\n");
  expect(received).toContain("ctx-production");
  for (const secret of [...home.secrets, "some-token"]) expect(received).not.toContain(secret);
});
