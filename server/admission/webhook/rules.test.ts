import { describe, expect, it } from "vitest";
import { matchesRule, type RuleSubject, type WebhookRule } from "./rules.ts";

const subject = (
  parts: Partial<RuleSubject> & { group?: string; version?: string; name?: string } = {},
): RuleSubject => {
  const { group = "apps", version = "v1", name = "deployments", ...rest } = parts;
  return {
    operation: "CREATE",
    resource: { group, version, resource: name },
    subresource: "",
    namespace: "n",
    ...rest,
  };
};

const rule = (parts: Partial<WebhookRule> = {}): WebhookRule => ({
  operations: ["*"],
  apiGroups: ["*"],
  apiVersions: ["*"],
  resources: ["*/*"],
  scope: "*",
  ...parts,
});

const namespaces = { group: "", name: "namespaces", namespace: "dev" };

describe("matchesRule", () => {
  it.each<[string, Partial<WebhookRule>, Parameters<typeof subject>[0], boolean]>([
    ["everything", {}, {}, true],
    ["no rule without resources", { resources: [] }, {}, false],
    ["an operation", { operations: ["CREATE"] }, {}, true],
    ["one of several operations", { operations: ["DELETE", "CREATE"] }, {}, true],
    ["no other operation", { operations: ["UPDATE"] }, {}, false],
    ["a group", { apiGroups: ["apps"] }, {}, true],
    ["no other group", { apiGroups: ["batch"] }, {}, false],
    ["the core group", { apiGroups: [""] }, { group: "", name: "pods" }, true],
    ["a version", { apiVersions: ["v1"] }, {}, true],
    ["no other version", { apiVersions: ["v2"] }, {}, false],
    ["a resource", { resources: ["deployments"] }, {}, true],
    ["no other resource", { resources: ["pods"] }, {}, false],
    ["any resource, but no sub-resource", { resources: ["*"] }, { subresource: "status" }, false],
    ["no sub-resource of a resource", { resources: ["deployments"] }, { subresource: "status" }, false],
    ["a sub-resource", { resources: ["deployments/status"] }, { subresource: "status" }, true],
    ["no resource for its sub-resource", { resources: ["deployments/status"] }, {}, false],
    ["all sub-resources, and the resource", { resources: ["deployments/*"] }, { subresource: "scale" }, true],
    ["the resource of all sub-resources", { resources: ["deployments/*"] }, {}, true],
    ["a sub-resource of any resource", { resources: ["*/scale"] }, { subresource: "scale" }, true],
    ["namespaced scope", { scope: "Namespaced" }, {}, true],
    ["no cluster scope", { scope: "Cluster" }, {}, false],
    ["cluster scope", { scope: "Cluster" }, { group: "", name: "nodes", namespace: "" }, true],
    ["no namespaced scope", { scope: "Namespaced" }, { group: "", name: "nodes", namespace: "" }, false],
    ["namespaces as cluster-scoped", { scope: "Cluster" }, namespaces, true],
    ["namespaces as not namespaced", { scope: "Namespaced" }, namespaces, false],
  ])("knows %s", (_what, parts, about, expected) => {
    expect(matchesRule(rule(parts), subject(about))).toBe(expected);
  });
});
