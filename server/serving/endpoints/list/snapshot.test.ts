import { describe, expect, it } from "vitest";
import { atOnce, finished, type Steps } from "../../../../shared/steps.ts";
import { copyBeforeYield, Snapshot } from "./snapshot.ts";

/** Counts the numbers that are taken from a live list. */
function counted(list: readonly number[]) {
  let taken = 0;
  const source = {
    *[Symbol.iterator]() {
      for (let i = 0; i < list.length; i++) {
        taken += 1;
        yield list[i] as number;
      }
    },
  };
  return { source, taken: () => taken };
}

describe("the items of a snapshot", () => {
  it("are read lazily, one by one", () => {
    const { source, taken } = counted([1, 2, 3, 4]);
    const moment = new Snapshot(source);
    expect([moment.next(), moment.next(), taken()]).toEqual([1, 2, 2]);
  });

  it("do not change after hold() has copied them", () => {
    const list = [1, 2, 3];
    const moment = new Snapshot(counted(list).source);
    expect(moment.next()).toBe(1);
    moment.copyRest();
    list.splice(0, 3, 7, 8, 9);
    moment.copyRest();
    expect([moment.next(), moment.next(), moment.next()]).toEqual([2, 3, undefined]);
  });
});

describe("steps that run on a snapshot", () => {
  it("copy nothing when they finish without yielding", () => {
    const { source, taken } = counted([1, 2]);
    expect(atOnce(copyBeforeYield(new Snapshot(source), finished("done")))).toBe("done");
    expect(taken()).toBe(0);
  });

  it("copy the remaining items before they yield, and pass values and errors through", () => {
    const { source, taken } = counted([1, 2]);
    const seen: unknown[] = [];
    const slow = function* (): Steps<string> {
      seen.push(yield undefined);
      try {
        yield undefined;
      } catch (error) {
        seen.push(error);
      }
      return "done";
    };
    const steps = copyBeforeYield(new Snapshot(source), slow());
    expect(steps.next().done).toBe(false);
    expect(taken()).toBe(2);
    steps.next("value");
    expect(steps.throw("error")).toEqual({ done: true, value: "done" });
    expect(seen).toEqual(["value", "error"]);
  });

  it("run their cleanup when the caller stops them", () => {
    let isTidy = false;
    const slow = function* (): Steps<void> {
      try {
        yield undefined;
      } finally {
        isTidy = true;
      }
    };
    const steps = copyBeforeYield(new Snapshot([]), slow());
    steps.next();
    steps.return(undefined);
    expect(isTidy).toBe(true);
  });
});
