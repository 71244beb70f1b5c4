import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { covers } from "./covers.ts";
import { compactRules, rulesText, ruleText } from "./ruleText.ts";
import { parseServiceAccountUsername, serviceAccountUsername, subjectApplies } from "./subjects.ts";
import { rule } from "./testing/arbitraries.ts";

describe("ruleText", () => {
  it("lists only non-empty parts", () => {
    expect(ruleText({ apiGroups: [""], resources: ["a", "b"], resourceNames: ["x"], verbs: ["get"] })).toBe(
      '{APIGroups:[""], Resources:["a" "b"], ResourceNames:["x"], Verbs:["get"]}',
    );
    expect(ruleText({ nonResourceURLs: ["/x"], verbs: ["*"] })).toBe('{NonResourceURLs:["/x"], Verbs:["*"]}');
  });
});

describe("rulesText", () => {
  it("merges the verbs of a resource and sorts the lines", () => {
    const point = (resource: string, verb: string) => ({ apiGroups: [""], resources: [resource], verbs: [verb] });
    const rules = [
      point("secrets", "get"),
      point("configmaps", "list"),
      point("secrets", "list"),
      point("secrets", "get"),
    ];
    expect(rulesText([...rules, { nonResourceURLs: ["/m"], verbs: ["get"] }])).toBe(
      '{APIGroups:[""], Resources:["configmaps"], Verbs:["list"]}\n' +
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}\n' +
        '{NonResourceURLs:["/m"], Verbs:["get"]}',
    );
  });
  it("does not change what is granted", () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 5 }), (rules) => {
        expect(covers(compactRules(rules), rules).covered).toBe(true);
        expect(covers(rules, compactRules(rules)).covered).toBe(true);
      }),
    );
  });
});

describe("Service account user names", () => {
  it("round-trip", () => {
    expect(parseServiceAccountUsername(serviceAccountUsername("n", "a"))).toEqual({ namespace: "n", name: "a" });
    for (const other of [
      "alice",
      "system:serviceaccount:n",
      "system:serviceaccount:n:a:b",
      "system:serviceaccount::a",
      "system:serviceaccount:N:a",
      "system:serviceaccount:a.b:a",
      "system:serviceaccount:n:a_b",
      "system:serviceaccount:n:a..b",
    ]) {
      expect(parseServiceAccountUsername(other)).toBeUndefined();
    }
  });
  it("require a namespace", () => {
    const subject = { kind: "ServiceAccount", name: "a" };
    const user = { username: "system:serviceaccount:n:a", groups: [] };
    expect(subjectApplies(subject, user, "n")).toBe(true);
    expect(subjectApplies(subject, user, "")).toBe(false);
    expect(subjectApplies({ kind: "Robot", name: "a" }, { username: "a", groups: [] }, "")).toBe(false);
  });
});
