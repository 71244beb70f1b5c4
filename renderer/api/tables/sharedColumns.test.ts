import { expect, it } from "vitest";
import type { TableColumnDefinition } from "../../../shared/table.ts";
import { row } from "../../testing/rows.ts";
import { sharedColumns } from "./sharedColumns.ts";

const columns = (...names: string[]): TableColumnDefinition[] =>
  names.map((name) => ({ name, type: "string", format: "", description: "", priority: 0 }));
const decoded = (cells: unknown[], names?: string[]) => ({
  items: [row("a", { cells })],
  resourceVersion: "1",
  columns: names === undefined ? undefined : columns(...names),
});

it("maps the cells of a server with other columns, including events without column definitions", () => {
  const told: string[][] = [];
  const parts = sharedColumns([], (all) => told.push(all.map(({ name }) => name)));
  const [one, other] = [parts(), parts()];
  expect(one(decoded(["a", "1/1", "3d"], ["Name", "Ready", "Age"]))[0]?.cells).toEqual(["a", "1/1", "3d"]);
  const shifted = ["a", "4d", "yes"];
  expect(other(decoded(shifted, ["Name", "Age", "Suspended"]))[0]?.cells).toEqual(["a", undefined, "4d", "yes"]);
  expect(other(decoded(shifted))[0]?.cells).toEqual(["a", undefined, "4d", "yes"]);
  expect(one(decoded(["a", "0/1", "3d"]))[0]?.cells).toEqual(["a", "0/1", "3d"]);
  expect(told).toEqual([
    ["Name", "Ready", "Age"],
    ["Name", "Ready", "Age", "Suspended"],
  ]);
});

it("returns the rows themselves if all columns are the same", () => {
  const one = sharedColumns(columns("Name"), () => undefined)();
  const table = decoded(["a"], ["Name"]);
  expect(one(table)).toBe(table.items);
});
