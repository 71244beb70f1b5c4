import { expect, it } from "vitest";
import { row } from "../../testing/rows.ts";
import { agedText, cellTime } from "./cellTime.ts";

const DAY = 86_400_000;
const read = Date.parse("2026-11-28T12:00:00Z");

it.each([
  ["2026-11-20T10:00:00Z", Date.parse("2026-11-20T10:00:00Z")],
  ["7d", read - 7 * DAY],
  ["2d1h", read - 2 * DAY - DAY / 24],
  ["<invalid>", undefined],
  ["<unknown>", undefined],
  ["yesterday", undefined],
  [null, undefined],
])("reads the time in cell %j", (cell, time) => {
  expect(cellTime(row("a", { cells: ["a", cell], read }), 1)).toBe(time);
});

it.each([
  ["4 (16s ago)", { text: "4", since: read - 16_000 }],
  ["12 (2d1h ago)", { text: "12", since: read - 2 * DAY - DAY / 24 }],
  ["4", undefined],
  ["(16s ago)", undefined],
  ["4 (a while ago)", undefined],
  ["4 (16 ago)", undefined],
  [4, undefined],
])("reads the age at the end of cell %j", (cell, aged) => {
  expect(agedText(row("a", { cells: ["a", cell], read }), 1)).toEqual(aged);
});
