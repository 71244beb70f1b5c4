/** What the console's host answers to questions about versions that end. */
import type { ConversionNote, Finding } from "./advisor.ts";
import type { ClusterUsage } from "./usage.ts";
import type { VersionChanges } from "./verdict.ts";

/** A document that cannot be read. */
export interface ManifestProblem {
  /** Where it stops making sense, or else where the document begins; from 1. */
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
  /** The text with every document converted that has to be; the others are as they were. Absent when one cannot be read. */
  readonly converted?: string;
}

/** What a cluster uses of what ends, and what is different in its place. */
export interface ClusterAdvice extends ClusterUsage {
  readonly changes: VersionChanges;
}
