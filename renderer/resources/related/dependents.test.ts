import { describe, expect, it } from "vitest";
import type { ResourceType } from "../../api/resourceType.ts";
import { resourceType } from "../../testing/resourceTypes.ts";
import { candidateTypes, type Dependent, reachable, typeOfReference } from "./dependents.ts";

const type = (resource: string, kind: string, more: Partial<ResourceType> = {}): ResourceType =>
  resourceType(resource, kind, { verbs: ["get", "list"], ...more });
const pods = type("pods", "Pod");
const sets = type("replicasets", "ReplicaSet", { group: "apps" });
const deployments = type("deployments", "Deployment", { group: "apps" });
const nodes = type("nodes", "Node", { namespaced: false });
const all = [pods, sets, deployments, nodes, type("events", "Event"), type("bindings", "Binding", { verbs: [] })];
const owned = (uid: string, ...owners: string[]): Dependent => ({ type: pods, meta: { uid, name: uid }, owners });

describe("candidateTypes", () => {
  it("stays in the namespace of a namespaced owner and omits unlistable kinds", () => {
    expect(candidateTypes(all, deployments, false)).toEqual([pods, sets, deployments]);
    expect(candidateTypes(all, nodes, false)).toContain(nodes);
  });

  it("lists the kinds that built-in controllers create", () => {
    expect(candidateTypes(all, deployments, true)).toEqual([pods, sets]);
    expect(candidateTypes(all, pods, true)).toEqual([]);
  });
});

describe("reachable", () => {
  it("follows owners transitively with each object once, including cycles", () => {
    const objects = [owned("rs", "d"), owned("p1", "rs"), owned("p2", "rs", "d"), owned("x", "y"), owned("d", "p1")];
    expect(reachable(["d"], objects).map((one) => one.meta.uid)).toEqual(["rs", "p2", "p1"]);
    expect(reachable(["nobody"], objects)).toEqual([]);
  });
});

it("finds the type of a reference, in another version if necessary", () => {
  expect(typeOfReference(all, { apiVersion: "apps/v1beta1", kind: "ReplicaSet" })).toBe(sets);
  expect(typeOfReference(all, { apiVersion: "v1", kind: "ReplicaSet" })).toBeUndefined();
});
