import { describe, expect, it } from "vitest";
import { testContext } from "../../testing/testServices.ts";
import { attributesOf } from "../authorization/requestAttributes.ts";
import { type AuditPolicy, type PolicyRule, policyEvaluator } from "./policy.ts";

const alice = { username: "alice", groups: ["dev", "qa"], extra: {} };

/** Whether a rule matches a request. */
function matches(rule: Omit<PolicyRule, "level">, request: string, user: typeof alice | undefined = alice): boolean {
  const [method = "", url = ""] = request.split(" ");
  const evaluate = policyEvaluator({ rules: [{ level: "Metadata", ...rule }] });
  return evaluate(attributesOf(testContext(method, url)), user).level === "Metadata";
}

const pod = "GET /api/v1/namespaces/dev/pods/p";
const log = "GET /api/v1/namespaces/dev/pods/p/log";
const scale = "PUT /apis/apps/v1/namespaces/dev/deployments/web/scale";
const nodes = "GET /api/v1/nodes";
const health = "GET /healthz/ping";
const core = (...resources: string[]) => ({ resources: [{ group: "", resources }] });

describe("Audit rule", () => {
  it.each<[Omit<PolicyRule, "level">, string, boolean]>([
    [{}, pod, true],
    [{}, health, true],
    [{ users: ["alice"] }, pod, true],
    [{ users: ["bob"] }, pod, false],
    [{ userGroups: ["ops", "qa"] }, pod, true],
    [{ userGroups: ["ops"] }, pod, false],
    [{ users: ["alice"], userGroups: ["ops"] }, pod, false],
    [{ verbs: ["get"] }, pod, true],
    [{ verbs: ["list", "watch"] }, pod, false],
    [{ verbs: ["list"] }, nodes, true],
    [{ namespaces: ["dev"] }, pod, true],
    [{ namespaces: ["prod"] }, pod, false],
    [{ namespaces: [""] }, nodes, true],
    [{ namespaces: [""] }, pod, false],
    [{ namespaces: [""] }, health, false],
    [core("pods"), pod, true],
    [core("pods"), log, false],
    [core("pods/log"), log, true],
    [core("pods/log"), pod, false],
    [core("pods/*"), log, true],
    [core("pods/*"), pod, true],
    [core("*"), log, true],
    [core("*/log"), log, true],
    [core("*/log"), pod, false],
    [core("secrets", "pods"), pod, true],
    [core(), pod, true],
    [core(), scale, false],
    [{ resources: [{ group: "apps", resources: ["*/scale"] }] }, scale, true],
    [{ resources: [{ group: "apps" }] }, scale, true],
    [{ resources: [{ group: "", resources: ["pods"], resourceNames: ["p"] }] }, pod, true],
    [{ resources: [{ group: "", resources: ["pods"], resourceNames: ["q"] }] }, pod, false],
    [{ resources: [{ group: "", resources: ["nodes"], resourceNames: ["q"] }] }, nodes, false],
    [{ ...core("pods"), namespaces: ["prod"] }, pod, false],
    [core("pods"), health, false],
    [{ nonResourceURLs: ["/healthz*"] }, health, true],
    [{ nonResourceURLs: ["/healthz"] }, health, false],
    [{ nonResourceURLs: ["/healthz/ping"] }, health, true],
    [{ nonResourceURLs: ["*"] }, health, true],
    [{ nonResourceURLs: ["*"] }, pod, false],
  ])("%j matches %s: %s", (rule, request, expected) => {
    expect(matches(rule, request)).toBe(expected);
  });

  it("with users does not match an unauthenticated request", () => {
    expect(matches({ users: ["alice"] }, pod, undefined)).toBe(true);
    const evaluate = policyEvaluator({
      rules: [
        { level: "Request", users: ["alice"] },
        { level: "Request", userGroups: ["dev"] },
      ],
    });
    expect(evaluate(attributesOf(testContext("GET", "/api")), undefined).level).toBe("None");
  });
});

describe("Audit policy", () => {
  const policy: AuditPolicy = {
    omitStages: ["RequestReceived"],
    omitManagedFields: true,
    rules: [
      { level: "None", resources: [{ group: "", resources: ["events"] }] },
      { level: "Request", omitManagedFields: false, omitStages: ["Panic"], verbs: ["create"] },
      { level: "Metadata" },
    ],
  };
  const judge = (method: string, url: string) => policyEvaluator(policy)(attributesOf(testContext(method, url)), alice);

  it("applies the first matching rule", () => {
    expect(judge("POST", "/api/v1/namespaces/a/events").level).toBe("None");
    expect(judge("POST", "/api/v1/namespaces/a/pods").level).toBe("Request");
    expect(judge("GET", "/api/v1/namespaces/a/pods").level).toBe("Metadata");
    expect(policyEvaluator({ rules: [] })(attributesOf(testContext("GET", "/")), alice).level).toBe("None");
  });

  it("has stages and managed field settings that rules extend and override", () => {
    expect(judge("POST", "/api/v1/namespaces/a/pods")).toEqual({
      level: "Request",
      omitStages: new Set(["RequestReceived", "Panic"]),
      omitManagedFields: false,
    });
    expect(judge("GET", "/version")).toEqual({
      level: "Metadata",
      omitStages: new Set(["RequestReceived"]),
      omitManagedFields: true,
    });
  });
});
