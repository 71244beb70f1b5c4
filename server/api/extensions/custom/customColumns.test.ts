import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { customColumns, selectableFields } from "./customColumns.ts";

const words = createVocabulary();

const OBJECT = {
  metadata: { name: "x", creationTimestamp: "2026-01-01T00:00:00Z" },
  spec: { replicas: 2.7, text: "t", flag: true, list: ["p", "q"], nil: null, since: "2026-01-01T00:00:00Z", count: 7 },
};
const NOW = Date.parse("2026-01-01T00:05:00Z");
const cell = (type: string, jsonPath: string): unknown =>
  customColumns([{ name: "N", type, jsonPath }])[1]?.cell(OBJECT, NOW, words);

describe("customColumns", () => {
  it("default to name and age", () => {
    const columns = customColumns(undefined);
    expect(columns.map(({ name, type }) => [name, type])).toEqual([
      ["Name", "string"],
      ["Age", "date"],
    ]);
    expect(columns.map((column) => column.cell(OBJECT, NOW, words))).toEqual(["x", "5m"]);
  });

  it.each([
    ["integer", ".spec.replicas", 2],
    ["number", ".spec.replicas", 2.7],
    ["boolean", ".spec.flag", true],
    ["boolean", ".spec.text", null],
    ["string", ".spec.text", "t"],
    ["string", ".spec.list", '["p","q"]'],
    ["string", ".spec.list[*]", "p"],
    ["date", ".spec.since", "5m"],
    ["string", ".spec.nil", "<no value>"],
    ["integer", ".spec.nil", null],
    ["date", ".spec.text", "<invalid>"],
    ["date", ".spec.count", null],
    ["integer", ".spec.nothing", null],
  ])("formats a %s value at %s as %j", (type, path, expected) => {
    expect(cell(type, path)).toBe(expected);
  });

  it("have a default description", () => {
    const [, own, given] = customColumns([
      { name: "A", type: "string", jsonPath: ".a" },
      { name: "B", type: "string", jsonPath: ".b", description: "told", priority: 1 },
    ]);
    expect(own).toMatchObject({ description: "Custom resource definition column (in JSONPath format): .a" });
    expect(given).toMatchObject({ description: "told", priority: 1 });
  });
});

describe("selectableFields", () => {
  it("read scalars as strings and missing values as empty strings", () => {
    const fields = selectableFields([
      { jsonPath: ".spec.count" },
      { jsonPath: ".spec.flag" },
      { jsonPath: ".spec.none" },
    ]);
    expect(Object.entries(fields).map(([name, read]) => [name, read(OBJECT)])).toEqual([
      ["spec.count", "7"],
      ["spec.flag", "true"],
      ["spec.none", ""],
    ]);
  });
});
