import { describe, expect, it } from "vitest";
import { isDeprecated, isHidden, markedHelp, type Stability } from "./metricLifecycle.ts";

describe("metric lifecycle", () => {
  const hidden = (stability: Stability, deprecatedIn?: string) => isHidden({ stability, deprecatedIn }, "1.32");

  it("does not hide metrics that are not deprecated", () => {
    expect(hidden("ALPHA")).toBe(false);
    expect(isDeprecated({ stability: "ALPHA" }, "1.32")).toBe(false);
  });

  it.each([
    ["ALPHA", "1.32.0", false],
    ["ALPHA", "1.31.0", true],
    ["BETA", "1.32.0", false],
    ["BETA", "1.31.0", true],
    ["STABLE", "1.30.0", false],
    ["STABLE", "1.29.0", true],
  ] as const)("%s deprecated in %s: hidden is %s", (stability, deprecatedIn, expected) => {
    expect(hidden(stability, deprecatedIn)).toBe(expected);
  });

  it("shows stability in the help text, and deprecation from its release on", () => {
    const stable = { stability: "STABLE", deprecatedIn: "1.31.0" } as const;
    expect(markedHelp("Things.", { stability: "BETA" }, "1.32")).toBe("[BETA] Things.");
    expect(markedHelp("Things.", stable, "1.32")).toBe("[STABLE] (Deprecated since 1.31.0) Things.");
    expect(markedHelp("Things.", stable, "1.30")).toBe("[STABLE] Things.");
  });
});
