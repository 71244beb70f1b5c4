import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { row } from "../../testing/rows.ts";
import { formatSort, matcher, NAMESPACE_COLUMN, parseSort, queryRows, viewRows } from "./rowView.ts";

const column = (name: string) => ({ name, type: "string", format: "", description: "", priority: 0 });
const columns = [column("Name"), column("Ready"), column("Age")];
const rows = [
  row("b", { namespace: "x", cells: ["b", "9/10"], created: 300, labels: { app: "Web" } }),
  row("a", { namespace: "y", cells: ["a", "10/10"], created: 100 }),
  row("c", { namespace: "x", cells: ["c", "0/1"], created: 200, labels: { app: "db" } }),
];
const names = (list: { name: string }[]): string => list.map((r) => r.name).join("");

describe("viewRows", () => {
  it("sorts by namespace and name by default", () => {
    expect(names(viewRows(rows, queryRows(columns, "", undefined)))).toBe("bca");
  });

  it("sorts leading numbers as numbers", () => {
    expect(names(viewRows(rows, queryRows(columns, "", { column: "Ready", descending: false })))).toBe("cba");
    expect(names(viewRows(rows, queryRows(columns, "", { column: "Ready", descending: true })))).toBe("abc");
  });

  it("sorts ages by creation time, youngest first", () => {
    expect(names(viewRows(rows, queryRows(columns, "", { column: "Age", descending: false })))).toBe("bca");
  });

  it("sorts by namespace and ignores missing columns", () => {
    expect(names(viewRows(rows, queryRows(columns, "", { column: NAMESPACE_COLUMN, descending: true })))).toBe("abc");
    expect(names(viewRows(rows, queryRows(columns, "", { column: "Gone", descending: true })))).toBe("bca");
  });

  it("only sorts and filters, for any query", () => {
    const anyRow = fc.record({ name: fc.string(), ready: fc.oneof(fc.string(), fc.integer()), created: fc.nat() });
    fc.assert(
      fc.property(fc.array(anyRow), fc.boolean(), fc.constantFrom("Name", "Ready", "Age"), (list, descending, by) => {
        const input = list.map((r, i) => row(r.name, { uid: String(i), cells: [r.name, r.ready], created: r.created }));
        const output = viewRows(input, queryRows(columns, "", { column: by, descending }));
        expect(output.map((r) => r.uid).sort()).toEqual(input.map((r) => r.uid).sort());
      }),
    );
  });
});

describe("matcher", () => {
  const found = (filter: string) => names(rows.filter(matcher(filter)));
  it("requires all words in any cell, case-insensitively", () => {
    expect(found("")).toBe("bac");
    expect(found("10")).toBe("ba");
    expect(found("10 x")).toBe("b");
    expect(found("nothing")).toBe("");
  });

  it("matches labels by key=value", () => {
    expect(found("app=web")).toBe("b");
    expect(found("app=we")).toBe("");
  });
});

describe("Sort parameter in the address", () => {
  it("round-trips", () => {
    expect(parseSort(null)).toBeUndefined();
    for (const text of ["Name", "-Name"])
      expect(formatSort(parseSort(text) ?? { column: "", descending: false })).toBe(text);
  });
});
