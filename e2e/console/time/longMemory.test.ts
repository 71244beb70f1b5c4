import { expect, test } from "vitest";
import { openScene, setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
// The server itself keeps its history for one second.
const scene = setScene(undefined, () => openScene({ flags: ["--history-retention=1s"] }));

const patch = (name: string, data: object) =>
  scene.api("PATCH", `${MAPS}/${name}?fieldManager=spec`, { data }, "application/merge-patch+json");

/** The revision of the latest change, once the server has compacted it. */
async function forgotten(revision: string | undefined): Promise<void> {
  await expect
    .poll(
      async () => {
        await patch("ticks", { at: String(Math.random()) });
        return (await scene.api("GET", `${MAPS}?resourceVersion=${revision}&resourceVersionMatch=Exact`)).status;
      },
      { timeout: 30_000 },
    )
    .toBe(410);
}

longTest("shows states older than the server's history: lists, differences, deleted and restored objects", async () => {
  const { page, byId, row, go, api } = scene;
  await api("POST", MAPS, { metadata: { name: "ticks" } });
  await api("POST", MAPS, { metadata: { name: "prices" }, data: { tea: "3.20" } });
  const { metadata } = (await patch("prices", { tea: "3.60" })).body as { metadata?: { resourceVersion?: string } };
  await api("POST", MAPS, { metadata: { name: "summer-menu" }, data: { ice: "vanilla" } });
  await api("DELETE", `${MAPS}/summer-menu`);
  await forgotten(metadata?.resourceVersion);
  await go("time?resource=configmaps&ns=default&object=default/prices");
  await expect.poll(() => byId("revision").count()).toBe(2);
  await byId("revision").last().getByRole("radio").last().click();
  const first = await byId("revision").last().getAttribute("data-version");
  await expect.poll(() => byId("time-said").getAttribute("data-revision")).toBe(first);
  await byId("time-list-row").filter({ hasText: "prices" }).waitFor();
  await byId("time-list-row").filter({ hasText: "summer-menu" }).waitFor({ state: "detached" });
  await byId("revision").first().getByRole("radio").last().click();
  await page.getByTestId("diff").getByText("3.60").first().waitFor();
  expect(await byId("time-retained").textContent()).toContain("has recorded this list since");
  await inspect(page, "long-memory");
  await byId("time-compare").click();
  await byId("time-difference").getByRole("row").filter({ hasText: "ticks" }).first().waitFor();
  await byId("time-compare-end").click();
  await byId("time-deleted").click();
  await byId("deleted-default/summer-menu").click();
  await byId("time-restore").click();
  await byId("editor").getByText("vanilla").waitFor();
  await byId("create-apply").click();
  await expect.poll(async () => (await api("GET", `${MAPS}/summer-menu`)).status).toBe(200);
  await go("core/v1/configmaps?ns=default");
  await row("summer-menu").waitFor();
});

test("shows an object's history from before the server's history", async () => {
  const { byId, go, api } = scene;
  await api("POST", MAPS, { metadata: { name: "hours" }, data: { open: "9" } });
  const { metadata } = (await patch("hours", { open: "8" })).body as { metadata?: { resourceVersion?: string } };
  await forgotten(metadata?.resourceVersion);
  await go("core/v1/configmaps/default/hours/history");
  await expect.poll(() => byId("revision").count()).toBe(2);
});

test("is configured per sandbox and cleared immediately when switched off", async () => {
  const { page, byId, go, api, cluster } = scene;
  await go("time?resource=configmaps&ns=default");
  await byId("time-memory").click();
  const hours = byId(`settings-cluster-${cluster}`).getByTestId(`cluster-${cluster}-memoryHours-field`);
  await hours.scrollIntoViewIfNeeded();
  expect(await hours.getAttribute("placeholder")).toBe("24");
  await hours.fill("5000");
  await hours.press("Enter");
  await page.getByRole("alert").getByText("from 0 to 2160").waitFor();
  await hours.fill("48");
  await hours.press("Enter");
  const status = async () => (await api("GET", "/journal")).body as { retentionSeconds?: number; code?: number };
  await expect.poll(async () => (await status()).retentionSeconds).toBe(48 * 3600);
  await inspect(page, "long-memory-settings");
  await hours.fill("0");
  await hours.press("Enter");
  await expect.poll(async () => (await status()).code).toBe(404);
  await go("time?resource=configmaps&ns=default");
  await byId("time-retained").waitFor();
  expect(await byId("time-retained").textContent()).not.toContain("has recorded this list since");
});
