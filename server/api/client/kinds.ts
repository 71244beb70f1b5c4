import { apiVersionOf } from "../../../shared/object.ts";
import type { ServedResource } from "./apiClient.ts";

/** The resource of a kind, as paths name it. */
export type Mapping = Pick<ServedResource, "group" | "version" | "resource" | "namespaced">;

/** Finds the resource for an apiVersion and a kind, as references give them; every served version can be found. */
export interface Kinds {
  find(apiVersion: string, kind: string): Mapping | undefined;
}

/** By the list of served resources, which is the same array until the served resources change. */
const known = new WeakMap<readonly ServedResource[], Kinds>();

export function kindsOf(resources: readonly ServedResource[]): Kinds {
  const before = known.get(resources);
  if (before !== undefined) return before;
  const kinds = readKinds(resources);
  known.set(resources, kinds);
  return kinds;
}

function readKinds(resources: readonly ServedResource[]): Kinds {
  const mappings = new Map<string, Mapping>();
  for (const resource of resources) {
    const key = `${apiVersionOf(resource)} ${resource.kind}`;
    if (!mappings.has(key)) mappings.set(key, resource);
  }
  return { find: (apiVersion, kind) => mappings.get(`${apiVersion} ${kind}`) };
}
