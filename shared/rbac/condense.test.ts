import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { condenseRules } from "./condense.ts";
import { covers } from "./covers.ts";
import { rule } from "./testing/arbitraries.ts";

describe("condenseRules", () => {
  it("does not change what is granted", () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), (rules) => {
        expect(covers(condenseRules(rules), rules).covered).toBe(true);
        expect(covers(rules, condenseRules(rules)).covered).toBe(true);
      }),
    );
  });

  it("merges rules with the same verbs", () => {
    const rules = ["pods", "services"].flatMap((resource) =>
      ["list", "get"].map((verb) => ({ apiGroups: [""], resources: [resource], verbs: [verb] })),
    );
    expect(condenseRules([...rules, { nonResourceURLs: ["/b", "/a"], verbs: ["get"] }])).toEqual([
      { nonResourceURLs: ["/a", "/b"], verbs: ["get"] },
      { apiGroups: [""], resources: ["pods", "services"], verbs: ["get", "list"] },
    ]);
  });

  it("leaves a rule with billions of combinations unchanged", () => {
    const items = (prefix: string): string[] => Array.from({ length: 2_000 }, (_, i) => `${prefix}${i}`);
    const rich = { apiGroups: items("g"), resources: items("r"), verbs: items("v") };
    const plain = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
    expect(condenseRules([rich, plain])).toEqual([plain, rich]);
  });
});
