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

describe("owners and dependents", () => {
  it("are linked, whichever comes first", () => {
    world.add("owner");
    world.add("later", [refTo("owner")]);
    world.add("early", [refTo("unborn")]);
    world.add("unborn");
    expect(names(world.graph.get("u-owner")?.dependents)).toEqual(["later"]);
    expect(names(world.graph.get("u-unborn")?.dependents)).toEqual(["early"]);
    expect(world.told()).toEqual(["verify u-unborn"]);
    expect(world.graph.get("u-unborn")?.observed).toBe(true);
  });

  it("are not looked at when an object comes or changes without owners", () => {
    world.add("a");
    world.add("a");
    world.graph.remove(at("a"));
    expect([world.told(), world.graph.size]).toEqual([[], 0]);
  });

  it("follow changes of the references", () => {
    world.add("a");
    world.add("b");
    world.add("d", [refTo("a")]);
    world.add("d", [refTo("b")]);
    expect([names(world.graph.get("u-a")?.dependents), names(world.graph.get("u-b")?.dependents)]).toEqual([[], ["d"]]);
    world.add("d", []);
    expect(names(world.graph.get("u-b")?.dependents)).toEqual([]);
    expect(world.told()).toEqual([]);
  });

  it("forget an owner that no reference names any more and that was never observed", () => {
    world.add("d", [refTo("ghost")]);
    world.add("d", []);
    expect(world.graph.get("u-ghost")).toBeUndefined();
  });

  it("are checked at the end of an owner; an owner that waited for a dependent is checked at its end", () => {
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

describe("a deletion", () => {
  it("in the foreground makes the dependents go, once", () => {
    world.add("owner");
    world.add("d", [refTo("owner")]);
    for (let i = 0; i < 2; i++) world.graph.observe(at("owner"), object(deletion("foregroundDeletion")));
    expect(world.told()).toEqual(["attempt u-d", "attempt u-owner"]);
    expect(world.graph.get("u-owner")).toMatchObject({ deleting: true, deletingDependents: true });
  });

  it("of the owner alone lets them free, once; also when it had begun before", () => {
    for (let i = 0; i < 2; i++) world.graph.observe(at("owner"), object(deletion("orphan")));
    expect(world.told()).toEqual(["orphan u-owner"]);
  });

  it("that only other finalizers hold wakes no dependent", () => {
    world.graph.observe(at("owner"), object(deletion("example.com/held")));
    expect(world.told()).toEqual([]);
    expect(world.graph.get("u-owner")).toMatchObject({ deleting: true, deletingDependents: false });
  });

  it("is looked at again when a reference blocks no more", () => {
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

describe("doubtful references", () => {
  it("are checked: another namespace, other coordinates, an owner never observed", () => {
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

  it("to a cluster-scoped owner are good from everywhere", () => {
    world.add("owner", [], { namespace: "" });
    world.add("d", [refTo("owner")]);
    expect(world.told()).toEqual([]);
  });

  it("are found out when the owner is seen at last", () => {
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

describe("an absent owner", () => {
  it("that was never observed is dropped, and its dependents are checked", () => {
    world.add("d", [refTo("ghost")]);
    world.graph.absent(at("ghost"));
    expect(world.told()).toEqual(["verify u-ghost", "attempt u-d"]);
    expect(world.graph.get("u-ghost")).toBeUndefined();
  });

  it("may be elsewhere: every place that a reference names is looked at", () => {
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

  it("that was observed elsewhere stays: only dependents with a wrong reference are checked", () => {
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

it("objects of a resource that is served no more are neither there nor gone", () => {
  world.add("owner");
  world.add("d", [refTo("owner")], { kind: "Widget" });
  world.graph.unobserve(({ kind }) => kind === "Widget");
  expect([world.graph.get("u-d"), names(world.graph.get("u-owner")?.dependents)]).toEqual([undefined, []]);
  world.add("d", [refTo("owner")], { kind: "Widget" });
  world.graph.unobserve(({ kind }) => kind === "ConfigMap");
  expect(world.graph.get("u-owner")).toMatchObject({ observed: false });
  expect(world.told()).toEqual([]);
});

it("links are always the inverse of references, and nothing is left when all is gone", () => {
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
