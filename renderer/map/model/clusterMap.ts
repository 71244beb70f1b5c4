/** What the map consists of, whoever draws it. */
import type { Finding } from "../../overview/model/finding.ts";

/** What one thing has to do with another. Each has a short text for the line and a whole one for the list. */
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

/** Something about one thing that its lines do not tell. */
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

/** Notes that say that something is wrong. */
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
  /** Empty of what was not read. */
  readonly uid: string;
  readonly layer: number;
  readonly labels: Readonly<Record<string, string>>;
  /** Read; named by others though it is not there; named by others, and nobody looked whether it is there. */
  readonly presence: "there" | "missing" | "named";
  readonly finding: Finding | undefined;
  /** Pods of a workload, those of what it made included. */
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

/** Identity that outlives the object: what is created again under its name keeps its place. */
export function nodeId(kind: string, namespace: string, name: string): string {
  return `${kind}/${namespace}/${name}`;
}
