import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { settle } from "../../testing/fakeClock.ts";
import { listScene, liveScene, pageOf } from "../../testing/listScene.ts";
import { row } from "../../testing/rows.ts";
import { lacksWatch, unwatchable } from "../watch/watchRefusal.ts";

const forbidden = new ApiError(403, "Forbidden", "pods is forbidden");
const unavailable = new ApiError(503, "ServiceUnavailable", "not now");
const expired = new ApiError(410, "Expired", "too old resource version");

describe("Live list of a failing server", () => {
  it("turns stale with its age when contact stays lost", async () => {
    const s = await liveScene(row("a"));
    s.server.answers = [unavailable];
    s.server.latest().closed(true);
    for (let i = 0; i < 6; i += 1) {
      await s.clock.advance(4_000);
      s.server.latest().closed(true);
    }
    expect(s.phase()).toBe("stale");
    expect(s.names()).toEqual(["a"]);
    expect(s.clock.now() - s.state().lastContact).toBeGreaterThan(10_000);
  });

  it("is forbidden when the list is denied, and retries rarely", async () => {
    const s = await listScene(forbidden);
    expect(s.phase()).toBe("forbidden");
    expect(s.state().error?.message).toBe("pods is forbidden");
    await s.clock.advance(10_000);
    expect(s.server.lists).toHaveLength(1);
    s.server.answers = [pageOf("3", row("a"))];
    await s.clock.advance(30_000);
    expect(s.server.lists.length).toBeGreaterThan(1);
    expect(s.names()).toEqual(["a"]);
  });

  it("fails without rows, backs off, and recovers by itself", async () => {
    const s = await listScene(unavailable);
    expect(s.phase()).toBe("failed");
    await s.clock.advance(3_000);
    const soon = s.server.lists.length;
    expect(soon).toBeGreaterThan(1);
    expect(soon).toBeLessThan(6);
    s.server.answers = [pageOf("3", row("a"))];
    await s.clock.advance(30_000);
    s.server.latest().opened();
    await settle();
    expect(s.phase()).toBe("live");
    expect(s.state().attempts).toBe(0);
  });

  it("lists again after two rejected sockets, because browsers hide the reason", async () => {
    const s = await liveScene(row("a"));
    s.server.latest().closed(true);
    await s.clock.advance(1_000);
    s.server.latest().closed(true);
    await s.clock.advance(1_000);
    s.server.answers = [forbidden];
    s.server.latest().closed(true);
    await s.clock.advance(3_000);
    expect(s.server.lists).toHaveLength(2);
    expect(s.phase()).toBe("forbidden");
  });

  it("is polled while the user may list but not watch", async () => {
    const s = await listScene(pageOf("10", row("a")));
    s.server.refusal = forbidden;
    for (const pause of [1_000, 1_000]) {
      s.server.latest().closed(true);
      await s.clock.advance(pause);
    }
    expect([s.phase(), s.state().unwatched]).toEqual(["live", forbidden]);
    const opened = s.server.watches.length;
    s.server.answers = [pageOf("11", row("a"), row("b"))];
    await s.clock.advance(60_000);
    expect(s.server.lists).toHaveLength(14);
    expect([s.phase(), s.names(), s.server.watches.length]).toEqual(["live", ["a", "b"], opened]);
    s.server.refusal = undefined;
    await s.clock.advance(5_000);
    s.server.latest().opened();
    await settle();
    expect([s.phase(), s.state().unwatched, s.server.watches.length]).toEqual(["live", undefined, opened + 1]);
  });

  it("is polled from the start where the server does not support watching", async () => {
    const s = await listScene(pageOf("10", row("a")));
    s.watch.stop();
    s.server.unwatchable = unwatchable(["get", "list"]);
    const opened = s.server.watches.length;
    s.watch.start();
    await settle();
    expect([s.phase(), s.state().unwatched?.code]).toEqual(["live", 405]);
    s.server.answers = [pageOf("11", row("a"), row("b"))];
    await s.clock.advance(60_000);
    expect([s.phase(), s.names(), s.server.watches.length]).toEqual(["live", ["a", "b"], opened]);
  });

  it("is not live while polling fails", async () => {
    const s = await listScene(pageOf("10", row("a")));
    s.server.refusal = forbidden;
    for (const pause of [1_000, 1_000]) {
      s.server.latest().closed(true);
      await s.clock.advance(pause);
    }
    s.server.answers = [unavailable];
    await s.clock.advance(6_000);
    expect(s.phase()).toBe("reconnecting");
    await s.clock.advance(10_000);
    expect(s.phase()).toBe("stale");
    s.server.answers = [pageOf("12", row("a"))];
    s.watch.wake();
    await settle();
    expect(s.phase()).toBe("live");
  });

  it("reopens a watch that has been silent for too long", async () => {
    const s = await liveScene(row("a"));
    const first = s.server.latest();
    await s.clock.advance(160_000);
    expect(first.dropped).toBe(true);
    expect(s.server.watches).toHaveLength(2);
  });

  it("retries at once when asked to", async () => {
    const s = await listScene(unavailable);
    s.server.answers = [pageOf("3")];
    s.watch.retry();
    await settle();
    s.server.latest().opened();
    await settle();
    expect(s.phase()).toBe("empty");
  });

  it("does not count quiet time before an outage as age", async () => {
    const s = await liveScene(row("a"));
    await s.clock.advance(60_000);
    s.server.latest().closed(true);
    await s.clock.advance(0);
    s.server.latest().closed(true);
    await s.clock.advance(0);
    expect(s.phase()).toBe("reconnecting");
  });

  it("counts the age from the last contact with a server that had gone silent", async () => {
    const s = await liveScene(row("a"));
    await s.clock.advance(60_000);
    s.server.latest().closed(false);
    await settle();
    expect(s.phase()).toBe("stale");
    expect(s.clock.now() - s.state().lastContact).toBe(60_000);
  });

  it("abandons a watch that does not open, and tries another one", async () => {
    const s = await listScene(pageOf("10", row("a")));
    await s.clock.advance(21_000);
    expect(s.server.watches[0]?.dropped).toBe(true);
    expect(s.server.watches).toHaveLength(2);
  });

  it("retries immediately after the computer slept, regardless of its state", async () => {
    const s = await listScene(unavailable);
    await s.clock.advance(20_000);
    s.server.answers = [pageOf("3", row("a"))];
    s.clock.jump(3_600_000);
    await s.clock.advance(5_000);
    expect(s.names()).toEqual(["a"]);
  });
});

describe("Server that ends every watch immediately", () => {
  const errors: [string, ApiError][] = [
    ["with error 410", expired],
    ["with error 500", new ApiError(500, "InternalError", "etcd is away")],
    ["with an invalid event", new ApiError(0, "InvalidFrame", "no event")],
  ];
  it.each(errors)("%s is contacted at increasing intervals while the rows stay", async (_name, error) => {
    const s = await liveScene(row("a"));
    for (let i = 0; i < 40; i += 1) {
      s.server.latest().opened();
      s.server.latest().event({ type: "ERROR", error });
      await s.clock.advance(1_000);
      expect(s.names()).toEqual(["a"]);
    }
    expect(s.server.lists.length).toBeGreaterThan(4);
    expect(s.server.lists.length).toBeLessThan(10);
    await s.clock.advance(15_000);
    s.server.latest().opened();
    s.server.latest().event({ type: "ADDED", items: [row("b")], resourceVersion: "11" });
    await settle();
    expect([s.phase(), s.names()]).toEqual(["live", ["a", "b"]]);
  });

  it("is not contacted before its Retry-After time", async () => {
    const s = await liveScene(row("a"));
    const busy = new ApiError(429, "TooManyRequests", "later", { retryAfterSeconds: 20 });
    s.server.latest().event({ type: "ERROR", error: busy });
    await s.clock.advance(19_000);
    expect(s.server.lists).toHaveLength(1);
    await s.clock.advance(2_000);
    expect(s.server.lists).toHaveLength(2);
  });
});

describe("Watch support of a kind", () => {
  it("follows from its verbs if known", () => {
    expect(unwatchable(["list", "watch"])).toBeUndefined();
    expect(unwatchable(undefined)).toBeUndefined();
    const message = unwatchable(["list"]);
    expect(message && lacksWatch(message)).toBe(true);
    expect(lacksWatch(forbidden)).toBe(false);
  });
});
