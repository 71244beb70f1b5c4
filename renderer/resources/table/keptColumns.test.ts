import { expect, it } from "vitest";
import { memoryStorage } from "../../testing/memoryStorage.ts";
import { planColumns } from "./columnPlan.ts";
import {
  copyColumns,
  decodeChoices,
  decodeOwn,
  decodeWidths,
  forgetColumns,
  NARROWEST,
  WIDEST,
} from "./keptColumns.ts";

it("ignores invalid stored data", () => {
  for (const text of [undefined, "no json", "[]", "7", "null"]) {
    expect(decodeChoices(text)).toEqual({});
    expect(decodeWidths(text)).toEqual({});
    expect(decodeOwn(text)).toEqual([]);
  }
  expect(decodeChoices('{"a":true,"b":"x"}')).toEqual({ a: true });
  expect(decodeWidths('{"Name":200.4,"Status":"wide","Age":1,"Node":99999}')).toEqual({
    Name: 200,
    Age: NARROWEST,
    Node: WIDEST,
  });
  const own = [
    { name: "Node", path: "{.spec.nodeName}" },
    { name: "", path: ".a" },
    { name: "x", path: ".a[" },
    null,
    3,
  ];
  expect(decodeOwn(JSON.stringify(own))).toEqual([{ name: "Node", path: ".spec.nodeName" }]);
  expect(
    decodeOwn(
      JSON.stringify(
        Array(50)
          .fill(own[0])
          .map((each, i) => ({ ...each, name: `${i}` })),
      ),
    ).length,
  ).toBe(20);
});

it("copies the list's columns to a saved view and deletes them with it", () => {
  const storage = memoryStorage();
  storage.setItem("orrery.columns.v1/pods", '{"IP":true}');
  storage.setItem("orrery.ownColumns.v1/pods@v", "[]");
  copyColumns("v1/pods", "v1/pods@v", storage);
  expect(storage.getItem("orrery.columns.v1/pods@v")).toBe('{"IP":true}');
  expect(storage.getItem("orrery.ownColumns.v1/pods@v")).toBeNull();
  forgetColumns("v1/pods@v", storage);
  expect(storage.getItem("orrery.columns.v1/pods@v")).toBeNull();
  expect(storage.getItem("orrery.columns.v1/pods")).not.toBeNull();
});

it("applies the chosen column width and aligns numbers regardless of their declared type", () => {
  const column = (name: string, type = "string") => ({ name, type, format: "", description: "", priority: 0 });
  const columns = [column("Name"), column("Ready"), column("Restarts"), column("Status"), column("Age")];
  const cells = [["web", "1/1", "3 (5m ago)", "Running", "4m"]];
  const rows = cells.map((each) => ({
    uid: "",
    name: "web",
    namespace: "",
    created: 0,
    deleting: false,
    labels: {},
    cells: each,
    read: 0,
  }));
  const planned = planColumns(columns, rows, { withNamespace: undefined, choices: {}, widths: { Status: 300 } });
  expect(planned.map(({ id, numeric }) => [id, numeric])).toEqual([
    ["Name", false],
    ["Ready", true],
    ["Restarts", true],
    ["Status", false],
    ["Age", true],
  ]);
  expect(planned[3]).toMatchObject({ track: "300px" });
});
