import { describe, expect, it } from "vitest";
import type { Definition, DefinitionVersion } from "../definition.ts";
import { deprecationWarning } from "./deprecationWarning.ts";

const version = (name: string, more: Partial<DefinitionVersion> = {}): DefinitionVersion => ({
  name,
  served: true,
  storage: false,
  ...more,
});
const warning = (asked: DefinitionVersion, ...others: DefinitionVersion[]): string | undefined => {
  const spec: Definition["spec"] = {
    group: "g.io",
    scope: "Cluster",
    names: { plural: "ks", kind: "K" },
    versions: [asked, ...others],
  };
  return deprecationWarning({ spec }, asked);
};
const old = version("v1beta1", { deprecated: true });

describe("deprecationWarning", () => {
  it("recommends the highest served, non-deprecated version", () => {
    expect(warning(old, version("v1beta2"), version("v1"), version("v2alpha1"))).toBe(
      "g.io/v1beta1 K is deprecated; use g.io/v1 K",
    );
    expect(warning(old, version("v1", { served: false }), version("v1alpha1"))).toBe("g.io/v1beta1 K is deprecated");
    expect(warning(old, version("v1", { deprecated: true }), version("v1beta2"))).toBe(
      "g.io/v1beta1 K is deprecated; use g.io/v1beta2 K",
    );
  });

  it("prefers the definition's own warning and returns none for non-deprecated versions", () => {
    expect(warning({ ...old, deprecationWarning: "gone soon" }, version("v1"))).toBe("gone soon");
    expect(warning(version("v1"), old)).toBeUndefined();
  });
});
