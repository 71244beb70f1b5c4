import { expect, it } from "vitest";
import { NameIndex } from "./nameIndex.ts";

const names = { plural: "ones", singular: "one", shortNames: ["o"], kind: "One", listKind: "OneList" };

it("returns names used by other definitions in the group and reports released names", () => {
  const index = new NameIndex();
  expect(index.set("a", "g", names)).toBe(false);
  expect(index.set("a", "g", names)).toBe(false);
  const taken = (definition: string, group = "g") => {
    const { isResource, isKind } = index.takenFrom(definition, group);
    return [...["ones", "one", "o", "One"].filter(isResource), ...["One", "OneList", "one"].filter(isKind)];
  };
  expect(taken("a")).toEqual([]);
  expect(taken("b")).toEqual(["ones", "one", "o", "One", "OneList"]);
  expect(taken("b", "other")).toEqual([]);
  index.set("b", "g", { plural: "bs", singular: "", shortNames: ["o"], kind: "B" });
  expect(taken("a")).toEqual(["o"]);
  expect(index.set("a", "g", { ...names, shortNames: [] })).toBe(true);
  expect([taken("a"), taken("c")]).toEqual([["o"], ["ones", "one", "o", "One", "OneList"]]);
  expect(index.set("a", "g", undefined)).toBe(true);
  expect(taken("c")).toEqual(["o"]);
  expect(index.set("a", "g", undefined)).toBe(false);
});
