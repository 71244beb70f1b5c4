import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import type { FaultRule } from "../../faultProxy.ts";
import { inspect } from "../../inspect.ts";
import { type FarCluster, MAPS, makeFarCluster } from "./faultFixture.ts";

let far: FarCluster;
const scene = setScene(
  async ({ page }) => {
    // The test can advance the page's clock, which otherwise runs normally.
    await page.clock.install();
    for (const name of ["stays", "changes", "goes"]) await put(name, { key: "old" });
  },
  async () => {
    far = await makeFarCluster();
    return far.open();
  },
);
afterAll(() => far?.remove());

const LIST = "/c/ctx-far/core/v1/configmaps?ns=default";
const put = (name: string, data: object) => far.call("POST", MAPS, { metadata: { name }, data });
const phase = () => scene.byId("list-state").getAttribute("data-phase");
const becomes = (...phases: string[]) => expect.poll(phase, { timeout: 30_000 }).toBeOneOf(phases);
const openList = async (): Promise<void> => {
  await scene.load(LIST);
  await scene.row("stays").waitFor();
  await becomes("live");
};
const watches = (): string[] => far.proxy.requests.filter((one) => /configmaps\?.*watch=true/.test(one));
/** Lists of the page; the sidebar counts with lists of one. */
const lists = (): number =>
  far.proxy.requests.filter((one) => /configmaps\?(?!.*watch=true)(?!.*\blimit=1\b)/.test(one)).length;
const onWatch =
  (...faults: ReturnType<FaultRule>[]): FaultRule =>
  ({ url = "" }) =>
    /configmaps\?.*watch=true/.test(url) ? faults.shift() : undefined;
/** A watch event in the server's format. */
const frame = (type: string, object: object): string => JSON.stringify({ type, object });
const status = (code: number, reason: string) => ({
  kind: "Status",
  apiVersion: "v1",
  status: "Failure",
  code,
  reason,
});
const noneTwice = async (): Promise<void> => {
  const names = await scene.byId("table-row").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-name")));
  expect(names).toEqual([...new Set(names)]);
};

describe("Server crash and restart", () => {
  test("keeps the rows of a list and shows their age", async () => {
    await openList();
    await far.server.crash();
    await becomes("reconnecting");
    expect(await scene.row("stays").count()).toBe(1);
    await scene.page.clock.runFor(20_000);
    await becomes("stale");
    await expect.poll(() => scene.byId("list-state").textContent()).toMatch(/Stale for \d+s/);
    await scene.byId("gate-notice").waitFor();
    expect(await scene.row("goes").count()).toBe(1);
    await inspect(scene.page, "list-stale");
  });

  test("updates the list once the server is back", async () => {
    await far.server.revive();
    await far.call("PATCH", `${MAPS}/changes`, { data: { more: "1" } });
    await far.call("DELETE", `${MAPS}/goes`);
    await put("comes", {});
    await scene.page.clock.runFor(31_000);
    await becomes("live");
    await scene.row("comes").waitFor();
    await scene.row("goes").waitFor({ state: "detached" });
    await expect.poll(() => scene.row("changes").textContent()).toMatch(/changes.*2/);
    await scene.byId("gate-notice").waitFor({ state: "detached" });
    await noneTwice();
  });

  test("shows the last known rows with their age when the user returns to the list", async () => {
    await openList();
    await scene.go("/c/ctx-far/core/v1/services?ns=default");
    await becomes("live", "empty");
    await far.server.crash();
    await scene.page.clock.runFor(20_000);
    await scene.go(LIST);
    await scene.row("stays").waitFor();
    await becomes("stale");
    expect(await scene.byId("list-failed").count()).toBe(0);
    await far.server.revive();
    await scene.page.clock.runFor(31_000);
    await becomes("live");
  });

  test("is detected on an object's page, which later shows the current object", async () => {
    await scene.go("/c/ctx-far/core/v1/configmaps/default/changes");
    await becomes("live");
    await far.server.crash();
    await becomes("reconnecting", "stale");
    await far.server.revive();
    await far.call("PATCH", `${MAPS}/changes`, { metadata: { labels: { seen: "afterwards" } } });
    await scene.page.clock.runFor(31_000);
    await becomes("live");
    await scene.page.getByText("afterwards").first().waitFor();
  });
});

describe("Network outage", () => {
  longTest("is detected although no connection closes, and missed changes arrive afterwards", async () => {
    await openList();
    far.proxy.cut();
    await far.call("DELETE", `${MAPS}/comes`);
    await put("meanwhile", {});
    await becomes("reconnecting", "stale");
    await scene.page.clock.runFor(30_000);
    await becomes("stale");
    expect(await scene.row("comes").count()).toBe(1);
    far.proxy.mend();
    await scene.page.clock.runFor(31_000);
    await becomes("live");
    await scene.row("meanwhile").waitFor();
    await scene.row("comes").waitFor({ state: "detached" });
    await noneTwice();
  });

  test("after a sleep of the computer, the console immediately resumes the watch from the last version", async () => {
    await openList();
    const before = watches().length;
    await scene.page.clock.fastForward("02:00:00");
    await expect.poll(() => watches().length).toBeGreaterThan(before);
    expect(watches().at(-1)).toMatch(/resourceVersion=\d+/);
    await becomes("live");
  });
});

describe("Watch errors", () => {
  test.each([
    ["error 410", frame("ERROR", status(410, "Expired"))],
    ["error 500", frame("ERROR", status(500, "InternalError"))],
    ["a frame that is not an event", "<html>"],
    ["an event without an object", '{"type":"ADDED"}'],
  ])("%s: the list is read again, shows no duplicate rows, and becomes live", async (_name, text) => {
    onTestFinished(() => far.proxy.fault());
    far.proxy.fault(onWatch({ frames: [text] }));
    const before = lists();
    await scene.load(LIST);
    await scene.row("stays").waitFor();
    // The page waits a moment before it lists again; its clock must be advanced past that.
    await expect
      .poll(async () => {
        await scene.page.clock.runFor(500);
        return lists() - before;
      })
      .toBe(2);
    await becomes("live");
    expect(lists() - before).toBe(2);
    await noneTwice();
  });

  test("repeated 410 responses are retried with delays", async () => {
    const gone = frame("ERROR", status(410, "Expired"));
    far.proxy.fault(onWatch(...Array.from({ length: 50 }, () => ({ frames: [gone] }))));
    const before = watches().length;
    await scene.load(LIST);
    await scene.row("stays").waitFor();
    await scene.page.clock.runFor(10_000);
    expect(watches().length - before).toBeLessThan(8);
    expect(await phase()).not.toBe("live");
    far.proxy.fault();
    await scene.page.clock.runFor(31_000);
    await becomes("live");
  });
});
