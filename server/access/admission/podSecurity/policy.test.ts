import { describe, expect, it } from "vitest";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { compareLevels, levelVersionText, parseLevel, parseVersion } from "./level.ts";
import { policyReader } from "./policy.ts";

const read = policyReader(createVocabulary());
const policy = (labels: Record<string, string>): string => {
  const full = Object.fromEntries(
    Object.entries(labels).map(([key, value]) => [`pod-security.kubernetes.io/${key}`, value]),
  );
  const { policy: found, errors } = read(full);
  const texts = [found.enforce, found.audit, found.warn].map(levelVersionText);
  return [...texts, ...errors.map(({ field, message }) => `${field}: ${message}`)].join(" | ");
};
const PRIVILEGED = "privileged:latest";

describe("policyReader", () => {
  it.each<[Record<string, string>, string]>([
    [{}, `${PRIVILEGED} | ${PRIVILEGED} | ${PRIVILEGED}`],
    [{ enforce: "baseline" }, `baseline:latest | ${PRIVILEGED} | baseline:latest`],
    [{ enforce: "restricted", "enforce-version": "v1.29" }, `restricted:v1.29 | ${PRIVILEGED} | restricted:v1.29`],
    [
      { enforce: "restricted", "enforce-version": "v1.29", "warn-version": "v1.30" },
      `restricted:v1.29 | ${PRIVILEGED} | restricted:v1.30`,
    ],
    [{ enforce: "restricted", warn: "privileged" }, `restricted:latest | ${PRIVILEGED} | ${PRIVILEGED}`],
    [
      { enforce: "baseline", audit: "restricted", warn: "restricted", "warn-version": "v1.0" },
      "baseline:latest | restricted:latest | restricted:v1.0",
    ],
    [
      { enforce: "strict" },
      `restricted:latest | ${PRIVILEGED} | ${PRIVILEGED} | metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strict": must be one of privileged, baseline, restricted`,
    ],
    [
      { audit: "x", "audit-version": "v2.0", warn: "y" },
      `${PRIVILEGED} | ${PRIVILEGED} | ${PRIVILEGED} | metadata.labels[pod-security.kubernetes.io/audit]: Invalid value: "x": must be one of privileged, baseline, restricted | metadata.labels[pod-security.kubernetes.io/audit-version]: Invalid value: "v2.0": must be "latest" or "v1.x" | metadata.labels[pod-security.kubernetes.io/warn]: Invalid value: "y": must be one of privileged, baseline, restricted`,
    ],
  ])("parses %j", (labels, text) => {
    expect(policy(labels)).toBe(text);
  });
});

describe("Levels and versions", () => {
  it("are compared and parsed", () => {
    expect(compareLevels("restricted", "baseline")).toBeGreaterThan(0);
    expect(compareLevels("privileged", "baseline")).toBeLessThan(0);
    expect(parseLevel("baseline")).toBe("baseline");
    expect(["latest", "v1.0", "v1.32"].map(parseVersion)).toEqual(["latest", 0, 32]);
    for (const wrong of ["", "1.2", "v1.02", "v1.", "v1.2.3", "Latest", `v1.${"9".repeat(30)}`]) {
      expect(parseVersion(wrong)).toEqual({ problem: 'must be "latest" or "v1.x"' });
    }
  });
});
