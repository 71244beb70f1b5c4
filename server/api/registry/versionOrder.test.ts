import fc from "fast-check";
import { expect, it } from "vitest";
import { compareVersions } from "./versionOrder.ts";

it("sorts stable before beta before alpha, newer before older, and other names last", () => {
  const ordered = ["v10", "v2", "v1", "v11beta2", "v10beta3", "v3beta1", "v12alpha1", "v11alpha2", "foo1", "foo10"];
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
});

it("is a total order", () => {
  const name = fc.constantFrom("v1", "v2", "v1beta1", "v1beta2", "v2alpha1", "x", "v01");
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
        expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});
