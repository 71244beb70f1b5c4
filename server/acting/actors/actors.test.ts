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

describe("an actor", () => {
  it("is listed with what waits for it", () => {
    const { actors } = working();
    actors.gate("scheduler", "scheduler", () => 7);
    expect(actors.list()).toEqual([
      { name: "deployments", kind: "controller", running: true, waiting: 0, working: 0 },
      { name: "scheduler", kind: "scheduler", running: true, waiting: 7, working: 0 },
    ]);
  });

  it("does nothing while it is stopped, one piece of work at each step, and the rest when it goes on", async () => {
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

  it("ends when it is to, stopped or not, and leaves its work", async () => {
    const { actors, queue, done } = working();
    actors.setAll(false);
    queue.add("a");
    await queue.stop();
    expect(done).toEqual([]);
  });

  it("is known by its name", () => {
    const { actors } = working();
    expect(() => actors.set("nobody", true)).toThrow(NoSuchActorError);
    expect(() => actors.step("nobody")).toThrow(NoSuchActorError);
  });
});
