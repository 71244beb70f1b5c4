import { expect, it } from "vitest";
import { moveInGrid } from "./moveInGrid.ts";

it.each([
  ["ArrowLeft", { row: 1, column: 0 }],
  ["ArrowRight", { row: 1, column: 1 }],
  ["ArrowDown", { row: 2, column: 0 }],
  ["End", { row: 2, column: 0 }],
  ["Home", { row: 0, column: 0 }],
  ["PageDown", { row: 2, column: 0 }],
  ["x", undefined],
])("%s moves to %o", (key, place) => {
  expect(moveInGrid(key, { row: 1, column: 0 }, 3, 2)).toEqual(place);
});

it("stays at the edge of the grid", () => {
  expect(moveInGrid("ArrowRight", { row: 0, column: 1 }, 1, 2)).toEqual({ row: 0, column: 1 });
  expect(moveInGrid("ArrowDown", { row: 0, column: 0 }, 0, 0)).toEqual({ row: 0, column: 0 });
});
