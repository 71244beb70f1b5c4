import { describe, expect, it } from "vitest";
import { inScope, type ScopeSelector, scopesOf } from "./quotaScopes.ts";

const PODS = { group: "", resource: "pods" };
const scope = (scopeName: string, operator = "Exists", values: string[] = []): ScopeSelector => ({
  scopeName,
  operator,
  values,
});
const pod = (spec: object, parts: object = {}) => ({ metadata: {}, spec, ...parts });
const requests = (amounts: object) => ({ containers: [{ name: "c", resources: { requests: amounts } }] });
const far = { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaces: ["m"] }] };
const farPreferred = {
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: { namespaceSelector: {} } }],
};
const near = { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "k" }] };

describe("inScope", () => {
  it.each<[ScopeSelector, object, boolean]>([
    [scope("Terminating"), pod({ activeDeadlineSeconds: 0 }), true],
    [scope("Terminating"), pod({}), false],
    [scope("NotTerminating"), pod({}), true],
    [scope("BestEffort"), pod(requests({})), true],
    [scope("BestEffort"), pod(requests({ cpu: "0", "example.com/gpu": "1" })), true],
    [scope("BestEffort"), pod(requests({ memory: "1" })), false],
    [scope("BestEffort"), pod(requests({ memory: "1" }), { status: { qosClass: "BestEffort" } }), true],
    [scope("NotBestEffort"), pod({ initContainers: [{ resources: { limits: { cpu: "1" } } }] }), true],
    [scope("PriorityClass"), pod({ priorityClassName: "high" }), true],
    [scope("PriorityClass"), pod({}), false],
    [scope("PriorityClass", "DoesNotExist"), pod({}), true],
    [scope("PriorityClass", "In", ["high"]), pod({ priorityClassName: "high" }), true],
    [scope("PriorityClass", "In", ["high"]), pod({ priorityClassName: "low" }), false],
    [scope("PriorityClass", "NotIn", ["high"]), pod({}), true],
    [scope("CrossNamespacePodAffinity"), pod({ affinity: { podAffinity: far } }), true],
    [scope("CrossNamespacePodAffinity"), pod({ affinity: { podAntiAffinity: farPreferred } }), true],
    [scope("CrossNamespacePodAffinity"), pod({ affinity: { podAffinity: near } }), false],
    [scope("CrossNamespacePodAffinity"), pod({}), false],
    [scope("Other"), pod({}), false],
  ])("%j matches %j: %s", (selector, object, expected) => {
    expect(inScope([selector], PODS, object as never)).toBe(expected);
  });

  it("requires all scopes and excludes objects other than pods", () => {
    const both = [scope("Terminating"), scope("BestEffort")];
    expect(inScope(both, PODS, pod({ activeDeadlineSeconds: 1 }))).toBe(true);
    expect(inScope(both, PODS, pod({}))).toBe(false);
    expect(inScope(both, { group: "", resource: "services" }, pod({ activeDeadlineSeconds: 1 }))).toBe(false);
    expect(inScope([], { group: "", resource: "services" }, pod({}))).toBe(true);
  });
});

describe("scopesOf", () => {
  it("merges scopes and scopeSelector", () => {
    const matchExpressions = [scope("PriorityClass", "In", ["high"])];
    const quota = { metadata: {}, spec: { scopes: ["BestEffort"], scopeSelector: { matchExpressions } } };
    expect(scopesOf(quota)).toEqual([{ scopeName: "BestEffort", operator: "Exists" }, ...matchExpressions]);
    expect(scopesOf({ metadata: {} })).toEqual([]);
  });
});
