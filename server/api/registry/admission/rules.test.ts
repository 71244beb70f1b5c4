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
    ["everything by wildcards", {}, {}, true],
    ["nothing without resources", { resources: [] }, {}, false],
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
    ["no subresource by a resource wildcard", { resources: ["*"] }, { subresource: "status" }, false],
    ["no subresource by its resource", { resources: ["deployments"] }, { subresource: "status" }, false],
    ["a subresource", { resources: ["deployments/status"] }, { subresource: "status" }, true],
    ["no resource by its subresource", { resources: ["deployments/status"] }, {}, false],
    ["a subresource by a subresource wildcard", { resources: ["deployments/*"] }, { subresource: "scale" }, true],
    ["a resource by its subresource wildcard", { resources: ["deployments/*"] }, {}, true],
    ["a subresource of any resource", { resources: ["*/scale"] }, { subresource: "scale" }, true],
    ["a namespaced object by scope Namespaced", { scope: "Namespaced" }, {}, true],
    ["no namespaced object by scope Cluster", { scope: "Cluster" }, {}, false],
    [
      "a cluster-scoped object by scope Cluster",
      { scope: "Cluster" },
      { group: "", plural: "nodes", namespace: "" },
      true,
    ],
    [
      "no cluster-scoped object by scope Namespaced",
      { scope: "Namespaced" },
      { group: "", plural: "nodes", namespace: "" },
      false,
    ],
    ["a namespace by scope Cluster", { scope: "Cluster" }, namespaces, true],
    ["any name if none is listed", { resourceNames: [] }, {}, true],
    ["a listed name", { resourceNames: ["y", "x"] }, {}, true],
    ["no name that is not listed", { resourceNames: ["y"] }, {}, false],
    ["no object whose name is not generated yet", { resourceNames: ["x"] }, { name: "" }, false],
    ["no namespace by scope Namespaced", { scope: "Namespaced" }, namespaces, false],
  ])("matches %s", (_what, parts, about, expected) => {
    expect(matchesRule(rule(parts), subject(about))).toBe(expected);
  });
});
