import { describe, expect, it } from "vitest";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { failure } from "../../../testing/testServices.ts";
import { pendingWrite } from "./pendingWrite.ts";
import { type Turn, WriteQueues } from "./writeQueues.ts";
import type { WriteTime } from "./writeTime.ts";

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A time limit that the test ends. */
function timeOf(milliseconds: number): WriteTime & { readonly end: AbortController } {
  const end = new AbortController();
  return { left: () => milliseconds, signal: end.signal, end };
}

function setUp() {
  const timers = manualTimers();
  const queues = new WriteQueues(timers);
  const order: string[] = [];
  const turns = new Map<string, Turn>();
  /** Joins the line of a key; records the name when the turn comes. */
  const come = (name: string, time?: WriteTime, key = "k", follows = false): Promise<void> =>
    queues.enter(key, time, follows).then((turn) => {
      turns.set(name, turn);
      order.push(name);
    });
  const turn = (name: string): Turn => {
    const found = turns.get(name);
    if (found === undefined) throw new Error(`${name} has no turn`);
    return found;
  };
  return { timers, queues, order, come, turn };
}

describe("a line", () => {
  it("admits writers in order of arrival and ends with the last one", async () => {
    const { queues, order, come, turn, timers } = setUp();
    const names = ["a", "b", "c", "d"];
    const coming = names.map((name) => come(name));
    for (const [i, name] of names.entries()) {
      await coming[i];
      await settle();
      expect(order).toEqual(names.slice(0, i + 1));
      turn(name).leave();
    }
    expect([queues.size, timers.pending()]).toEqual([0, []]);
  });

  it("is separate for each key", async () => {
    const { order, come } = setUp();
    await Promise.all([come("a", undefined, "k"), come("b", undefined, "l")]);
    expect(order).toEqual(["a", "b"]);
  });

  it("waits a bounded time for each writer, and longer for one that lost a race", async () => {
    const { order, come, turn, timers } = setUp();
    const arrivals = ["slow", "b", "c", "d", "e"].map((name) => come(name));
    await arrivals[0];
    expect(timers.pending()).toEqual([200]);
    timers.advance(199);
    await settle();
    expect(order).toEqual(["slow"]);
    timers.advance(1);
    await settle();
    expect(order).toEqual(["slow", "b"]);
    // It lost its race and goes before all writers that arrived after it.
    const again = turn("slow")
      .again()
      .then(() => order.push("slow"));
    turn("b").leave();
    await again;
    expect(order).toEqual(["slow", "b", "slow"]);
    expect(timers.pending()).toEqual([800]);
    timers.advance(800);
    await settle();
    expect(order.at(-1)).toBe("c");
    // Passing on a turn that has ended has no effect.
    turn("slow").leave();
    await settle();
    expect(order.at(-1)).toBe("c");
    turn("c").leave();
    await settle();
    expect(order.at(-1)).toBe("d");
  });

  it("keeps the turn of a writer that lost a race, and recalls the writers that came first", async () => {
    const { order, come, turn, timers } = setUp();
    const arrivals = ["a", "b", "c"].map((name) => come(name));
    await arrivals[0];
    await turn("a").again();
    await settle();
    expect([order, timers.pending()]).toEqual([["a"], [800]]);
    timers.advance(800);
    await arrivals[1];
    timers.advance(200);
    await arrivals[2];
    const back = ["b", "a"].map((name) =>
      turn(name)
        .again()
        .then(() => order.push(name)),
    );
    turn("c").leave();
    await back[1];
    expect(order).toEqual(["a", "b", "c", "a"]);
    turn("a").leave();
    await back[0];
    expect(order.at(-1)).toBe("b");
  });

  it("is left immediately by a writer that times out or whose client disconnects", async () => {
    const { queues, order, come, turn, timers } = setUp();
    const gone = timeOf(10_000);
    await come("a");
    const late = failure(() => come("late", timeOf(150)));
    const left = failure(() => come("gone", gone));
    const last = come("last");
    gone.end.abort();
    expect(await left).toMatchObject({
      code: 504,
      reason: "Timeout",
      message: expect.stringMatching(/context canceled$/),
    });
    timers.advance(150);
    expect(await late).toMatchObject({
      code: 504,
      message: "Timeout: request did not complete within requested timeout - context deadline exceeded",
    });
    const never = timeOf(10_000);
    never.end.abort();
    expect((await failure(() => come("never", never))).code).toBe(504);
    turn("a").leave();
    await last;
    turn("last").leave();
    expect([order, queues.size, timers.pending()]).toEqual([["a", "last"], 0, []]);
  });

  it("waits for its current writer again after all waiting writers have left", async () => {
    const { queues, order, come, turn, timers } = setUp();
    await come("a");
    const left = failure(() => come("b", timeOf(10)));
    timers.advance(10);
    await left;
    expect(timers.pending()).toEqual([]);
    timers.advance(1000);
    const next = come("c");
    await settle();
    expect(order).toEqual(["a"]);
    turn("a").leave();
    await next;
    turn("c").leave();
    expect(queues.size).toBe(0);
  });

  it("passes a pending write to writers that can follow it and makes others wait for it", async () => {
    const { queues, order, come, turn, timers } = setUp();
    const pending = (name: string) =>
      pendingWrite({ kind: "A", apiVersion: "v1", metadata: { name } }, 1, new Promise(() => {}));
    const [first, second] = [pending("first"), pending("second")];
    await come("a");
    const arrivals = [come("b", undefined, "k", true), come("c"), come("d", undefined, "k", true)];
    turn("a").pass(first);
    await arrivals[0];
    expect(turn("b").before).toBe(first);
    // It has already passed its turn on, so leaving has no effect.
    turn("a").leave();
    turn("b").pass(second);
    await settle();
    expect(order).toEqual(["a", "b"]);
    turn("b").leave();
    await arrivals[1];
    expect(turn("c").before).toBeUndefined();
    turn("c").leave();
    await arrivals[2];
    expect([order, turn("d").before]).toEqual([["a", "b", "c", "d"], undefined]);
    // A writer that arrives while no other waits starts at once from the pending write.
    turn("d").pass(second);
    await come("e", undefined, "k", true);
    expect(turn("e").before).toBe(second);
    turn("d").leave();
    turn("e").leave();
    expect([queues.size, timers.pending()]).toEqual([0, []]);
  });

  it("makes a writer that lost a race wait for stored results, and discards a failed pending write", async () => {
    const { queues, order, come, turn } = setUp();
    const failed = pendingWrite({ kind: "A", apiVersion: "v1", metadata: {} }, 1, Promise.reject(new Error("failed")));
    await come("a");
    turn("a").pass(failed);
    await turn("a").again();
    const next = come("b", undefined, "k", true);
    await settle();
    expect([await failed.outcome, failed.settled, order]).toEqual([undefined, { revision: undefined }, ["a"]]);
    turn("a").pass(failed);
    await next;
    const again = turn("a")
      .again()
      .then(() => order.push("a"));
    turn("b").pass(failed);
    await settle();
    expect(order).toEqual(["a", "b"]);
    turn("b").leave();
    await again;
    expect([order.at(-1), turn("a").before]).toEqual(["a", undefined]);
    turn("a").leave();
    expect(queues.size).toBe(0);
  });
});
