import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCron } from "./cronSchedule.ts";
import { nextTime, zonedTimestamp } from "./cronTimes.ts";

const next = (schedule: string, after: string, zone?: string): string | undefined => {
  const time = nextTime(parseCron(schedule), Date.parse(after), zone);
  return time === undefined ? undefined : new Date(time).toISOString().replace(":00.000Z", "Z");
};

describe("nextTime", () => {
  it.each<[string, string, string | undefined, string | undefined]>([
    ["* * * * *", "2026-01-01T00:00:30Z", undefined, "2026-01-01T00:01Z"],
    ["*/15 * * * *", "2026-01-01T00:45:00Z", undefined, "2026-01-01T01:00Z"],
    ["0 9 * * mon-fri", "2026-01-02T09:00:00Z", undefined, "2026-01-05T09:00Z"],
    ["0 0 13 * fri", "2026-01-01T00:00:00Z", undefined, "2026-01-02T00:00Z"],
    ["0 0 29 2 *", "2026-01-01T00:00:00Z", undefined, "2028-02-29T00:00Z"],
    ["0 0 30 2 *", "2026-01-01T00:00:00Z", undefined, undefined],
    ["30 6 * * *", "2026-07-01T00:00:00Z", "Europe/Berlin", "2026-07-01T04:30Z"],
    ["CRON_TZ=Asia/Kolkata 0 0 * * *", "2026-01-01T00:00:00Z", undefined, "2026-01-01T18:30Z"],
    // The clocks skip 02:30 on this day; it exists again on the next day.
    ["30 2 * * *", "2026-03-28T12:00:00Z", "Europe/Berlin", "2026-03-30T00:30Z"],
    ["@every 90s", "2026-01-01T00:00:00Z", undefined, "2026-01-01T00:01:30.000Z"],
  ])("of %s after %s in %s is %s", (schedule, after, zone, time) => {
    expect(next(schedule, after, zone)).toBe(time);
  });

  it("is later than the given time without a match in between", () => {
    const fields = fc.tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 23 }));
    fc.assert(
      fc.property(fields, fc.integer({ min: 1.7e12, max: 1.8e12 }), ([minute, hour], after) => {
        const schedule = parseCron(`${minute} ${hour} * * *`);
        const time = nextTime(schedule, after) ?? 0;
        expect(time).toBeGreaterThan(after);
        expect(time - after).toBeLessThanOrEqual(24 * 3600_000);
        expect([new Date(time).getUTCMinutes(), new Date(time).getUTCHours()]).toEqual([minute, hour]);
      }),
    );
  });
});

describe("zonedTimestamp", () => {
  it.each([
    ["UTC", "2026-01-01T12:00:05Z"],
    ["Europe/London", "2026-01-01T12:00:05Z"],
    ["Europe/Berlin", "2026-01-01T13:00:05+01:00"],
    ["America/St_Johns", "2026-01-01T08:30:05-03:30"],
    ["Asia/Kolkata", "2026-01-01T17:30:05+05:30"],
  ])("has the UTC offset of %s", (zone, text) => {
    expect(zonedTimestamp(Date.parse("2026-01-01T12:00:05Z"), zone)).toBe(text);
  });
});
