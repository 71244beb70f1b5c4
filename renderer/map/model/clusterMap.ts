/** The data model of the map, independent of its rendering. */
import type { Finding } from "../../overview/model/finding.ts";

/** The relation of one node to another. Each has a short text for the line, and a sentence for the list. */
export type Relation =
  | "routesTo"
  | "tlsFrom"
  | "selects"
  | "scales"
  | "protects"
  | "restricts"
  | "mounts"
  | "envOf"
  | "pullsWith"
  | "runsAs"
  | "boundTo"
  | "grantedBy"
  | "grants"
  | "owns";

/** A note about a node that its edges do not show. */
export interface Note {
  readonly id:
    | "selectsNothing"
    | "actsOnAll"
    | "actsOnMany"
    | "noPort"
    | "noBackend"
    | "storageClass"
    | "replicaRange"
    | "subjects"
    | "schedule";
  readonly values: Readonly<Record<string, string | number>>;
}

/** Notes about problems. */
export const WRONG: ReadonlySet<Note["id"]> = new Set(["selectsNothing", "noPort", "noBackend"]);

export interface MapPod {
  readonly uid: string;
  readonly name: string;
  readonly finding: Finding;
}

export interface MapNode {
  readonly id: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Empty for objects that were not read. */
  readonly uid: string;
  readonly layer: number;
  readonly labels: Readonly<Record<string, string>>;
  /**
   * `there`: read; `missing`: referenced by other objects, but nonexistent; `named`: referenced by other objects, in a
   * list that the console has not read.
   */
  readonly presence: "there" | "missing" | "named";
  readonly finding: Finding | undefined;
  /** Pods of a workload, including those of its replica sets and jobs. */
  readonly pods: readonly MapPod[];
  readonly notes: readonly Note[];
}

export interface MapEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly relations: readonly Relation[];
}

export interface ClusterMap {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

/** An id that survives deletion of the object: an object recreated under the same name keeps its place. */
export function nodeId(kind: string, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`;
}
