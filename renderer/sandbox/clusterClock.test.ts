import { expect, it } from "vitest";
import { ageClock, sameAges, timeIn } from "./clusterClock.ts";

const START = Date.parse("2026-03-01T12:00:00.000Z");
const told = (running: boolean, speed: number) => ({
  reported: { time: "2026-03-01T12:00:00.000Z", running, speed },
  readAt: 1_000,
});

it("runs at the sandbox's speed", () => {
  expect(timeIn(told(true, 1), 3_000)).toBe(START + 2_000);
  expect(timeIn(told(true, 60), 3_000)).toBe(START + 120_000);
});

it("stops while the sandbox's time is stopped and never goes back", () => {
  expect(timeIn(told(false, 60), 3_000)).toBe(START);
  expect(timeIn(told(true, 1), 500)).toBe(START);
});

it("calculates ages by the sandbox's time, or real time without simulation", () => {
  expect(ageClock(undefined)(5_000)).toBe(5_000);
  expect(ageClock(told(true, 60))(3_000)).toBe(START + 120_000);
  expect(ageClock(told(true, 60))(0)).toBe(START);
});

it("keeps a reading while later ones yield the same ages", () => {
  const later = (milliseconds: number, running = true, speed = 1) => ({
    reported: { time: new Date(START + milliseconds).toISOString(), running, speed },
    readAt: 3_000,
  });
  expect(sameAges(told(true, 1), later(2_100))).toBe(true);
  expect(sameAges(told(true, 1), later(602_000))).toBe(false);
  expect(sameAges(told(true, 1), later(2_000, false))).toBe(false);
  expect(sameAges(told(true, 1), later(2_000, true, 60))).toBe(false);
  expect(sameAges(undefined, later(0))).toBe(false);
  expect(sameAges(undefined, undefined)).toBe(true);
});
