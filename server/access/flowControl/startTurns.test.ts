import { beforeEach, describe, expect, it } from "vitest";
import { StartTurns } from "./startTurns.ts";

let now = 0;
let endTurn: () => void;
let turns: StartTurns;

/** How many requests of 0.06 ms each start in one turn. */
function begun(): number {
  endTurn();
  let count = 0;
  for (; turns.hasTime(); count += 1) now += 0.06;
  return count;
}

describe("Start turns", () => {
  beforeEach(() => {
    now = 1000;
    endTurn = () => undefined;
    turns = new StartTurns(
      () => now,
      (callback) => {
        endTurn = callback;
      },
    );
  });

  it("are long for a single active flow and short for several", () => {
    turns.note("a");
    turns.note("a");
    expect(begun()).toBe(5);
    turns.note("b");
    expect(begun()).toBe(2);
    turns.note("b");
    expect(begun()).toBe(2);
    now += 100;
    expect(begun()).toBe(5);
  });

  it("allow at least one request regardless of its duration", () => {
    turns.note("a");
    expect(turns.hasTime()).toBe(true);
    now += 10;
    expect(turns.hasTime()).toBe(false);
    endTurn();
    expect(turns.hasTime()).toBe(true);
  });
});
