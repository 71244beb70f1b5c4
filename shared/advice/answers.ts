/** Answers of the console's host to questions about deprecated and removed versions. */
import type { ConversionNote, Finding } from "./advisor.ts";
import type { ClusterUsage } from "./usage.ts";
import type { VersionChanges } from "./verdict.ts";

/** A document that cannot be parsed. */
export interface ManifestProblem {
  /** Line of the error, or of the document's beginning if unknown; starts at 1. */
  readonly line: number;
  readonly message: string;
}

/** The advice for a text of manifests. */
export interface TextAdvice {
  readonly findings: readonly (Finding & { readonly line: number })[];
  readonly notes: readonly (ConversionNote & { readonly line: number })[];
  readonly problems: readonly ManifestProblem[];
  readonly changes: VersionChanges;
  /** Number of documents examined. */
  readonly documents: number;
  /**
   * The text with every outdated document converted and the others unchanged. Absent when any document cannot be
   * parsed.
   */
  readonly converted?: string;
}

/** The deprecated or removed versions that a cluster uses, and how their successors differ. */
export interface ClusterAdvice extends ClusterUsage {
  readonly changes: VersionChanges;
}
