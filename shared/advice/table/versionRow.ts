import type { AdviceText } from "../adviceText.ts";
import type { Release } from "../release.ts";

/** What takes the place of a version. */
export interface Successor {
  /** Template, see shared/vocabulary. */
  readonly group: string;
  readonly version: string;
  /** First release that serves it. */
  readonly since: Release;
}

/** Kinds of one outdated group version, with their common properties. */
export interface VersionRow {
  /** Template, see shared/vocabulary. */
  readonly group: string;
  readonly version: string;
  readonly kinds: readonly string[];
  /** Release that deprecated it. */
  readonly deprecated: Release;
  /** First release without it; undefined when none is decided. */
  readonly removed?: Release;
  /** Undefined when nothing takes its place. */
  readonly use?: Successor;
  /** Earlier successors, the latest first, for releases that do not have the last one yet. */
  readonly meanwhile?: readonly Successor[];
  /** The server's warning does not name the successor. */
  readonly unnamed?: true;
  /** What is different in the successor, and what to look at. */
  readonly changes: readonly AdviceText[];
}
