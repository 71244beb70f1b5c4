import fc from "fast-check";
import { expect, it } from "vitest";
import { MOST_NAMESPACES, namesIn, namespacesIn, toggledName } from "./nameList.ts";

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

it("a view combines a limited number of namespaces, however many the address names", () => {
  const names = Array.from({ length: 2_000 }, (_, i) => `team-${i}`);
  expect(namespacesIn(names.join(","))).toEqual(names.slice(0, MOST_NAMESPACES));
  expect(namespacesIn("b,a,b")).toEqual(["b", "a"]);
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
