import type { Verdict } from "./verdict.ts";

/**
 * Evidence that a version is in use: a field manager wrote fields in it, a client named it in its last applied
 * configuration, an object refers to it, a Helm release has it in its manifest, the server's metrics count requests for
 * it, or the audit log has such requests.
 */
export type Evidence = "managedFields" | "lastApplied" | "reference" | "helmRelease" | "metric" | "auditLog";

/** Use of a deprecated or removed version by a cluster or a client. */
export interface Usage extends Verdict {
  readonly evidence: Evidence;
  /** The object; absent for requests. */
  readonly namespace?: string;
  readonly name?: string;
  /** Kind of the object, if the object only refers to the version. */
  readonly holder?: { readonly apiVersion: string; readonly kind: string };
  /** The field manager, the release, the user with its user agent, or the field. */
  readonly by?: string;
  /** Time of the last use, RFC 3339. */
  readonly last?: string;
  /** Number of uses, where they are counted. */
  readonly count?: number;
}

/** The deprecated and removed versions that a cluster uses. */
export interface ClusterUsage {
  readonly usages: readonly Usage[];
  /** Number of uses beyond those listed. */
  readonly more: number;
  /** Number of objects examined. */
  readonly objects: number;
  /** What could not be examined, and why; one sentence each. */
  readonly hidden: readonly string[];
}
