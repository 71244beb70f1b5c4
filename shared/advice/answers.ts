/** The answers of the console's host to questions about ending versions. */
import type { ConversionNote, Finding } from "./advisor.ts";
import type { ClusterUsage } from "./usage.ts";
import type { VersionChanges } from "./verdict.ts";

/** A document that cannot be read. */
export interface ManifestProblem {
  /** The line of the fault, or else of the document's beginning; from 1. */
  readonly line: number;
  readonly message: string;
}

/** What is to be said about a text of manifests. */
export interface TextAdvice {
  readonly findings: readonly (Finding & { readonly line: number })[];
  readonly notes: readonly (ConversionNote & { readonly line: number })[];
  readonly problems: readonly ManifestProblem[];
  readonly changes: VersionChanges;
  /** How many documents were looked at. */
  readonly documents: number;
  /** The text with every outdated document converted, and the others unchanged. Absent when one cannot be read. */
  readonly converted?: string;
}

/** The ending versions that a cluster uses, and what is different in their successors. */
export interface ClusterAdvice extends ClusterUsage {
  readonly changes: VersionChanges;
}
