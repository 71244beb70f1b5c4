import { describe, expect, it } from "vitest";
import { RevisionTimes } from "./revisionTimes.ts";

describe("RevisionTimes", () => {
  it("returns no revision for times before the first observation, and never one that is too new", () => {
    let now = 10_000;
    const times = new RevisionTimes(() => now);
    expect(times.at(20_000)).toBe(0);
    const seen: [number, number][] = [];
    for (let revision = 5; revision < 500; revision++) {
      times.saw(revision);
      seen.push([now, revision]);
      now += (revision * 37) % 400;
    }
    times.saw(7);
    expect(times.at(9999)).toBe(0);
    expect(times.at(now)).toBe(499);
    for (let time = 10_000; time < now; time += 77) {
      const exact = seen.filter(([at]) => at <= time).at(-1)?.[1] ?? 0;
      const recent = seen.filter(([at]) => at <= time - 2000).at(-1)?.[1] ?? 0;
      expect(times.at(time)).toBeLessThanOrEqual(exact);
      expect(times.at(time)).toBeGreaterThanOrEqual(recent);
    }
  });

  it("drops the oldest observations", () => {
    let now = 0;
    const times = new RevisionTimes(() => now);
    for (let revision = 1; revision <= 20_000; revision++) {
      now = revision * 2000;
      times.saw(revision);
    }
    expect(times.at(now)).toBe(20_000);
    expect(times.at(2000)).toBe(0);
    expect(times.at(2000 * 19_000)).toBe(19_000);
  });
});
