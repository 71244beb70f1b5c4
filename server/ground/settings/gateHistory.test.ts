import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFeatureGates } from "./featureGates.ts";
import { GATE_HISTORY, gateAt } from "./gateHistory.ts";
import { KNOWN_GATES } from "./knownGates.ts";

const file = "../shared/facts/feature-gates-1.32.json";
const available = existsSync(file);
if (!available) console.warn(`gateHistory.test.ts: part of it skipped, there is no ${file}`);

describe("feature gates of earlier releases", () => {
  it.skipIf(!available)("last changed in the release that the reference's facts name", () => {
    const facts = JSON.parse(readFileSync(file, "utf8")) as Record<string, { name: string; since?: string }[]>;
    const later = Object.values(facts)
      .flat()
      .filter(({ since }) => ["1.30", "1.31", "1.32"].includes(since ?? ""))
      .map(({ name, since }) => [name, since]);
    expect(
      Object.entries(GATE_HISTORY)
        .map(([name, { since }]) => [name, since])
        .sort(),
    ).toEqual(later.sort());
  });

  it("are all known gates, with releases in descending order", () => {
    for (const [name, { since, before }] of Object.entries(GATE_HISTORY)) {
      expect(KNOWN_GATES[name]).toBeDefined();
      const minors = [since, ...before.map((row) => row.since)].map((text) => Number(/^1\.(\d+)$/.exec(text)?.[1]));
      expect(minors).toEqual([...minors].sort((a, b) => b - a));
      expect(new Set(minors).size).toBe(minors.length);
      expect(minors.every((minor) => minor > 0)).toBe(true);
    }
  });

  it("have the stage and the default of the emulated release", () => {
    const stages = ["1.29", "1.30", "1.31", "1.32"].map((release) => gateAt("RetryGenerateName", release)?.stage);
    expect(stages).toEqual([undefined, "alpha", "beta", "ga"]);
    expect(createFeatureGates({}, "1.30").enabled("RetryGenerateName")).toBe(false);
    expect(createFeatureGates({ AllAlpha: "true" }, "1.30").enabled("RetryGenerateName")).toBe(true);
    expect(createFeatureGates({ RetryGenerateName: "false" }, "1.31").enabled("RetryGenerateName")).toBe(false);
    expect(() => createFeatureGates({ RetryGenerateName: "false" })).toThrow("locked to true");
    expect(() => createFeatureGates({ RetryGenerateName: "true" }, "1.29")).toThrow(
      "cannot set feature gate RetryGenerateName to true, feature is PreAlpha at emulated version 1.29",
    );
    for (const name of Object.keys(KNOWN_GATES)) expect(gateAt(name, "1.32")).toBe(KNOWN_GATES[name]);
  });
});
