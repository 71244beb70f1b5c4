import { describe, expect, it } from "vitest";
import { ApiError } from "../../../shared/status.ts";
import { fakeClock } from "../../testing/fakeClock.ts";
import { fakeServer } from "../../testing/fakeServer.ts";
import { WatchAttempt, type WatchEnd } from "./watchAttempt.ts";

function attempt() {
  const clock = fakeClock();
  const server = fakeServer<string>();
  const told: string[] = [];
  const ends: WatchEnd[] = [];
  const watch = new WatchAttempt<string>(clock, {
    opened: () => told.push("opened"),
    changed: ({ type, resourceVersion }) => told.push(`${type} ${resourceVersion}`),
    ended: (end) => ends.push(end),
  });
  watch.open(server, "10");
  return { clock, watch, told, ends, socket: server.latest() };
}

describe("WatchAttempt", () => {
  it("opens from a version and delivers changes", () => {
    const { socket, told } = attempt();
    expect(socket.resourceVersion).toBe("10");
    socket.opened();
    socket.event({ type: "ADDED", items: ["a"], resourceVersion: "11" });
    socket.event({ type: "BOOKMARK", resourceVersion: "12" });
    expect(told).toEqual(["opened", "ADDED 11", "BOOKMARK 12"]);
  });

  it("counts as long-lived after a minimum time if the server was reachable until the end", async () => {
    for (const [ms, hasReceived, wasHealthy] of [
      [4_999, true, false],
      [5_000, true, true],
      [60_000, false, false],
    ] as const) {
      const { clock, socket, ends } = attempt();
      socket.opened();
      await clock.advance(ms);
      socket.closed(hasReceived);
      expect(ends).toEqual([{ opened: true, hasReceived, wasHealthy }]);
      expect(socket.dropped).toBe(true);
    }
    const unopened = attempt();
    await unopened.clock.advance(10_000);
    unopened.socket.closed(true);
    expect(unopened.ends).toEqual([{ opened: false, hasReceived: true, wasHealthy: false }]);
  });

  it("ends with the server's error", () => {
    const { socket, ends } = attempt();
    const error = new ApiError(410, "Expired", "too old resource version");
    socket.opened();
    socket.event({ type: "ERROR", error });
    expect(ends).toEqual([{ opened: true, hasReceived: true, wasHealthy: false, error }]);
  });

  it("times out if the socket does not open", async () => {
    const { clock, socket, ends } = attempt();
    await clock.advance(20_000);
    expect(ends).toEqual([{ opened: false, hasReceived: false, wasHealthy: false }]);
    expect(socket.dropped).toBe(true);
    const other = attempt();
    other.socket.opened();
    await other.clock.advance(20_000);
    expect(other.ends).toEqual([]);
  });

  it("ends once, and delivers nothing afterwards", () => {
    const { socket, told, ends } = attempt();
    socket.closed(true);
    socket.closed(true);
    socket.opened();
    socket.event({ type: "ADDED", items: ["a"], resourceVersion: "11" });
    expect(ends).toHaveLength(1);
    expect(told).toEqual([]);
  });

  it("does not report an end requested by the caller", async () => {
    const { clock, watch, socket, ends } = attempt();
    watch.close();
    socket.closed(true);
    await clock.advance(20_000);
    expect(socket.dropped).toBe(true);
    expect(ends).toEqual([]);
  });
});
