import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { Json, JsonObject } from "../../../../shared/object.ts";
import { isTurnOver, type Steps } from "../../../../shared/steps.ts";
import { GNOSTIC_V2 } from "../../../model/schema/openapi/gnosticV2.ts";
import { renameReferences } from "../../aggregation/openApiReferences.ts";
import { type RemoteSpec, withoutPaths } from "../../aggregation/remoteSpec.ts";
import type { DocumentParts } from "./documentFormat.ts";
import { Leaf } from "./documentPart.ts";

/**
 * Adds the specs of extension servers to the parts of a version 2 document. An existing path stays unchanged. A
 * definition or a parameter that differs from an existing one of the same name is added under another name (`Name_v2`);
 * one that differs only in its kinds is merged, with the kinds of both.
 *
 * @param specs in the order of their priority
 * @param kinds member of definitions that lists their kinds
 */
export function* mergeSpecs(parts: DocumentParts, specs: readonly RemoteSpec[], kinds: string): Steps<DocumentParts> {
  if (specs.length === 0) return parts;
  const paths = byName(parts.paths);
  const definitions = byName(parts.definitions);
  const parameters = new Map(Object.entries(parts.parameters as Record<string, Json>));
  for (const given of specs) {
    const spec = yield* withoutPaths(given, (path) => paths.has(path));
    const same = (a: Json, b: Json): boolean => deepEqual(without(a, kinds), without(b, kinds));
    const renames = {
      definitions: yield* newNames(spec.definitions, (name) => definitions.get(name)?.value(), same),
      parameters: yield* newNames(spec.parameters, (name) => parameters.get(name), deepEqual),
    };
    for (const [path, item] of spec.paths) {
      paths.set(path, new Leaf(GNOSTIC_V2, "Paths", path, yield* renameReferences(item, renames)));
    }
    for (const [name, value] of spec.definitions) {
      const target = renames.definitions.get(name) ?? name;
      const known = definitions.get(target);
      const merged =
        known === undefined
          ? yield* renameReferences(value, renames)
          : withKinds(known.value() as JsonObject, value, kinds);
      if (merged !== undefined) definitions.set(target, new Leaf(GNOSTIC_V2, "Definitions", target, merged));
      if (isTurnOver()) yield;
    }
    for (const [name, value] of spec.parameters) {
      const target = renames.parameters.get(name) ?? name;
      if (!parameters.has(target)) parameters.set(target, yield* renameReferences(value, renames));
    }
  }
  return {
    paths: sorted(paths),
    definitions: sorted(definitions),
    parameters: Object.fromEntries([...parameters].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

const byName = (leaves: readonly Leaf[]): Map<string, Leaf> => new Map(leaves.map((leaf) => [leaf.name, leaf]));

const sorted = (leaves: ReadonlyMap<string, Leaf>): Leaf[] =>
  [...leaves.values()].sort((a, b) => (a.name < b.name ? -1 : 1));

/**
 * New names for members whose name is taken by a different member. An equal member that was renamed before keeps that
 * name.
 */
function* newNames(
  members: ReadonlyMap<string, Json>,
  known: (name: string) => Json | undefined,
  same: (a: Json, b: Json) => boolean,
): Steps<Map<string, string>> {
  const renames = new Map<string, string>();
  const taken = new Set<string>();
  for (const [name, value] of members) {
    if (isTurnOver()) yield;
    for (let i = 1, candidate = name; ; candidate = `${name}_v${++i}`) {
      const there = known(candidate);
      const isOwn = i > 1 && (members.has(candidate) || taken.has(candidate));
      if (isOwn || (there !== undefined && !same(there, value))) continue;
      if (i > 1) renames.set(name, candidate);
      taken.add(candidate);
      break;
    }
  }
  return renames;
}

function without(value: Json, member: string): Json {
  const { [member]: _, ...others } = value as JsonObject;
  return others;
}

/** A definition extended by the kinds of another one of the same shape; undefined when it already has them. */
function withKinds(known: JsonObject, other: JsonObject, member: string): JsonObject | undefined {
  const before = (known[member] ?? []) as Json[];
  const added = ((other[member] ?? []) as Json[]).filter((kind) => !before.some((each) => deepEqual(each, kind)));
  return added.length === 0 ? undefined : { ...known, [member]: [...before, ...added] };
}
