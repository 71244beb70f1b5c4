import { describe, expect, it } from "vitest";
import { decodeManagedFields } from "../../../shared/apply/managedFields.ts";
import { reconcileSet } from "../../../shared/apply/testing/immediate.ts";
import { atomicList, int, listBy, mapOf, metadata, struct, text } from "../../../shared/apply/testing/nodes.ts";
import type { VersionedObject } from "../../../shared/apply/versions.ts";
import { parseFieldsV1, toFieldsV1 } from "../../../shared/fieldset/fieldsV1.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { TypeNode } from "../../../shared/schema/typeNode.ts";
import { applyPatch, trackUpdate } from "./testing/immediate.ts";

const common = { apiVersion: text, kind: text, metadata: [metadata, { pointer: false, tag: 1 }] as const };
/** v1 has `spec.size`, which v2 calls `spec.replicas`. */
const v1 = struct({ ...common, spec: struct({ size: int, name: text }) });
const v2 = struct({ ...common, spec: struct({ replicas: int, name: text }) });
const NODES: Record<string, TypeNode> = { "e.com/v1": v1, "e.com/v2": v2 };

const convert = (object: unknown, apiVersion: string): VersionedObject | undefined => {
  const node = NODES[apiVersion];
  if (node === undefined) return undefined;
  const { spec = {}, ...rest } = object as ApiObject & { spec?: Record<string, unknown> };
  if (rest.apiVersion === apiVersion) return { object, node };
  const { size, replicas, ...same } = spec;
  const value = size ?? replicas;
  const moved = value === undefined ? {} : apiVersion === "e.com/v1" ? { size: value } : { replicas: value };
  return { object: { ...rest, apiVersion, spec: { ...same, ...moved } }, node };
};

const apply = (live: ApiObject | undefined, version: string, manager: string, spec: object, force = false): ApiObject =>
  applyPatch({
    live: live === undefined ? undefined : (convert(live, version)?.object as ApiObject),
    patch: { apiVersion: version, kind: "K", metadata: { name: "k" }, spec },
    node: NODES[version] as TypeNode,
    apiVersion: version,
    kind: "K",
    manager,
    force,
    now: 0,
    convert,
  });
const owners = (object: ApiObject) =>
  Object.fromEntries(
    [...decodeManagedFields(object.metadata.managedFields).values()].map((m) => [
      `${m.manager} ${m.apiVersion}`,
      toFieldsV1(m.set),
    ]),
  );

describe("Managers of several versions", () => {
  it("conflict across versions, with fields named in the owner's version", () => {
    const live = apply(undefined, "e.com/v1", "one", { size: 1 });
    expect(() => apply(live, "e.com/v2", "two", { replicas: 2 })).toThrow(
      'Apply failed with 1 conflict: conflict with "one": .spec.size',
    );
    const forced = apply(live, "e.com/v2", "two", { replicas: 2 }, true);
    expect(owners(forced)).toEqual({ "two e.com/v2": { "f:spec": { "f:replicas": {} } } });
  });

  it("share equal values and keep fields owned in the other version", () => {
    let object = apply(undefined, "e.com/v1", "one", { size: 1, name: "n" });
    object = apply(object, "e.com/v2", "two", { replicas: 1 });
    object = apply(object, "e.com/v1", "one", { name: "n" });
    expect(object["spec"]).toEqual({ size: 1, name: "n" });
    expect(Object.keys(owners(object))).toEqual(["one e.com/v1", "two e.com/v2"]);
  });

  it("move to the new version with a manager that changes version", () => {
    let object = apply(undefined, "e.com/v1", "one", { size: 1, name: "n" });
    object = apply(object, "e.com/v2", "one", { replicas: 1 });
    expect(object["spec"]).toEqual({ replicas: 1 });
    expect(owners(object)).toEqual({ "one e.com/v2": { "f:spec": { "f:replicas": {} } } });
  });

  it("lose fields to updates in another version, and are dropped with their version", () => {
    const live = apply(undefined, "e.com/v1", "one", { size: 1, name: "n" });
    const stale = {
      manager: "old",
      operation: "Update" as const,
      apiVersion: "e.com/v0",
      fieldsType: "FieldsV1" as const,
    };
    const withStale: ApiObject = {
      ...(convert(live, "e.com/v2")?.object as ApiObject),
      metadata: { ...live.metadata, managedFields: [...(live.metadata.managedFields ?? []), stale] },
    };
    const next: ApiObject = { ...withStale, spec: { replicas: 5, name: "n" } };
    const tracked = trackUpdate({
      live: withStale,
      next,
      node: v2,
      apiVersion: "e.com/v2",
      manager: "u",
      now: 0,
      convert,
    });
    expect(owners(tracked)).toEqual({
      "one e.com/v1": { "f:spec": { "f:name": {} } },
      "u e.com/v2": { "f:spec": { "f:replicas": {} } },
    });
  });
});

describe("reconcileSet", () => {
  const set = parseFieldsV1({
    "f:m": { ".": {}, "f:a": {} },
    "f:l": { 'k:{"n":"x"}': { ".": {}, "f:n": {} } },
    "f:s": { "f:x": {} },
  });

  it("returns a matching set unchanged", () => {
    const node = struct({ m: mapOf(text), l: listBy(["n"], struct({ n: text })), s: struct({ x: text }) });
    expect(reconcileSet(set, node)).toBe(set);
  });

  it("assigns the whole value to an owner of a part that became atomic", () => {
    const node = struct({
      m: mapOf(text, "atomic"),
      l: atomicList(struct({ n: text })),
      s: struct({ x: text }, { mapType: "atomic" }),
    });
    expect(toFieldsV1(reconcileSet(set, node))).toEqual({ "f:l": {}, "f:m": {}, "f:s": {} });
  });
});
