import { expect, it } from "vitest";
import { planColumns } from "./columnPlan.ts";
import { decodeWidths, NARROWEST, WIDEST } from "./columnWidths.ts";

it("reads widths, and ignores invalid ones", () => {
  expect(decodeWidths(undefined)).toEqual({});
  expect(decodeWidths("no json")).toEqual({});
  expect(decodeWidths('{"Name":200.4,"Status":"wide","Age":1,"Node":99999}')).toEqual({
    Name: 200,
    Age: NARROWEST,
    Node: WIDEST,
  });
});

it("gives a column the width that was chosen, and aligns numbers whatever their declared type", () => {
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
