import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CronFields, isTimeZone, parseCron } from "./cronSchedule.ts";

const fieldsOf = (text: string): CronFields => {
  const schedule = parseCron(text);
  if (schedule.kind !== "fields") throw new Error("not a schedule of fields");
  return schedule.fields;
};

describe("parseCron", () => {
  test("lists, ranges, steps and names", () => {
    const fields = fieldsOf("0,30 9-17/4 1 jan-mar MON-fri");
    expect([...fields.minutes]).toEqual([0, 30]);
    expect([...fields.hours]).toEqual([9, 13, 17]);
    expect([...fields.months]).toEqual([1, 2, 3]);
    expect([...fields.daysOfWeek]).toEqual([1, 2, 3, 4, 5]);
    expect(fields.anyDayOfMonth).toBe(false);
  });

  test("a start value with a step extends to the end of the range", () => {
    expect([...fieldsOf("50/5 * * * *").minutes]).toEqual([50, 55]);
    expect(fieldsOf("* * ? * *").anyDayOfMonth).toBe(true);
  });

  test("supports descriptors, intervals and time zones", () => {
    expect(fieldsOf("@weekly").daysOfWeek).toEqual(new Set([0]));
    expect(parseCron("@every 1h30m0.5s")).toEqual({ kind: "every", period: 5_400_000 });
    expect(parseCron("@every 10ms")).toEqual({ kind: "every", period: 1000 });
    expect(parseCron("CRON_TZ=Europe/Berlin 0 0 * * *").timeZone).toBe("Europe/Berlin");
  });

  test.each([
    ["sometimes", "expected exactly 5 fields, found 1: [sometimes]"],
    ["* * * *", "expected exactly 5 fields, found 4: [* * * *]"],
    ["", "empty spec string"],
    ["60 * * * *", "end of range (60) above maximum (59): 60"],
    ["* * 0 * *", "beginning of range (0) below minimum (1): 0"],
    ["5-1 * * * *", "beginning of range (5) beyond end of range (1): 5-1"],
    ["*/0 * * * *", "step of range should be a positive number: */0"],
    ["1-2-3 * * * *", "too many hyphens: 1-2-3"],
    ["1/2/3 * * * *", "too many slashes: 1/2/3"],
    ["x * * * *", 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ["@often", "unrecognized descriptor: @often"],
    ["TZ=Mars/Olympus * * * * *", "provided bad location Mars/Olympus: unknown time zone Mars/Olympus"],
  ])("rejects %j", (text, message) => {
    expect(() => parseCron(text)).toThrow(message);
  });

  test("a time zone is spelled like its file", () => {
    const known =
      "UTC Zulu EST5EDT GB-Eire Europe/Berlin US/Pacific Etc/GMT+5 America/Port-au-Prince Antarctica/McMurdo";
    expect(known.split(" ").filter((zone) => !isTimeZone(zone))).toEqual([]);
    expect("utc Utc zulu europe/berlin EUROPE/BERLIN us/Pacific".split(" ").filter(isTimeZone)).toEqual([]);
  });

  test("a list of values matches exactly these values", () => {
    const values = fc.uniqueArray(fc.integer({ min: 0, max: 59 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(values, (minutes) => {
        expect(fieldsOf(`${minutes.join(",")} * * * *`).minutes).toEqual(new Set(minutes));
      }),
    );
  });

  test("a step matches every nth value of its range", () => {
    fc.assert(
      fc.property(fc.nat(23), fc.nat(23), fc.integer({ min: 1, max: 24 }), (a, b, step) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const expected = Array.from({ length: 24 }, (_, hour) => hour).filter(
          (hour) => hour >= low && hour <= high && (hour - low) % step === 0,
        );
        expect([...fieldsOf(`0 ${low}-${high}/${step} * * *`).hours]).toEqual(expected);
      }),
    );
  });
});
