import { expect, it } from "vitest";
import { row } from "../../testing/rows.ts";
import { queryRows, viewRows } from "../table/rowView.ts";
import { usualSort } from "./usualSort.ts";

const COLUMNS = [{ name: "Last Seen", type: "string", format: "", description: "", priority: 0 }];
const event = (name: string, seen: string, read: number) => row(name, { cells: [seen], read });

it("sorts events by time, latest first, regardless of when they were read", () => {
  const rows = [
    event("old", "1h", 0),
    event("never", "<unknown>", 0),
    event("new", "5s", 0),
    event("newest", "0s", 9e3),
  ];
  const order = usualSort({ kind: "Event", resource: "events" });
  expect(viewRows(rows, queryRows(COLUMNS, "", order)).map(({ name }) => name)).toEqual([
    "newest",
    "new",
    "old",
    "never",
  ]);
});

it("leaves other kinds in the server's order", () => {
  expect(usualSort({ kind: "Pod", resource: "pods" })).toBeUndefined();
  expect(usualSort({ kind: "Event", resource: "calendars" })).toBeUndefined();
});
