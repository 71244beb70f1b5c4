import { describe, expect, it } from "vitest";
import { awaited, each, flatEach, flatSteps, type Steps } from "../../../shared/steps.ts";
import { SliceSpent } from "./slice.ts";
import { inTurns, nextTurn, TURN_UNITS, withinTurn } from "./turns.ts";

describe("withinTurn", () => {
  it("runs work that fits at once, and the rest in a turn of its own", async () => {
    await nextTurn();
    expect(withinTurn((slice) => slice.take(TURN_UNITS / 2))).toBeUndefined();
    let begun = 0;
    const later = withinTurn((slice) => {
      begun += 1;
      slice.take(TURN_UNITS - 1);
      return "done";
    });
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toBe("done");
    expect(begun).toBe(2);
  });

  it("fails when a whole turn is not enough", async () => {
    const tooMuch = async () => withinTurn((slice) => slice.take(TURN_UNITS + 1));
    await expect(tooMuch()).rejects.toBeInstanceOf(SliceSpent);
    await expect(Promise.all([tooMuch(), tooMuch(), tooMuch()])).rejects.toBeInstanceOf(SliceSpent);
  });

  it("yields to the event loop between waiting callers", async () => {
    const order: string[] = [];
    const job = async (name: string) => {
      await withinTurn((slice) => slice.take(TURN_UNITS - 1));
      order.push(name);
      if (name === "a") setImmediate(() => order.push("event"));
    };
    await nextTurn();
    await Promise.all([job("a"), job("b"), job("c")]);
    expect(order.indexOf("event")).toBeLessThan(order.indexOf("c"));
  });
});

describe("inTurns", () => {
  it("runs steps in order, and passes them the results of awaited promises", async () => {
    const steps = function* (): Steps<unknown> {
      const numbers = yield* each([1, 2], (n) => n * 2);
      const more = yield* flatEach(numbers, (n) => [n, n]);
      const value = yield* awaited(Promise.resolve("came"));
      return [...(yield* flatSteps(more, (n) => each([n], (m) => m + 1))), value];
    };
    expect(await inTurns(steps())).toEqual([3, 3, 5, 5, "came"]);
  });

  it("throws the error of a rejected promise where it was awaited", async () => {
    const steps = function* (): Steps<string> {
      try {
        return yield* awaited(Promise.reject(new Error("no")));
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(await inTurns(steps())).toBe("no");
  });
});
