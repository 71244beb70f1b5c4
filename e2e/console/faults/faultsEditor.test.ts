import type { Page } from "playwright-core";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import type { Fault, FaultRule } from "../../faultProxy.ts";
import { inspect } from "../../inspect.ts";
import { APPLY, applyMap, type FarCluster, MAPS, makeFarCluster, mapText } from "./faultFixture.ts";

let far: FarCluster;
const scene = setScene(undefined, async () => {
  far = await makeFarCluster();
  return far.open();
});
afterAll(() => far?.remove());
beforeEach(() => far.proxy.fault());

const elsewhere = (name: string, data: object) => applyMap(far, name, data);
const put = (name: string) => elsewhere(name, { mine: "old", theirs: "old" });
const dataOf = async (name: string) => (await far.call("GET", `${MAPS}/${name}`))["data"];
const edit = async (name: string, resource = "configmaps"): Promise<void> => {
  await scene.go(`/c/ctx-far/core/v1/${resource}/default/${name}/yaml`);
  await scene.byId("editor").locator(".view-line").first().waitFor();
};
const typed = (name: string, data: Record<string, string> = { mine: "new", theirs: "old" }) =>
  scene.paste(mapText(name, data));
/** The editor's visible text; it renders spaces as non-breaking spaces. */
const shown = async (page: Page = scene.page): Promise<string> =>
  ((await page.getByTestId("editor").locator(".view-lines").textContent()) ?? "").replaceAll("\u00a0", " ");
const apply = () => scene.byId("apply").click();
/** Watches open, but receive no events. */
const deaf: FaultRule = ({ url = "" }) => (url.includes("watch=true") ? { frames: [] } : undefined);
const onWrite = (fault: Fault) => far.proxy.fault(({ method }) => (method === "PATCH" ? fault : undefined));
function held(): { fault: Fault; release: () => void } {
  let release = (): void => undefined;
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { fault: { after }, release };
}

test("unapplied text survives a server outage and can be applied afterwards", async () => {
  const { page, byId } = scene;
  await put("outage");
  await edit("outage");
  await typed("outage");
  await far.server.crash();
  await apply();
  await byId("apply-again").waitFor();
  expect(await byId("editor-error").textContent()).toContain("cannot be reached");
  await inspect(page, "editor-outage");
  await page.reload();
  await byId("gate-notice").waitFor();
  await far.server.revive();
  // It may take half a minute until the page asks the server again.
  await byId("draft-restored").waitFor({ timeout: 60_000 });
  await expect.poll(() => shown()).toContain("mine: new");
  await apply();
  await expect.poll(() => dataOf("outage")).toEqual({ mine: "new", theirs: "old" });
});

describe("Two users who edit the same object", () => {
  test("see each other's changes and never overwrite them", async () => {
    const { page, byId } = scene;
    await put("shared");
    const context = await page
      .context()
      .browser()
      ?.newContext({ storageState: await page.context().storageState() });
    const other = (await context?.newPage()) as Page;
    await edit("shared");
    await other.goto(page.url());
    await other.getByTestId("editor").locator(".view-line").first().waitFor();
    await typed("shared");
    await elsewhere("shared", { mine: "old", theirs: "new" });
    await byId("server-changed").waitFor();
    await expect.poll(() => shown(other)).toContain("theirs: new");
    expect(await byId("apply").getAttribute("aria-disabled")).toBe("true");
    await byId("merge").click();
    await byId("merge-take").click();
    await apply();
    await expect.poll(() => dataOf("shared")).toEqual({ mine: "new", theirs: "new" });
    await expect.poll(() => shown(other)).toContain("mine: new");
    await context?.close();
  });

  test("are protected even if one does not receive the other's change", async () => {
    const { byId } = scene;
    await put("unheard");
    far.proxy.fault(deaf);
    await edit("unheard");
    await typed("unheard", { mine: "new", theirs: "mine" });
    await elsewhere("unheard", { mine: "old", theirs: "new" });
    await apply();
    await byId("editor-error").waitFor();
    expect(await dataOf("unheard")).toEqual({ mine: "old", theirs: "new" });
    expect(await shown()).toContain("theirs: mine");
    await byId("merge").click();
    await byId("merge-conflict").waitFor();
    await byId("merge-mine").check();
    await byId("merge-take").click();
    far.proxy.fault();
    await apply();
    await expect.poll(() => dataOf("unheard")).toEqual({ mine: "new", theirs: "mine" });
  });

  test("a concurrent status update does not count as a change and does not block saving", async () => {
    const path = "/api/v1/namespaces/default/services/busy";
    const lastTransitionTime = "2026-01-01T00:00:00Z";
    const condition = { type: "Busy", status: "True", reason: "Tested", message: "", lastTransitionTime };
    const text = (mine: string): string =>
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: busy\n  namespace: default\n  labels:\n    mine: ${mine}\nspec:\n  ports:\n    - port: 80\n`;
    await far.call("PATCH", `${path}?fieldManager=orrery-console`, parse(text("old")), APPLY);
    far.proxy.fault(deaf);
    await edit("busy", "services");
    await scene.paste(text("new"));
    await far.call("PATCH", `${path}/status`, { status: { conditions: [condition] } });
    await apply();
    const labels = async () => ((await far.call("GET", path))["metadata"] as { labels?: object }).labels;
    await expect.poll(labels).toEqual({ mine: "new" });
  });
});

test("the text of a deleted object stays and can recreate it", async () => {
  const { byId } = scene;
  await put("doomed");
  await edit("doomed");
  await typed("doomed");
  await far.call("DELETE", `${MAPS}/doomed`);
  await byId("editor-gone").waitFor();
  expect(await shown()).toContain("mine: new");
  await apply();
  await expect.poll(() => dataOf("doomed").catch(() => undefined)).toEqual({ mine: "new", theirs: "old" });
});

describe("Slow server", () => {
  test("keeps text typed during a write", async () => {
    const { byId } = scene;
    await put("slow");
    await edit("slow");
    const write = held();
    onWrite(write.fault);
    await typed("slow");
    await apply();
    await expect.poll(() => byId("apply").isDisabled()).toBe(true);
    await typed("slow", { mine: "newer", theirs: "old" });
    write.release();
    await expect.poll(() => dataOf("slow")).toEqual({ mine: "new", theirs: "old" });
    await expect.poll(() => byId("apply").isDisabled()).toBe(false);
    expect(await shown()).toContain("mine: newer");
    await apply();
    await expect.poll(() => dataOf("slow")).toEqual({ mine: "newer", theirs: "old" });
  });

  test("lets the user abandon a write of unknown outcome after three seconds and repeat it", async () => {
    const { page, byId } = scene;
    const write = held();
    onWrite(write.fault);
    await typed("slow", { mine: "newest", theirs: "old" });
    await apply();
    await byId("slow").waitFor();
    await byId("slow-cancel").click();
    await byId("write-abandoned").waitFor();
    await inspect(page, "editor-abandoned");
    far.proxy.fault();
    write.release();
    expect(await shown()).toContain("mine: newest");
    await apply();
    await expect.poll(() => dataOf("slow")).toEqual({ mine: "newest", theirs: "old" });
  });

  longTest("lets the user abandon a write that waits for the schema and was not sent", async () => {
    const { page, byId } = scene;
    await put("unschemed");
    const schema = held();
    far.proxy.fault(({ url = "" }) => (url.startsWith("/openapi/v3") ? schema.fault : undefined));
    await scene.load("/c/ctx-far/core/v1/configmaps/default/unschemed/yaml");
    await byId("editor").locator(".view-line").first().waitFor();
    await typed("unschemed");
    await apply();
    await byId("slow-cancel").click();
    await expect.poll(() => byId("apply").isDisabled()).toBe(false);
    expect(await byId("write-abandoned").count()).toBe(0);
    await inspect(page, "editor-unsent");
    expect(await dataOf("unschemed")).toEqual({ mine: "old", theirs: "old" });
    schema.release();
    far.proxy.fault();
    await apply();
    await expect.poll(() => dataOf("unschemed")).toEqual({ mine: "new", theirs: "old" });
  });

  test("lets the user abandon a deletion; repeating it never deletes a recreated object", async () => {
    const { page, byId, go } = scene;
    await put("doomed");
    await go("/c/ctx-far/core/v1/configmaps/default/doomed/overview");
    const deletion = held();
    far.proxy.fault(({ method }) => (method === "DELETE" ? deletion.fault : undefined));
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await byId("confirm-delete").click();
    await byId("slow-cancel").click();
    await byId("deletion-abandoned").waitFor();
    await inspect(page, "deletion-abandoned");
    far.proxy.fault();
    await byId("confirm-delete").click();
    await expect.poll(() => page.url()).toMatch(/configmaps(\?|$)/);
    deletion.release();
  });
});
