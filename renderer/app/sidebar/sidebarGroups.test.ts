import { describe, expect, it } from "vitest";
import type { ResourceType } from "../../api/resourceType.ts";
import { resourceType } from "../../testing/resourceTypes.ts";
import { filterGroups, listableTypes, sidebarGroups } from "./sidebarGroups.ts";

const type = (group: string, resource: string, kind: string, more: Partial<ResourceType> = {}): ResourceType =>
  resourceType(resource, kind, { group, singular: "", ...more });

const types = [
  type("", "pods", "Pod", { shortNames: ["po"] }),
  type("", "events", "Event"),
  type("", "nodes", "Node"),
  type("apps", "deployments", "Deployment"),
  type("apps", "controllerrevisions", "ControllerRevision"),
  type("events.orch.io", "events", "Event"),
  type("rbac.authorization.orch.io", "roles", "Role"),
  type("example.com", "widgets", "Widget"),
  type("metrics.orch.io", "usages", "Usage"),
  type("authorization.orch.io", "subjectaccessreviews", "SubjectAccessReview", { verbs: ["create"] }),
];

describe("sidebarGroups", () => {
  const groups = sidebarGroups(types, "orch.io");
  const labels = Object.fromEntries(groups.map((g) => [g.id, g.entries.map((e) => e.label)]));

  it("puts every listable kind into one group in sidebar order", () => {
    expect(groups.map((g) => g.id)).toEqual(["workloads", "accessGroup", "cluster", "custom", "group:metrics.orch.io"]);
    expect(labels["workloads"]).toEqual(["Pods", "Deployments", "ControllerRevisions"]);
    expect(labels["cluster"]).toEqual(["Nodes", "Events"]);
    expect(labels["custom"]).toEqual(["Widgets"]);
  });

  it("omits unlistable kinds and the duplicate events of events.k8s.io", () => {
    const all = groups.flatMap((g) => g.entries.map((e) => e.key));
    expect(all).not.toContain("authorization.orch.io/v1/subjectaccessreviews");
    expect(all).not.toContain("events.orch.io/v1/events");
    expect(new Set(all).size).toBe(all.length);
  });

  it("treats the groups of another vocabulary as custom ones", () => {
    const foreign = sidebarGroups([type("rbac.authorization.k8s.io", "roles", "Role")], "orch.io");
    expect(foreign[0]?.id).toBe("custom");
  });

  it("names the API group of kinds with the same name, and sorts custom ones by name only", () => {
    const [, custom] = sidebarGroups(
      [
        type("", "pods", "Pod"),
        type("b.example.com", "backups", "Backup"),
        type("a.example.com", "backups", "Backup"),
        type("c.example.com", "pods", "Pod"),
        type("c.example.com", "jobs", "Job"),
      ],
      "k8s.io",
    );
    expect(custom?.entries.map(({ label, beside }) => [label, beside])).toEqual([
      ["Backups", "a.example.com"],
      ["Backups", "b.example.com"],
      ["Jobs", ""],
      ["Pods", "c.example.com"],
    ]);
  });

  it("finds by label, resource and short name", () => {
    expect(filterGroups(groups, "  ")).toHaveLength(groups.length);
    expect(filterGroups(groups, "po").flatMap((g) => g.entries.map((e) => e.label))).toEqual(
      ["Pods", "Deployments"].filter((l) => l === "Pods"),
    );
    expect(filterGroups(groups, "DEPLOY")[0]?.entries).toHaveLength(1);
  });
});

it("keeps the first version of each resource", () => {
  const listable = listableTypes([
    type("batch", "jobs", "Job", { version: "v1" }),
    type("batch", "jobs", "Job", { version: "v1beta1" }),
  ]);
  expect(listable.map((t) => t.version)).toEqual(["v1"]);
});
