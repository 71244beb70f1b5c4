import fc from "fast-check";
import { expect, it } from "vitest";
import { namesIn, toggledName } from "./nameList.ts";

it("adds, sorts and removes namespaces", () => {
  expect(toggledName("", "b")).toBe("b");
  expect(toggledName("b", "a")).toBe("a,b");
  expect(toggledName("a,b", "a")).toBe("b");
  expect(toggledName("b", "b")).toBe("");
});

it("ignores empty and repeated names", () => {
  expect(namesIn("")).toEqual([]);
  expect(namesIn(",a,,b,a,")).toEqual(["a", "b"]);
  expect(toggledName(",a,", "b")).toBe("a,b");
});

it("toggling twice restores the choice", () => {
  const name = fc.stringMatching(/^[a-z]{1,6}$/);
  fc.assert(
    fc.property(fc.uniqueArray(name), name, (names, other) => {
      const chosen = [...names].sort().join(",");
      expect(toggledName(toggledName(chosen, other), other)).toBe(chosen);
    }),
  );
});
