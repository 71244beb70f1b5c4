import type { ApiObject, OwnerReference } from "../../../../../shared/object.ts";
import { absentOwners } from "../absentOwners.ts";
import { Graph } from "../graph.ts";
import type { Coordinates } from "../node.ts";

/** Coordinates of a config map whose uid is `u-<name>`. */
export const at = (name: string, parts: Partial<Coordinates> = {}): Coordinates => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  namespace: "n",
  name,
  uid: `u-${name}`,
  ...parts,
});

export const refTo = (name: string, parts: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  name,
  uid: `u-${name}`,
  ...parts,
});

export const object = (metadata: ApiObject["metadata"] = {}): ApiObject => ({ metadata });

/**
 * A graph, and the calls of its listener, in order: `verify u-a`, `attempt u-a`, `orphan u-a`, `invalid u-a u-owner`.
 */
export function recordedGraph() {
  let told: string[] = [];
  const absent = absentOwners();
  const graph = new Graph(absent, {
    verify: (uid) => void told.push(`verify ${uid}`),
    attempt: (uid) => void told.push(`attempt ${uid}`),
    orphan: (uid) => void told.push(`orphan ${uid}`),
    invalidNamespace: ({ coordinates }, { uid }) => void told.push(`invalid ${coordinates.uid} ${uid}`),
  });
  return {
    graph,
    absent,
    /** The calls of the listener since the last call of this function. */
    told(): string[] {
      const result = told;
      told = [];
      return result;
    },
    /** Observes a config map with these owners. */
    add(name: string, owners: readonly OwnerReference[] = [], parts: Partial<Coordinates> = {}): void {
      graph.observe(at(name, parts), object({ ownerReferences: [...owners] }));
    },
  };
}
