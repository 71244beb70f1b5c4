import { describe, expect, it } from "vitest";
import { row } from "../../testing/rows.ts";
import { isColumnShown, planColumns } from "./columnPlan.ts";
import { NAMESPACE_COLUMN } from "./rowView.ts";
import { textWidth } from "./textWidth.ts";

const column = (name: string, priority = 0, type = "string") => ({
  name,
  type,
  format: name === "Name" ? "name" : "",
  description: `about ${name}`,
  priority,
});
const columns = [column("Name"), column("Data", 0, "integer"), column("Age"), column("Node", 1)];

describe("planColumns", () => {
  it("hides wide columns and adds the namespace after the name", () => {
    const planned = planColumns(columns, [row("a")], { withNamespace: "Namespace", choices: {} });
    expect(planned.map((c) => c.id)).toEqual(["Name", NAMESPACE_COLUMN, "Data", "Age"]);
    expect(planned.map((c) => c.role)).toEqual(["name", "namespace", "cell", "age"]);
    expect(planned[2]).toMatchObject({ index: 1, numeric: true });
  });

  it("adds a cluster column if there are several clusters", () => {
    const rows = [row("a", { cluster: { id: "c", name: "production-of-the-west", colour: "#123456" } })];
    const planned = planColumns(columns, rows, { withNamespace: "Namespace", withCluster: "Cluster", choices: {} });
    expect(planned.map((c) => c.role)).toEqual(["name", "cluster", "namespace", "cell", "age"]);
    expect(planned[1]?.track).not.toBe(planned[2]?.track);
  });

  it("applies the user's choices and keeps the cell's position", () => {
    const planned = planColumns(columns, [], { withNamespace: undefined, choices: { Node: true, Data: false } });
    expect(planned.map((c) => [c.id, c.index])).toEqual([
      ["Name", 0],
      ["Age", 2],
      ["Node", 3],
    ]);
  });

  it("gives long texts more width within limits", () => {
    const width = (text: string) =>
      planColumns([column("Name")], [row(text)], { withNamespace: undefined, choices: {} })[0]?.track;
    expect(width("x".repeat(500))).toBe("minmax(200px, 480px)");
    expect(width("ab")).toMatch(/^\d+px$/);
    expect(width("ab")).not.toBe(width("abcdefghijklmnop"));
  });

  it("gives remaining width to sentences and to no other long texts", () => {
    const trackFor = (text: string) => {
      const rows = [row("a", { cells: ["a", text] }), row("b", { cells: ["b", text] })];
      return planColumns([column("Name"), column("Message")], rows, { withNamespace: undefined, choices: {} })[1]
        ?.track;
    };
    expect(trackFor("Back-off restarting the failed container. ".repeat(9))).toBe("minmax(240px, 900px)");
    expect(trackFor("registry.example/app:1,".repeat(20))).toBe("minmax(240px, 380px)");
  });

  it("fits a rare state but not a single long text", () => {
    const roomWith = (rare: string): number => {
      const rows = ["", ...Array.from({ length: 99 }, (_, i) => `pod-${i}`)].map((name, i) =>
        row(name, { cells: [name, i === 0 ? rare : "Running"] }),
      );
      const options = { withNamespace: undefined, choices: {} };
      return planColumns([column("Name"), column("Status")], rows, options)[1]?.room ?? 0;
    };
    expect(roomWith("CrashLoopBackOff")).toBeGreaterThanOrEqual(textWidth("CrashLoopBackOff"));
    expect(roomWith("x".repeat(80))).toBe(roomWith("Running"));
  });
});

it("gives the user's choice precedence over the server's default", () => {
  const wide = column("Node", 1);
  expect(isColumnShown(wide, {})).toBe(false);
  expect(isColumnShown(wide, { Node: true })).toBe(true);
  expect(isColumnShown(column("Age"), { Age: false })).toBe(false);
});
