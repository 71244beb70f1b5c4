import { expect, it } from "vitest";
import type { TableColumnDefinition } from "../../../../shared/table.ts";
import { printedFacts } from "./printedFacts.ts";

const column = (name: string, type = "string", format = ""): TableColumnDefinition => ({
  name,
  type,
  format,
  description: "",
  priority: 0,
});
const columnDefinitions = [
  column("Name", "string", "name"),
  column("Phase"),
  column("Copies", "integer"),
  column("Last", "date"),
  column("Empty"),
  column("Age", "date"),
];

it("reads the kind's own columns and recognizes states and times", () => {
  const cells = ["nightly", "Failed", 2, "2030-01-01T00:00:00Z", null, "2029-01-01T00:00:00Z"];
  expect(printedFacts({ columnDefinitions, rows: [{ cells }] })).toEqual([
    { name: "Phase", values: [{ text: "Failed", tone: "bad" }] },
    { name: "Copies", values: [{ text: "2" }] },
    { name: "Last", values: [{ text: "2030-01-01T00:00:00Z", time: "2030-01-01T00:00:00Z" }] },
  ]);
});

it("returns nothing if the response is not a table", () => {
  expect(printedFacts({})).toEqual([]);
  expect(printedFacts({ columnDefinitions, rows: null })).toEqual([]);
});
