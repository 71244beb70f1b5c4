import { expect, it } from "vitest";
import { at, fieldsAt, listAt, textAt, textsAt } from "./read.ts";

const object = { spec: { n: 3, list: [{ a: 1 }, "x", null], words: ["a", 2, {}], deep: { on: true } } };

it("returns existing values and no inherited ones", () => {
  expect(at(object, "spec.n")).toBe(3);
  expect(at(object, "spec.constructor")).toBeUndefined();
  expect(at(null, "a")).toBeUndefined();
  expect(listAt(object, "spec.list")).toEqual([{ a: 1 }]);
  expect(listAt(object, "spec.n")).toEqual([]);
  expect(fieldsAt(object, "spec.deep")).toEqual({ on: true });
  expect(fieldsAt(object, "spec.list")).toEqual({});
  expect(textAt(object, "spec.deep.on")).toBe("true");
  expect(textAt(object, "spec.deep")).toBe("");
  expect(textsAt(object, "spec.words")).toEqual(["a", "2"]);
});
