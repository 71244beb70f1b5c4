import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../shared/object.ts";
import { deletedIn, listDifference } from "./listDifference.ts";
import { type Moment, momentOf } from "./moments.ts";

const moment = (type: string, name: string, revision: number): Moment =>
  momentOf(type, { metadata: { name, namespace: "dev", resourceVersion: String(revision) } } as ApiObject) as Moment;

const all = [
  moment("ADDED", "stays", 1),
  moment("ADDED", "goes", 2),
  moment("MODIFIED", "stays", 3),
  moment("ADDED", "passes", 4),
  moment("DELETED", "passes", 5),
  moment("DELETED", "goes", 6),
  moment("MODIFIED", "old", 7),
  moment("ADDED", "comes", 8),
  moment("DELETED", "old", 9),
  moment("ADDED", "old", 10),
];
const told = (from: number, to: number) =>
  listDifference(all, from, to).map(({ key, kind, before, after }) => [
    key.slice(4),
    kind,
    before?.resourceVersion,
    after?.resourceVersion,
  ]);

describe("listDifference", () => {
  it("reports created, deleted and modified objects, but not those that only existed in between", () => {
    expect(told(2, 8)).toEqual([
      ["comes", "created", undefined, "8"],
      ["goes", "deleted", "2", undefined],
      ["old", "modified", undefined, "7"],
      ["stays", "modified", "1", "3"],
    ]);
  });

  it("distinguishes an object recreated under the same name", () => {
    expect(told(7, 10)).toEqual([
      ["comes", "created", undefined, "8"],
      ["old", "replaced", "7", "10"],
    ]);
  });

  it("is empty between equal moments", () => {
    expect(told(5, 5)).toEqual([]);
  });
});

it("lists deleted objects, latest first", () => {
  expect(deletedIn(all).map(({ key }) => key)).toEqual(["dev/goes", "dev/passes"]);
});
