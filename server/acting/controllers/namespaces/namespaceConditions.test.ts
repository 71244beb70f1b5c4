import { describe, expect, it } from "vitest";
import { type Condition, conditionsOf, mergeConditions } from "./namespaceConditions.ts";
import type { Remaining } from "./namespaceContent.ts";

const remaining = (resource: string, group: string, count: number, finalizers: [string, number][] = []): Remaining => ({
  resource,
  group,
  count,
  finalizers: new Map(finalizers),
});
const of = (conditions: readonly Condition[], type: string) => conditions.find((each) => each.type === type);
const NOW = Date.parse("2026-01-02T03:04:05Z");

describe("conditionsOf", () => {
  it("returns five conditions, all False, when nothing remains", () => {
    const conditions = conditionsOf({ remaining: [], failures: [] }, "orch");
    expect(conditions.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ["NamespaceDeletionDiscoveryFailure", "False", "ResourcesDiscovered"],
      ["NamespaceDeletionGroupVersionParsingFailure", "False", "ParsedGroupVersions"],
      ["NamespaceDeletionContentFailure", "False", "ContentDeleted"],
      ["NamespaceContentRemaining", "False", "ContentRemoved"],
      ["NamespaceFinalizersRemaining", "False", "ContentHasNoFinalizers"],
    ]);
    expect(conditions[1]?.message).toBe("All legacy orch types successfully parsed");
  });

  it("lists the remaining resources in sorted order and sums finalizers across resources", () => {
    const conditions = conditionsOf(
      {
        remaining: [
          remaining("pods", "", 3, [["a/x", 2]]),
          remaining("deployments", "apps", 1, [
            ["a/x", 1],
            ["a/b", 1],
          ]),
        ],
        failures: [],
      },
      "kubernetes",
    );
    expect(of(conditions, "NamespaceContentRemaining")).toMatchObject({
      status: "True",
      reason: "SomeResourcesRemain",
      message:
        "Some resources are remaining: deployments.apps has 1 resource instances, pods. has 3 resource instances",
    });
    expect(of(conditions, "NamespaceFinalizersRemaining")).toMatchObject({
      status: "True",
      reason: "SomeFinalizersRemain",
      message:
        "Some content in the namespace has finalizers remaining: a/b in 1 resource instances, a/x in 3 resource instances",
    });
  });

  it("reports deletion failures", () => {
    const conditions = conditionsOf({ remaining: [], failures: ["pods: no", "jobs: no"] }, "kubernetes");
    expect(of(conditions, "NamespaceDeletionContentFailure")).toMatchObject({
      status: "True",
      reason: "ContentDeletionFailed",
      message: "Failed to delete all resource types, 2 remaining: pods: no, jobs: no",
    });
  });

  it("reports groups whose discovery failed", () => {
    const conditions = conditionsOf({ remaining: [], failures: [] }, "kubernetes", ["a.example/v1", "b.example/v2"]);
    expect(of(conditions, "NamespaceDeletionDiscoveryFailure")).toMatchObject({
      status: "True",
      reason: "DiscoveryFailed",
      message:
        "Discovery failed for some groups, 2 failing: unable to retrieve the complete list of server APIs: " +
        "a.example/v1: stale GroupVersion discovery: a.example/v1, b.example/v2: stale GroupVersion discovery: b.example/v2",
    });
  });
});

describe("mergeConditions", () => {
  const condition = (type: string, status: "True" | "False", message = "m"): Condition => ({
    type,
    status,
    reason: "R",
    message,
  });
  const OLD = "2025-01-01T00:00:00Z";
  const dated = (given: Condition, lastTransitionTime = OLD): Condition => ({ ...given, lastTransitionTime });

  it("is idempotent", () => {
    const wanted = conditionsOf({ remaining: [], failures: [] }, "kubernetes");
    const merged = mergeConditions([], wanted, NOW);
    expect(merged?.every(({ lastTransitionTime }) => lastTransitionTime === "2026-01-02T03:04:05Z")).toBe(true);
    expect(mergeConditions(merged ?? [], wanted, NOW + 1000)).toBeUndefined();
  });

  it("updates the transition time when the status changes, not when the message changes", () => {
    const existing = [dated(condition("A", "True")), dated(condition("B", "True"))];
    expect(mergeConditions(existing, [condition("A", "False"), condition("B", "True", "new")], NOW)).toEqual([
      dated(condition("A", "False"), "2026-01-02T03:04:05Z"),
      dated(condition("B", "True", "new")),
    ]);
  });

  it("keeps other writers' conditions", () => {
    const other = dated(condition("Other", "True"));
    const types = (existing: Condition[]) =>
      mergeConditions(existing, [condition("A", "True"), condition("B", "True")], NOW)?.map(({ type }) => type);
    expect(types([condition("A", "False"), other])).toEqual(["A", other.type, "B"]);
    expect(mergeConditions([other], [condition("A", "True")], NOW)?.[0]).toEqual(other);
  });
});
