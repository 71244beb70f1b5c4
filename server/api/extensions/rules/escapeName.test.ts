import fc from "fast-check";
import { expect, it } from "vitest";
import { escapeName, namesOf } from "./escapeName.ts";

it.each([
  ["a", "a"],
  ["a-b", "a__dash__b"],
  ["a.b/c", "a__dot__b__slash__c"],
  ["a__b", "a__underscores__b"],
  ["namespace", "__namespace__"],
  ["in", "__in__"],
  ["int", "int"],
  ["1a", undefined],
  ["a b", undefined],
  ["", undefined],
])("%s", (property, name) => {
  expect(escapeName(property)).toBe(name);
});

it("names properties by reserved words too", () => {
  expect(namesOf("namespace")).toEqual(["__namespace__", "namespace"]);
  expect(namesOf("a-b")).toEqual(["a__dash__b"]);
  expect(namesOf("1a")).toEqual([]);
});

it("maps different properties to different names", () => {
  const properties = fc.string({
    unit: fc.constantFrom("a", "_", "-", ".", "/", "for", "dot"),
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(properties, properties, (a, b) => {
      const name = escapeName(a);
      if (a !== b && name !== undefined) expect(escapeName(b)).not.toBe(name);
      if (name !== undefined) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
    }),
  );
});
