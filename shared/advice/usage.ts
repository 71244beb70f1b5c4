import type { Verdict } from "./verdict.ts";

/**
 * Where the use of a version shows: a manager owns fields that it wrote through it, a client named it in its last
 * apply, the object refers to it, a Helm release has it in its manifest, the server counted requests, or the audit log
 * has requests.
 */
export type Evidence = "managedFields" | "lastApplied" | "reference" | "helmRelease" | "metric" | "auditLog";

/** A version that ends, as a cluster or client actually uses it. */
export interface Usage extends Verdict {
  readonly evidence: Evidence;
  /** The object; absent for requests. */
  readonly namespace?: string;
  readonly name?: string;
  /** What kind the object is, where it refers to the version rather than being written in it. */
  readonly holder?: { readonly apiVersion: string; readonly kind: string };
  /** The manager, the release, the user with its agent, or the field. */
  readonly by?: string;
  /** When it was last seen: RFC 3339. */
  readonly last?: string;
  /** How often it was seen, where that was counted. */
  readonly count?: number;
}

/** What a cluster uses of what ends. */
export interface ClusterUsage {
  readonly usages: readonly Usage[];
  /** How many there are beyond those that are listed. */
  readonly more: number;
  /** How many objects were looked at. */
  readonly objects: number;
  /** What could not be looked at, and why: a sentence each. */
  readonly hidden: readonly string[];
}
