import fc from "fast-check";
import { expect, it } from "vitest";
import { toggleNamespace } from "./namespaceChoice.ts";

it("adds, sorts and removes namespaces", () => {
  expect(toggleNamespace("", "b")).toBe("b");
  expect(toggleNamespace("b", "a")).toBe("a,b");
  expect(toggleNamespace("a,b", "a")).toBe("b");
  expect(toggleNamespace("b", "b")).toBe("");
});

it("toggling twice restores the choice", () => {
  const name = fc.stringMatching(/^[a-z]{1,6}$/);
  fc.assert(
    fc.property(fc.uniqueArray(name), name, (names, other) => {
      const chosen = [...names].sort().join(",");
      expect(toggleNamespace(toggleNamespace(chosen, other), other)).toBe(chosen);
    }),
  );
});
