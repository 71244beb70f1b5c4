import { expect, it } from "vitest";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { healthRank, showsHealth } from "./rowHealth.ts";
import { queryRows, viewRows } from "./rowView.ts";

const COLUMNS = ["Name", "Ready", "Status", "Restarts"].map((name) => ({
  name,
  type: "string",
  format: "",
  description: "",
  priority: 0,
}));
const row = (name: string, ready: string, status: string): ResourceRow => ({
  uid: name,
  name,
  namespace: "shop",
  created: 0,
  deleting: false,
  labels: {},
  read: 0,
  cells: [name, ready, status, "0"],
});

it("ranks problems first, then possible problems, then all other rows", () => {
  const rank = healthRank(COLUMNS);
  const ranks = [
    row("a", "1/1", "Running"),
    row("b", "0/1", "Running"),
    row("c", "0/1", "Init:CrashLoopBackOff"),
    row("d", "0/1", "Completed"),
    row("e", "0/1", "Pending"),
  ].map(rank);
  expect(ranks).toEqual([2, 1, 0, 2, 1]);
});

it("takes precedence over a sort, which applies within a rank", () => {
  const rows = [
    row("a", "1/1", "Running"),
    row("b", "0/1", "Error"),
    row("c", "1/1", "Running"),
    row("d", "0/1", "Error"),
  ];
  const names = (sort: string | undefined): string => {
    const question = queryRows(COLUMNS, "", sort === undefined ? undefined : { column: sort, descending: true }, true);
    const shown = viewRows(rows, question);
    expect([...shown].sort(question.compare)).toEqual(shown);
    return shown.map(({ name }) => name).join("");
  };
  expect(names(undefined)).toBe("bdac");
  expect(names("Name")).toBe("dbca");
});

it("is offered if a column shows states", () => {
  expect(showsHealth(COLUMNS)).toBe(true);
  expect(showsHealth([{ name: "Name" }, { name: "Data" }])).toBe(false);
});
