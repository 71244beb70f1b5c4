import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Action, type Operation, type Result, type State, step } from "./history.ts";
import { checkLinearizable } from "./linearizable.ts";

const read: Action = { type: "read" };
const create = (value: string): Action => ({ type: "create", value });
const overwrite = (value: string): Action => ({ type: "overwrite", value });
const replace = (expected: string, value: string): Action => ({ type: "replace", expected, value });
const remove: Action = { type: "remove" };
const done: Result = { type: "done" };
const found = (value: string): Result => ({ type: "done", value });
const absent: Result = { type: "absent" };
const refused: Result = { type: "refused" };

const op = (invoked: number, at: number, action: Action, result: Result): Operation => ({
  client: 0,
  action,
  invoked,
  outcome: { at, result },
});
const unknown = (invoked: number, action: Action): Operation => ({ client: 0, action, invoked });
const verdict = (...operations: Operation[]) => checkLinearizable(operations).type;

describe("checkLinearizable", () => {
  it("accepts a history that has a valid sequential order", () => {
    expect(verdict()).toBe("linearizable");
    expect(
      verdict(
        op(0, 1, read, absent),
        op(2, 3, create("a"), done),
        op(4, 5, create("b"), refused),
        op(6, 7, replace("a", "c"), done),
        op(8, 9, replace("a", "d"), refused),
        op(10, 11, read, found("c")),
        op(12, 13, remove, done),
        op(14, 15, overwrite("e"), absent),
      ),
    ).toBe("linearizable");
  });

  it("accepts any order of overlapping operations", () => {
    expect(verdict(op(0, 10, create("a"), done), op(1, 2, read, absent), op(3, 4, read, found("a")))).toBe(
      "linearizable",
    );
    expect(verdict(op(0, 10, create("a"), done), op(1, 2, read, found("a")), op(3, 4, read, absent))).toBe("violated");
  });

  it("finds a stale read, a lost write and a write that counts twice", () => {
    expect(verdict(op(0, 1, create("a"), done), op(2, 3, read, absent))).toBe("violated");
    expect(verdict(op(0, 1, create("a"), done), op(2, 3, overwrite("b"), done), op(4, 5, read, found("a")))).toBe(
      "violated",
    );
    expect(
      verdict(op(0, 1, create("a"), done), op(2, 9, replace("a", "b"), done), op(2, 9, replace("a", "c"), done)),
    ).toBe("violated");
    expect(verdict(op(0, 1, create("a"), done), op(2, 3, remove, done), op(4, 5, remove, done))).toBe("violated");
  });

  it("lets an operation of unknown outcome take effect late or never, but only once", () => {
    const late = unknown(0, create("a"));
    expect(verdict(late, op(5, 6, read, absent))).toBe("linearizable");
    expect(verdict(late, op(5, 6, read, absent), op(7, 8, read, found("a")))).toBe("linearizable");
    expect(verdict(late, op(5, 6, read, found("a")), op(7, 8, remove, done), op(9, 10, read, found("a")))).toBe(
      "violated",
    );
    expect(verdict(op(0, 1, read, found("a")), unknown(5, create("a")))).toBe("violated");
  });

  it("returns the longest valid prefix of a violation, and gives up after its step limit", () => {
    const history = [op(0, 1, create("a"), done), op(2, 3, read, found("b"))];
    expect(checkLinearizable(history)).toEqual({ type: "violated", longest: history.slice(0, 1) });
    expect(checkLinearizable(history, 1)).toEqual({ type: "undecided" });
  });

  /** A history that a real object could produce: each action takes effect at a moment between its two times. */
  const histories = fc
    .array(
      fc.record({
        type: fc.constantFrom("read", "create", "overwrite", "replace", "remove" as const),
        moment: fc.integer({ min: 0, max: 60 }),
        before: fc.integer({ min: 0, max: 20 }),
        after: fc.integer({ min: 0, max: 20 }),
        isUnknown: fc.boolean(),
        expected: fc.nat({ max: 12 }),
      }),
      { maxLength: 14 },
    )
    .map((given) => {
      let state: State;
      const moments = given.map((each, i) => ({ ...each, at: each.moment + i / 100 })).sort((a, b) => a.at - b.at);
      return moments.map(({ type, at, before, after, isUnknown, expected }, i): Operation => {
        const value = `v${i}`;
        const action: Action =
          type === "replace"
            ? { type, expected: `v${expected}`, value }
            : type === "remove" || type === "read"
              ? { type }
              : { type, value };
        const { next, result } = step(state, action);
        const told: Result =
          result === "done" && type === "read" && state !== undefined ? found(state) : { type: result };
        state = next;
        const invoked = at - before;
        return isUnknown && type !== "read" ? unknown(invoked, action) : op(invoked, at + after, action, told);
      });
    });

  it("accepts every history that a real object produced", () => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(checkLinearizable(history).type).toBe("linearizable");
      }),
    );
  });

  it("finds a read of a value that no client wrote, wherever it is", () => {
    fc.assert(
      fc.property(histories, fc.nat({ max: 80 }), (history, at) => {
        const forged = [...history, op(at, at + 5, read, found("forged"))];
        expect(checkLinearizable(forged).type).toBe("violated");
      }),
    );
  });
});
