import { beforeEach, describe, expect, it } from "vitest";
import { Arrivals } from "./arrivals.ts";

let now = 0;
let turns: (() => void)[] = [];
let arrivals: Arrivals;
let begun: string[] = [];

/** Ends a turn of the event loop, after everything scheduled in it. */
async function endTurn(): Promise<void> {
  await new Promise(setImmediate);
  const due = turns;
  turns = [];
  for (const each of due) each();
  await new Promise(setImmediate);
}

const a = {};
const b = {};
/** A request that takes `time` milliseconds, most of them after awaiting something that is already available. */
const takes = (name: string, time: number) => (): void => {
  begun.push(name);
  void Promise.resolve().then(() => {
    now += time;
  });
};

describe("requests that arrive together", () => {
  beforeEach(() => {
    now = 0;
    turns = [];
    begun = [];
    arrivals = new Arrivals(
      () => now,
      (callback) => turns.push(callback),
    );
  });

  it("start at once while they are short", async () => {
    arrivals.begin(a, takes("1", 1));
    expect(begun).toEqual(["1"]);
    for (let i = 2; i < 6; i++) arrivals.begin(a, takes(`${i}`, 1));
    await new Promise(setImmediate);
    expect(begun).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("start in later turns once the current turn's time is spent", async () => {
    for (let i = 1; i < 6; i++) arrivals.begin(a, takes(`${i}`, 6));
    await new Promise(setImmediate);
    expect(begun).toEqual(["1", "2"]);
    await endTurn();
    expect(begun).toEqual(["1", "2", "3", "4"]);
    arrivals.begin(b, takes("late", 6));
    await endTurn();
    expect(begun).toEqual(["1", "2", "3", "4", "5", "late"]);
  });

  it("of one connection do not make other connections wait for all of them", async () => {
    for (let i = 1; i < 6; i++) arrivals.begin(a, takes(`a${i}`, 11));
    arrivals.begin(b, takes("b", 11));
    for (let i = 0; i < 6; i++) await endTurn();
    expect(begun).toEqual(["a1", "a2", "b", "a3", "a4", "a5"]);
  });

  it("continue after one that fails", async () => {
    const fail = (): never => {
      throw new Error("broken");
    };
    expect(() => arrivals.begin(a, fail)).toThrow("broken");
    arrivals.begin(a, takes("1", 1));
    await new Promise(setImmediate);
    expect(begun).toEqual(["1"]);
  });
});
