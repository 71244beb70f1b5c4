import { describe, expect, it } from "vitest";
import { matchesRule, type RequestRule, type RuleSubject } from "./rules.ts";

const subject = (
  parts: Partial<RuleSubject> & { group?: string; version?: string; plural?: string } = {},
): RuleSubject => {
  const { group = "apps", version = "v1", plural = "deployments", ...rest } = parts;
  return {
    operation: "CREATE",
    resource: { group, version, resource: plural },
    subresource: "",
    namespace: "n",
    name: "x",
    ...rest,
  };
};

const rule = (parts: Partial<RequestRule> = {}): RequestRule => ({
  operations: ["*"],
  apiGroups: ["*"],
  apiVersions: ["*"],
  resources: ["*/*"],
  scope: "*",
  ...parts,
});

const namespaces = { group: "", plural: "namespaces", namespace: "dev" };

describe("matchesRule", () => {
  it.each<[string, Partial<RequestRule>, Parameters<typeof subject>[0], boolean]>([
    ["everything", {}, {}, true],
    ["no rule without resources", { resources: [] }, {}, false],
    ["an operation", { operations: ["CREATE"] }, {}, true],
    ["one of several operations", { operations: ["DELETE", "CREATE"] }, {}, true],
    ["no other operation", { operations: ["UPDATE"] }, {}, false],
    ["a group", { apiGroups: ["apps"] }, {}, true],
    ["no other group", { apiGroups: ["batch"] }, {}, false],
    ["the core group", { apiGroups: [""] }, { group: "", plural: "pods" }, true],
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
    ["cluster scope", { scope: "Cluster" }, { group: "", plural: "nodes", namespace: "" }, true],
    ["no namespaced scope", { scope: "Namespaced" }, { group: "", plural: "nodes", namespace: "" }, false],
    ["namespaces as cluster-scoped", { scope: "Cluster" }, namespaces, true],
    ["any name", { resourceNames: [] }, {}, true],
    ["a name", { resourceNames: ["y", "x"] }, {}, true],
    ["no other name", { resourceNames: ["y"] }, {}, false],
    ["no name that is still to be made", { resourceNames: ["x"] }, { name: "" }, false],
    ["namespaces as not namespaced", { scope: "Namespaced" }, namespaces, false],
  ])("matches %s", (_what, parts, about, expected) => {
    expect(matchesRule(rule(parts), subject(about))).toBe(expected);
  });
});
