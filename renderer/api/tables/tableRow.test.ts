import { describe, expect, it } from "vitest";
import { decodeTable } from "./tableRow.ts";

const metadata = {
  name: "web",
  namespace: "dev",
  uid: "u1",
  resourceVersion: "42",
  creationTimestamp: "2026-01-02T03:04:05Z",
  labels: { app: "web" },
  managedFields: [{ manager: "m" }],
};

describe("decodeTable", () => {
  it("keeps identity, labels and cells, and drops the rest", () => {
    const table = {
      kind: "Table",
      metadata: { resourceVersion: "50", continue: "c", remainingItemCount: 3 },
      columnDefinitions: [{ name: "Name", type: "string", format: "name", description: "", priority: 0 }],
      rows: [{ cells: ["web", 1], object: { metadata } }],
    };
    const decoded = decodeTable(table, undefined, 7);
    expect(decoded).toMatchObject({ resourceVersion: "50", continue: "c", remaining: 3 });
    expect(decoded.items).toEqual([
      {
        uid: "u1",
        name: "web",
        namespace: "dev",
        created: Date.parse("2026-01-02T03:04:05Z"),
        deleting: false,
        labels: { app: "web" },
        cells: ["web", 1],
        read: 7,
      },
    ]);
  });

  it("takes the resource version of an event from its row if the Table has none", () => {
    const decoded = decodeTable({ metadata: {}, columnDefinitions: null, rows: [{ cells: [], object: { metadata } }] });
    expect(decoded.resourceVersion).toBe("42");
    expect(decoded.columns).toBeUndefined();
  });

  it("reads the version of a bookmark's plain object", () => {
    expect(decodeTable({ kind: "Pod", metadata: { resourceVersion: "9" } })).toMatchObject({
      items: [],
      resourceVersion: "9",
    });
  });

  it("tolerates rows without objects and values that are not a Table", () => {
    expect(decodeTable({ rows: [{ cells: ["x"], object: null }] }).items).toEqual([]);
    expect(decodeTable(undefined)).toMatchObject({ items: [], resourceVersion: "" });
  });

  it("recognizes an object being deleted", () => {
    const object = { metadata: { ...metadata, deletionTimestamp: "2026-01-02T03:04:05Z" } };
    expect(decodeTable({ rows: [{ cells: [], object }] }).items[0]?.deleting).toBe(true);
  });
});
