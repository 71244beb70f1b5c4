import { expect, it } from "vitest";
import type { ApiObject } from "../../shared/object.ts";
import { type Moment, momentOf } from "./moments.ts";
import { timeAt, timeMarks, timeTicks } from "./timeMarks.ts";

const time = (second: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const moment = (type: string, revision: number, second?: number): Moment => {
  const creationTimestamp = second === undefined ? undefined : time(second);
  const metadata = { name: `o${revision}`, resourceVersion: String(revision), creationTimestamp };
  return momentOf(type, { metadata } as unknown as ApiObject) as Moment;
};

it("marks each change at its stop", () => {
  const moments = [moment("ADDED", 5, 1), moment("MODIFIED", 7, 2), moment("DELETED", 9)];
  expect(timeMarks(moments, [1, 5, 7, 9])).toEqual([
    { left: 25, type: "ADDED" },
    { left: 50, type: "MODIFIED" },
    { left: 75, type: "DELETED" },
  ]);
});

it("merges many marks into one that shows the most important change", () => {
  const moments = Array.from({ length: 2000 }, (_, i) => moment(i === 1000 ? "DELETED" : "MODIFIED", i + 2, i));
  const marks = timeMarks(moments, [1, ...moments.map(({ revision }) => revision)]);
  expect(marks.length).toBeLessThan(260);
  expect(marks.filter(({ type }) => type === "DELETED").length).toBe(1);
});

it("takes the time of changes without one from earlier changes", () => {
  const moments = [moment("ADDED", 5, 10), moment("DELETED", 9), moment("ADDED", 12, 20)];
  expect([4, 5, 9, 12].map((revision) => timeAt(moments, revision))).toEqual([
    0,
    Date.parse(time(10)),
    Date.parse(time(10)),
    Date.parse(time(20)),
  ]);
  const ticks = timeTicks(moments, [1, 5, 9, 12]);
  expect(ticks.map(({ at }) => at)).toEqual([Date.parse(time(10)), Date.parse(time(20))]);
  expect(
    timeTicks(
      Array.from({ length: 500 }, (_, i) => moment("ADDED", i + 1, i)),
      Array.from({ length: 500 }, (_, i) => i + 1),
    ).length,
  ).toBeLessThan(8);
});
