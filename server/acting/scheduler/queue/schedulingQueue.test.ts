import { describe, expect, it } from "vitest";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { podInfo } from "../model/podInfo.ts";
import { testPod } from "../testing/world.ts";
import type { ClusterEvent } from "./clusterEvents.ts";
import { type QueuedPod, SchedulingQueue } from "./schedulingQueue.ts";

const REJECTED = new Set(["NodeResourcesFit"]);
const NOBODY: ReadonlySet<string> = new Set();
const HELP: ClusterEvent = { kind: "PodDelete" };

function queueOf() {
  const timers = manualTimers();
  const queue = new SchedulingQueue({
    timers,
    initialBackoff: 1000,
    maxBackoff: 10_000,
    pluginsInterestedIn: (kind) => (kind === "PodDelete" ? ["NodeResourcesFit"] : []),
    helps: ({ rejectedBy }, { kind }) => rejectedBy.has("NodeResourcesFit") && kind === "PodDelete",
    isGated: ({ spec }) => (spec.schedulingGates ?? []).length > 0,
    onReady: () => undefined,
  });
  const add = (name: string, priority = 0) => queue.add(podInfo(testPod(name, { spec: { priority } })));
  const pop = (): QueuedPod => {
    const queued = queue.pop();
    if (queued === undefined) throw new Error("nothing to take");
    return queued;
  };
  return { queue, timers, add, pop };
}

describe("SchedulingQueue", () => {
  it("pops by priority, then in order of arrival", () => {
    const { add, pop, queue } = queueOf();
    add("a");
    add("b", 10);
    add("c");
    expect([pop(), pop(), pop()].map(({ pod }) => pod.name)).toEqual(["b", "a", "c"]);
    expect(queue.pop()).toBeUndefined();
  });

  it("holds gated pods until their gates are removed", () => {
    const { queue, pop } = queueOf();
    queue.add(podInfo(testPod("g", { spec: { schedulingGates: [{ name: "wait" }] } })));
    expect(queue.pop()).toBeUndefined();
    queue.update(podInfo(testPod("g")));
    expect(pop().pod.name).toBe("g");
  });

  it("retries failed pods after relevant events, with doubling backoff", () => {
    const { queue, timers, add, pop } = queueOf();
    add("p");
    for (const backoff of [1000, 2000, 4000, 8000, 10_000, 10_000]) {
      queue.failed(pop(), REJECTED);
      queue.move({ kind: "NodeAdd" });
      expect(queue.sizes).toEqual({ active: 0, backoff: 0, unschedulable: 1 });
      queue.move(HELP);
      expect(queue.sizes.backoff).toBe(1);
      timers.advance(backoff - 1);
      expect(queue.pop()).toBeUndefined();
      timers.advance(1);
    }
    expect(pop().attempts).toBe(7);
  });

  it("does not miss events during a scheduling attempt", () => {
    const { queue, timers, add, pop } = queueOf();
    add("p");
    const queued = pop();
    queue.move(HELP);
    queue.failed(queued, REJECTED);
    timers.advance(1000);
    expect(pop()).toBe(queued);
  });

  it("soon retries pods that failed without a rejecting plugin, and all others after five minutes", () => {
    const { queue, timers, add, pop } = queueOf();
    add("odd");
    queue.failed(pop(), NOBODY);
    timers.advance(1000);
    queue.failed(pop(), REJECTED);
    for (let i = 0; i < 10; i++) timers.advance(30_000);
    expect(queue.pop()).toBeUndefined();
    timers.advance(30_000);
    expect(pop().pod.name).toBe("odd");
  });

  it("removes deleted pods from every sub-queue", () => {
    const { queue, timers, add, pop } = queueOf();
    add("a");
    queue.delete("ns/a");
    expect(queue.pop()).toBeUndefined();
    add("b");
    queue.failed(pop(), NOBODY);
    queue.delete("ns/b");
    timers.advance(60_000);
    expect(queue.pop()).toBeUndefined();
    add("c");
    const tried = pop();
    queue.delete("ns/c");
    queue.failed(tried, NOBODY);
    timers.advance(60_000);
    expect(queue.pop()).toBeUndefined();
  });

  it("reorders on a priority change and pops each pod once", () => {
    const { queue, add, pop } = queueOf();
    add("a", 5);
    add("b", 1);
    queue.update(podInfo(testPod("b", { spec: { priority: 9 } })));
    expect([pop(), pop()].map(({ pod }) => pod.name)).toEqual(["b", "a"]);
    expect(queue.pop()).toBeUndefined();
  });
});
