import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { Node } from "./node.ts";
import { at, object, recordedGraph, refTo } from "./testing/nodes.ts";

let world: ReturnType<typeof recordedGraph>;
beforeEach(() => {
  world = recordedGraph();
});
const names = (nodes: Iterable<Node> | undefined): string[] => [...(nodes ?? [])].map((n) => n.coordinates.name).sort();
const deletion = (finalizer: string) => ({ deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: [finalizer] });

describe("Owners and dependents", () => {
  it("are linked regardless of which is observed first", () => {
    world.add("owner");
    world.add("later", [refTo("owner")]);
    world.add("early", [refTo("unborn")]);
    world.add("unborn");
    expect(names(world.graph.get("u-owner")?.dependents)).toEqual(["later"]);
    expect(names(world.graph.get("u-unborn")?.dependents)).toEqual(["early"]);
    expect(world.told()).toEqual(["verify u-unborn"]);
    expect(world.graph.get("u-unborn")?.observed).toBe(true);
  });

  it("are not checked when an object without owners is added or updated", () => {
    world.add("a");
    world.add("a");
    world.graph.remove(at("a"));
    expect([world.told(), world.graph.size]).toEqual([[], 0]);
  });

  it("follow changes of owner references", () => {
    world.add("a");
    world.add("b");
    world.add("d", [refTo("a")]);
    world.add("d", [refTo("b")]);
    expect([names(world.graph.get("u-a")?.dependents), names(world.graph.get("u-b")?.dependents)]).toEqual([[], ["d"]]);
    world.add("d", []);
    expect(names(world.graph.get("u-b")?.dependents)).toEqual([]);
    expect(world.told()).toEqual([]);
  });

  it("drop an unobserved owner that no reference names any more", () => {
    world.add("d", [refTo("ghost")]);
    world.add("d", []);
    expect(world.graph.get("u-ghost")).toBeUndefined();
  });

  it("are checked when an owner is deleted; a waiting owner is checked when its dependent is deleted", () => {
    world.add("owner");
    world.add("d", [refTo("owner")]);
    world.graph.remove(at("owner"));
    expect(world.told()).toEqual(["attempt u-d"]);
    expect(world.absent.has(at("owner"))).toBe(true);

    world.graph.observe(at("waiting"), object(deletion("foregroundDeletion")));
    world.add("e", [refTo("waiting")]);
    world.told();
    world.graph.remove(at("e"));
    expect(world.told()).toEqual(["attempt u-waiting"]);
  });
});

describe("Deletion", () => {
  it("with foreground policy deletes the dependents once", () => {
    world.add("owner");
    world.add("d", [refTo("owner")]);
    for (let i = 0; i < 2; i++) world.graph.observe(at("owner"), object(deletion("foregroundDeletion")));
    expect(world.told()).toEqual(["attempt u-d", "attempt u-owner"]);
    expect(world.graph.get("u-owner")).toMatchObject({ deleting: true, deletingDependents: true });
  });

  it("with orphan policy orphans the dependents once, including a deletion already in progress", () => {
    for (let i = 0; i < 2; i++) world.graph.observe(at("owner"), object(deletion("orphan")));
    expect(world.told()).toEqual(["orphan u-owner"]);
  });

  it("blocked only by other finalizers checks no dependents", () => {
    world.graph.observe(at("owner"), object(deletion("example.com/held")));
    expect(world.told()).toEqual([]);
    expect(world.graph.get("u-owner")).toMatchObject({ deleting: true, deletingDependents: false });
  });

  it("is rechecked when a reference no longer blocks it", () => {
    world.add("owner");
    const blocking = refTo("owner", { blockOwnerDeletion: true });
    world.add("d", [blocking]);
    world.add("d", [refTo("owner", { blockOwnerDeletion: false })]);
    expect(world.told()).toEqual(["attempt u-owner"]);
    world.add("d", [blocking]);
    expect(world.told()).toEqual([]);
    world.add("d", []);
    expect(world.told()).toEqual(["attempt u-owner"]);
  });
});

describe("Uncertain references", () => {
  it("are checked for another namespace, other coordinates, or an unobserved owner", () => {
    world.add("owner");
    world.add("good", [refTo("owner")]);
    expect(world.told()).toEqual([]);
    world.add("far", [refTo("owner")], { namespace: "m" });
    expect(world.told()).toEqual(["invalid u-far u-owner", "attempt u-far"]);
    world.add("odd", [refTo("owner", { kind: "Secret" })]);
    expect(world.told()).toEqual(["attempt u-odd"]);
    world.add("first", [refTo("ghost")], { namespace: "" });
    world.add("second", [refTo("ghost")]);
    expect(world.told()).toEqual(["verify u-ghost", "attempt u-second"]);
  });

  it("to a cluster-scoped owner are valid from every namespace", () => {
    world.add("owner", [], { namespace: "" });
    world.add("d", [refTo("owner")]);
    expect(world.told()).toEqual([]);
  });

  it("are detected when the owner is finally observed", () => {
    world.add("good", [refTo("owner")]);
    world.add("far", [refTo("owner")], { namespace: "m" });
    world.add("odd", [refTo("owner", { apiVersion: "v2" })]);
    world.told();
    world.add("owner");
    expect(world.told()).toEqual([]);

    world = recordedGraph();
    world.add("far", [refTo("owner")], { namespace: "m" });
    world.add("good", [refTo("owner")]);
    world.told();
    world.add("owner");
    expect(world.told()).toEqual(["invalid u-far u-owner", "attempt u-far"]);
  });
});

describe("Absent owner", () => {
  it("is dropped if it was never observed, and its dependents are checked", () => {
    world.add("d", [refTo("ghost")]);
    world.graph.absent(at("ghost"));
    expect(world.told()).toEqual(["verify u-ghost", "attempt u-d"]);
    expect(world.graph.get("u-ghost")).toBeUndefined();
  });

  it("is searched at all coordinates that references name", () => {
    world.add("a", [refTo("ghost")]);
    world.add("b", [refTo("ghost", { kind: "Secret" })]);
    world.told();
    world.graph.absent(at("ghost"));
    expect(world.told()).toEqual(["attempt u-a", "verify u-ghost"]);
    expect(world.graph.get("u-ghost")?.coordinates).toEqual(at("ghost", { kind: "Secret" }));
    world.graph.absent(at("ghost", { kind: "Secret" }));
    expect(world.told()).toEqual(["attempt u-b", "verify u-ghost"]);
    expect(world.graph.get("u-ghost")?.coordinates).toEqual(at("ghost"));
  });

  it("is kept if it was observed elsewhere; only dependents with a wrong reference are checked", () => {
    world.add("owner");
    world.add("good", [refTo("owner")]);
    world.add("odd", [refTo("owner", { name: "odd" })]);
    world.told();
    world.graph.absent(at("odd", { uid: "u-owner" }));
    expect(world.told()).toEqual(["attempt u-odd"]);
    expect(world.graph.get("u-owner")?.observed).toBe(true);
    world.graph.absent(at("owner"));
    expect(world.graph.get("u-owner")).toBeUndefined();
  });
});

it("treats objects of a resource that is no longer served as neither present nor deleted", () => {
  world.add("owner");
  world.add("d", [refTo("owner")], { kind: "Widget" });
  world.graph.unobserve(({ kind }) => kind === "Widget");
  expect([world.graph.get("u-d"), names(world.graph.get("u-owner")?.dependents)]).toEqual([undefined, []]);
  world.add("d", [refTo("owner")], { kind: "Widget" });
  world.graph.unobserve(({ kind }) => kind === "ConfigMap");
  expect(world.graph.get("u-owner")).toMatchObject({ observed: false });
  expect(world.told()).toEqual([]);
});

it("keeps links the inverse of references and is empty when all objects are deleted", () => {
  const name = fc.constantFrom("a", "b", "c", "d");
  const step = fc.record({ name, gone: fc.boolean(), owners: fc.uniqueArray(name, { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      world = recordedGraph();
      const expected = new Map<string, string[]>();
      for (const { name: subject, gone, owners } of steps) {
        if (gone) world.graph.remove(at(subject));
        else
          world.add(
            subject,
            owners.map((owner) => refTo(owner)),
          );
        if (gone) expected.delete(subject);
        else expected.set(subject, owners);
        // A deleted owner appears again in the graph when a new reference names it.
        for (const node of world.graph.nodes()) {
          const dependents = names(node.dependents);
          for (const dependent of dependents) expect(expected.get(dependent)).toContain(node.coordinates.name);
          expect(node.observed).toBe(expected.has(node.coordinates.name));
        }
      }
      for (const subject of expected.keys()) world.graph.remove(at(subject));
      expect(world.graph.size).toBe(0);
    }),
  );
});
