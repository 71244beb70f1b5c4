import type { AdviceText } from "../adviceText.ts";
import type { Release } from "../release.ts";

/** The version that replaces another one. */
export interface Successor {
  /** Template, see shared/vocabulary. */
  readonly group: string;
  readonly version: string;
  /** First release that serves the version. */
  readonly since: Release;
}

/** Kinds of one outdated group version, with their common properties. */
export interface VersionRow {
  /** Template, see shared/vocabulary. */
  readonly group: string;
  readonly version: string;
  readonly kinds: readonly string[];
  /** Release that deprecated the version. */
  readonly deprecated: Release;
  /** First release without the version; undefined when no release has been decided. */
  readonly removed?: Release;
  /** Undefined when nothing replaces the version. */
  readonly use?: Successor;
  /** Earlier successors, the latest first, for releases that do not serve the last one yet. */
  readonly meanwhile?: readonly Successor[];
  /** Whether the server's warning leaves the successor out. */
  readonly unnamed?: true;
  /** Differences of the successor, and points to check. */
  readonly changes: readonly AdviceText[];
}
