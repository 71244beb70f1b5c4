import { describe, expect, it } from "vitest";
import { systemTimers } from "../../ground/timing/timers.ts";
import { WorkQueue } from "../../ground/timing/workQueue.ts";
import { Actors, NoSuchActorError } from "./actors.ts";

function working() {
  const actors = new Actors();
  const done: string[] = [];
  const queue = new WorkQueue({
    timers: systemTimers,
    gate: actors.gate("deployments", "controller"),
    observer: actors.observer("deployments", "controller", undefined),
    work: async (key) => void done.push(key),
    concurrency: 2,
  });
  return { actors, queue, done };
}

describe("Actor", () => {
  it("is listed together with its pending work items", () => {
    const { actors } = working();
    actors.gate("scheduler", "scheduler", () => 7);
    expect(actors.list()).toEqual([
      { name: "deployments", kind: "controller", running: true, waiting: 0, working: 0 },
      { name: "scheduler", kind: "scheduler", running: true, waiting: 7, working: 0 },
    ]);
  });

  it("runs nothing while paused, one work item per step, and the remaining items when resumed", async () => {
    const { actors, queue, done } = working();
    actors.set("deployments", false);
    for (const key of ["a", "b", "c"]) queue.add(key);
    expect(actors.list()).toMatchObject([{ running: false, waiting: 1, working: 2 }]);
    expect(actors.step("deployments")).toBe(true);
    await queue.idle("a");
    expect(done).toEqual(["a"]);
    actors.set("deployments", true);
    await queue.idle();
    expect(done).toEqual(["a", "b", "c"]);
    expect(actors.step("deployments")).toBe(false);
  });

  it("stops on request, paused or not, and drops its pending work", async () => {
    const { actors, queue, done } = working();
    actors.setAll(false);
    queue.add("a");
    await queue.stop();
    expect(done).toEqual([]);
  });

  it("is registered under its name", () => {
    const { actors } = working();
    expect(() => actors.set("nobody", true)).toThrow(NoSuchActorError);
    expect(() => actors.step("nobody")).toThrow(NoSuchActorError);
  });
});
