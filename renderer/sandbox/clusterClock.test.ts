import { expect, it } from "vitest";
import { timeIn } from "./clusterClock.ts";

const START = Date.parse("2026-03-01T12:00:00.000Z");
const told = (running: boolean, speed: number) => ({
  told: { time: "2026-03-01T12:00:00.000Z", running, speed },
  readAt: 1_000,
});

it("runs as fast as the sandbox's time", () => {
  expect(timeIn(told(true, 1), 3_000)).toBe(START + 2_000);
  expect(timeIn(told(true, 60), 3_000)).toBe(START + 120_000);
});

it("stops while the sandbox's time is stopped, and never goes back", () => {
  expect(timeIn(told(false, 60), 3_000)).toBe(START);
  expect(timeIn(told(true, 1), 500)).toBe(START);
});
