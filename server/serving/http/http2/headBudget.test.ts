import { beforeEach, describe, expect, it } from "vitest";
import { HeadBudget } from "./headBudget.ts";

let endTurn: () => void;
let budget: HeadBudget;
beforeEach(() => {
  endTurn = () => undefined;
  budget = new HeadBudget(10, (callback) => {
    endTurn = callback;
  });
});

/** The number of allowed heads, out of `count` heads with `headers` headers each. */
const allowed = (count: number, headers: number): number =>
  Array.from({ length: count }, () => budget.take(headers)).filter(Boolean).length;

describe("budget of one HTTP/2 connection per turn", () => {
  it("allows four times as many requests as may be open at once", () => {
    expect(allowed(100, 10)).toBe(40);
    endTurn();
    expect(allowed(100, 10)).toBe(40);
  });

  it("limits headers to a small multiple of the largest allowed request head", () => {
    expect(allowed(20, 2000)).toBe(8);
    endTurn();
    expect(allowed(8, 2000)).toBe(8);
  });
});
