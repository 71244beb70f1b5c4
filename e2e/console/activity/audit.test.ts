import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const scene = setScene(async ({ create }) => {
  await create(MAPS, { metadata: { name: "recorded" }, data: { a: "1" } });
});

/** A request as a user without any permission. */
async function asBob(path: string): Promise<number> {
  const { page, cluster } = scene;
  const bob = encodeURIComponent(JSON.stringify({ username: "bob", groups: ["dev"] }));
  const url = `${new URL(page.url()).origin}/clusters/${cluster}${path}`;
  return (await page.request.get(url, { headers: { "orrery-view-as": bob } })).status();
}

test("shows recorded events, and new ones as they are recorded", async () => {
  const { page, byId, go, api } = scene;
  await go("activity/audit?user=-system");
  await page.locator('[data-testid=audit-phase][data-phase="open"]').waitFor();
  const row = (text: string) => byId("audit-row").filter({ hasText: `configmaps default/${text}` });
  await byId("filter").fill("configmaps");
  await row("recorded").waitFor();
  await api("GET", `${MAPS}/live-one`);
  await row("live-one").waitFor();
  expect(await row("live-one").textContent()).toContain("404");
  await byId("audit-pause").click();
  await api("GET", `${MAPS}/while-paused`);
  expect(await row("while-paused").count()).toBe(0);
  await byId("audit-pause").click();
  await row("while-paused").waitFor();
});

test("shows the user and the impersonated user, and links a denial to its explanation", async () => {
  const { page, byId, go } = scene;
  expect(await asBob("/api/v1/namespaces/default/secrets")).toBe(403);
  expect(await asBob("/apis/apps/v1/namespaces/default/deployments")).toBe(403);
  await go("activity/audit");
  await byId("audit-denied").click();
  const row = byId("audit-row").filter({ hasText: "secrets default" });
  await row.waitFor();
  expect(await row.textContent()).toMatch(/bob by .*list.*403.*Forbidden/);
  await row.click();
  expect(await byId("audit-detail").textContent()).toContain('"authorization.k8s.io/decision": "forbid"');
  await inspect(page, "activity-audit");
  await byId("audit-detail").getByTestId("why-link").click();
  await page.waitForURL(/\/access\?.*resource=secrets.*as=user%3Abob.*group=dev/);
  await page.goBack();
  await byId("audit-detail").waitFor();
});

longTest(
  "finds who deleted an object before the sandbox was restarted, and narrows to what an event is about",
  async () => {
    const { page, byId, go, api, create, cluster } = scene;
    // A retry uses another name.
    const prices = `prices-${Date.now()}`;
    for (const name of [prices, `${prices}-2`]) {
      await create(MAPS, { metadata: { name } });
      expect((await api("DELETE", `${MAPS}/${name}`)).status).toBe(200);
    }
    const host = new URL(page.url()).origin;
    for (const action of ["stop", "start"]) {
      expect((await page.request.post(`${host}/host/clusters/${cluster}/${action}`, { data: {} })).status()).toBe(200);
    }
    await go(`activity/audit?verb=-deletions&object=configmaps+default%2F${prices}`);
    const rows = byId("audit-row");
    const deletion = expect.stringMatching(new RegExp(`admin.*delete.*configmaps default/${prices}200`));
    await expect.poll(() => rows.allTextContents()).toEqual([deletion]);
    await page.getByText("Searched the whole log").waitFor();
    await rows.first().click();
    // The event stays open over a reload, also while the filter excludes it: it is read from the log.
    await page.reload();
    await expect.poll(() => byId("audit-detail").textContent()).toContain(`configmaps default/${prices}`);
    await byId("filter").fill("nothing-matches-this");
    await page.getByText("No event matches the filter").waitFor();
    await page.reload();
    await expect.poll(() => byId("audit-detail").textContent()).toContain(`configmaps default/${prices}`);
    await byId("filter").fill("");
    await byId("audit-until").click();
    await byId("audit-chip-until").waitFor();
    await byId("audit-chip-object").getByRole("button").click();
    await byId("audit-chip-object").waitFor({ state: "detached" });
    await expect.poll(() => rows.count()).toBeGreaterThan(0);
    await inspect(page, "activity-audit-search");
  },
);

test("says that the opened event is no longer in the log", async () => {
  const { byId, load } = scene;
  await load("activity/audit?event=2020-01-02T03%3A04%3A05.000000Z%2FResponseComplete%2Fgone");
  await byId("audit-gone").getByRole("button").click();
  await byId("audit-gone").waitFor({ state: "detached" });
});

test("exports the events that match the filter", async () => {
  const { page, byId, go } = scene;
  await go("activity/audit?q=recorded&verb=create");
  const rows = () => byId("audit-row").allTextContents();
  await expect.poll(rows).toEqual([expect.stringMatching(/create.*recorded/)]);
  await expect.poll(() => byId("audit-export").getAttribute("aria-disabled")).toBeNull();
  const saved = page.waitForEvent("download");
  await byId("audit-export").click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe("audit.jsonl");
  const chunks = await (await file.createReadStream()).toArray();
  const [line = ""] = Buffer.concat(chunks).toString("utf8").split("\n");
  expect(JSON.parse(line)).toMatchObject({ kind: "Event", verb: "create", objectRef: { name: "recorded" } });
});

test("reports that the audit log of other clusters is unavailable", async () => {
  const { page, byId, load } = scene;
  await page.route("**/host/clusters", async (route) => {
    const answer = await route.fetch();
    const clusters = (await answer.json()) as object[];
    await route.fulfill({ json: clusters.map((cluster) => ({ ...cluster, kind: "remote", state: "connected" })) });
  });
  // The page is notified of cluster changes in two ways; this test stubs one and disables the other.
  await page.routeWebSocket("**/host/events", () => {});
  await load("activity/audit");
  await byId("audit-remote").waitFor();
  await page.unroute("**/host/clusters");
});
