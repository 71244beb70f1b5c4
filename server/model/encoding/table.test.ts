import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { ApiError } from "../../../shared/status.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { parseIncludeObject, type TableOptions, toTable } from "./table.ts";

const vocabulary = createVocabulary();
const columns = [
  {
    name: "Name",
    type: "string" as const,
    format: "name",
    description: "In {domain}.",
    cell: (object: ApiObject) => object.metadata.name ?? "",
  },
  { name: "Time", type: "integer" as const, description: "", priority: 1, cell: (_: ApiObject, now: number) => now },
];
const options: TableOptions = { vocabulary, version: "v1", includeObject: "Metadata", now: 5 };
const objects: ApiObject[] = [
  { kind: "Thing", apiVersion: "v1", metadata: { name: "a" }, spec: { x: 1 } },
  { kind: "Thing", apiVersion: "v1", metadata: { name: "b" }, spec: { x: 2 } },
];
const table = (parts: Partial<TableOptions> = {}, definition: Parameters<typeof toTable>[0] = { columns }) =>
  toTable(definition, objects, { resourceVersion: "9" }, { ...options, ...parts }) as {
    columnDefinitions: unknown;
    rows: { cells: unknown[]; object: unknown; conditions?: unknown }[];
  };

describe("toTable", () => {
  it("has a row per object and a cell per column", () => {
    const made = table();
    expect(made).toMatchObject({ kind: "Table", apiVersion: "meta.k8s.io/v1", metadata: { resourceVersion: "9" } });
    expect(made.columnDefinitions).toEqual([
      { name: "Name", type: "string", format: "name", description: "In k8s.io.", priority: 0 },
      { name: "Time", type: "integer", format: "", description: "", priority: 1 },
    ]);
    expect(made.rows.map(({ cells }) => cells)).toEqual([
      ["a", 5],
      ["b", 5],
    ]);
  });

  it("has cells without a header where the columns say so", () => {
    const headless = { name: "Age", type: "string" as const, description: "", headless: true, cell: () => "5s" };
    const made = table({}, { columns: [...columns, headless] });
    expect(made.columnDefinitions).toMatchObject([{ name: "Name" }, { name: "Time" }]);
    expect(made.rows.map(({ cells }) => cells)).toEqual([
      ["a", 5, "5s"],
      ["b", 5, "5s"],
    ]);
  });

  it("includes as much of each object as requested", () => {
    expect(table().rows[0]?.object).toEqual({
      kind: "PartialObjectMetadata",
      apiVersion: "meta.k8s.io/v1",
      metadata: { name: "a" },
    });
    expect(table({ includeObject: "None" }).rows[0]?.object).toBeNull();
    expect(table({ includeObject: "Object" }).rows[0]?.object).toBe(objects[0]);
    expect(table({ version: "v1beta1" }).rows[0]?.object).toMatchObject({ apiVersion: "meta.k8s.io/v1beta1" });
  });

  it("omits headers on request and conditions if there are none", () => {
    expect(table({ noHeaders: true }).columnDefinitions).toBeNull();
    expect(table().rows[0]).not.toHaveProperty("conditions");
    const condition = { type: "Completed", status: "True", reason: "Succeeded", message: "" };
    const rowConditions = (object: ApiObject) => (object.metadata.name === "a" ? [condition] : []);
    const marked = table({}, { columns, rowConditions } as Parameters<typeof toTable>[0]);
    expect(marked.rows.map(({ conditions }) => conditions)).toEqual([[condition], undefined]);
  });

  it("may be empty", () => {
    expect(toTable({ columns }, [], {}, options)).toMatchObject({ rows: [] });
  });
});

describe("parseIncludeObject", () => {
  it("accepts three values and defaults to Metadata", () => {
    expect([null, "", "None", "Metadata", "Object"].map(parseIncludeObject)).toEqual([
      "Metadata",
      "Metadata",
      "None",
      "Metadata",
      "Object",
    ]);
    expect(() => parseIncludeObject("all")).toThrow(ApiError);
  });
});
