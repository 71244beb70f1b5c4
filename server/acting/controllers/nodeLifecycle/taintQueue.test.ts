import { describe, expect, it } from "vitest";
import { TaintQueue } from "./taintQueue.ts";

describe("Queue of nodes to taint", () => {
  it("returns the first node immediately and each next one when the rate limit allows", () => {
    const queue = new TaintQueue(0.1, 0);
    for (const name of ["a", "b", "b"]) queue.add(name);
    expect(queue.wait(0)).toBe(0);
    expect(queue.take(0)).toBe("a");
    expect(queue.take(0)).toBeUndefined();
    expect(queue.wait(0)).toBe(10_000);
    expect(queue.take(9_999)).toBeUndefined();
    expect(queue.take(10_000)).toBe("b");
    expect(queue.wait(10_000)).toBeUndefined();
  });

  it("accumulates at most one token", () => {
    const queue = new TaintQueue(0.1, 0);
    for (const name of ["a", "b"]) queue.add(name);
    expect(queue.take(3_600_000)).toBe("a");
    expect(queue.take(3_600_000)).toBeUndefined();
  });

  it("blocks at rate zero and applies the delay after it resumes", () => {
    const queue = new TaintQueue(0.1, 0);
    queue.add("a");
    queue.setRate(0, 0);
    expect(queue.take(60_000)).toBeUndefined();
    expect(queue.wait(60_000)).toBeUndefined();
    queue.setRate(0.1, 60_000);
    expect(queue.wait(60_000)).toBe(10_000);
    expect(queue.take(70_000)).toBe("a");
  });

  it("removes nodes that no longer need a taint", () => {
    const queue = new TaintQueue(1, 0);
    queue.add("a");
    queue.delete("a");
    expect(queue.take(0)).toBeUndefined();
  });
});
