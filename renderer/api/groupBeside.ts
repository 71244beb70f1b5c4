import { pluralKind, type ResourceType } from "./resourceType.ts";

/** By list of types: discovery replaces the list, it never changes it. */
const known = new WeakMap<readonly ResourceType[], ReadonlySet<string>>();

/** The names of kinds that resources of several API groups have. */
function sharedNames(types: readonly ResourceType[]): ReadonlySet<string> {
  const groups = new Map<string, string>();
  const shared = new Set<string>();
  for (const { kind, resource, group, verbs } of types) {
    if (!verbs.includes("list")) continue;
    const name = pluralKind(kind, resource);
    if ((groups.get(name) ?? group) !== group) shared.add(name);
    groups.set(name, group);
  }
  return shared;
}

/**
 * The API group to show beside the name of a kind, because kinds of other groups have the same name; empty if none has,
 * and for the core group.
 * @param types all that the cluster serves
 */
export function groupBeside(
  { group, kind, resource }: Pick<ResourceType, "group" | "kind" | "resource">,
  types: readonly ResourceType[],
): string {
  const shared = known.get(types) ?? sharedNames(types);
  known.set(types, shared);
  return shared.has(pluralKind(kind, resource)) ? group : "";
}
