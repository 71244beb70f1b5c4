import { beforeEach, expect, it } from "vitest";
import { Settling } from "./settling.ts";
import { type ManualTimers, manualTimers } from "./testing/manualTimers.ts";

let timers: ManualTimers;
let settled: number[];
let settling: Settling;
beforeEach(() => {
  timers = manualTimers();
  settled = [];
  settling = new Settling(() => settled.push(timers.now), { quiet: 50, most: 200, timers });
});

it("calls back once changes have paused, for each series of changes", () => {
  for (const wait of [40, 40, 49]) {
    settling.note();
    timers.advance(wait);
  }
  expect(settled).toEqual([]);
  timers.advance(1);
  timers.advance(1000);
  expect(settled).toEqual([130]);
  settling.note();
  timers.advance(50);
  expect(settled).toEqual([130, 1180]);
});

it("calls back now and then while changes never pause", () => {
  for (let i = 0; i < 50; i++) {
    settling.note();
    timers.advance(10);
  }
  expect(settled).toEqual([200, 400]);
});

it("forgets changes when it is stopped", () => {
  settling.note();
  settling.stop();
  timers.advance(1000);
  expect(settled).toEqual([]);
});
