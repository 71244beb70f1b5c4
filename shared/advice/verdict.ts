import { apiVersionOf } from "../object.ts";
import type { Vocabulary } from "../vocabulary.ts";
import type { AdviceText } from "./adviceText.ts";
import { compareReleases, type Release } from "./release.ts";
import type { VersionRow } from "./table/versionRow.ts";

/** The status of a version of a kind in one release. */
export interface Verdict {
  readonly state: "removed" | "deprecated";
  readonly apiVersion: string;
  readonly kind: string;
  /** Release that deprecated the version. */
  readonly deprecated: Release;
  /** First release without the version. */
  readonly removed?: Release;
  /** The replacement, and the first release that serves it. */
  readonly use?: { readonly apiVersion: string; readonly kind: string; readonly since: Release };
}

/**
 * Differences of the successors, by version and kind: `extensions/v1beta1 Ingress`. Reported once instead of with every
 * verdict.
 */
export type VersionChanges = Readonly<Record<string, readonly AdviceText[]>>;

/** The last release that the table covers. */
export const NEWEST_RELEASE: Release = "1.35";
/** The default target release. */
export const DEFAULT_TARGET: Release = "1.32";

/** @returns undefined when the version is fine in that release */
export function verdictOf(row: VersionRow, kind: string, target: Release, vocabulary: Vocabulary): Verdict | undefined {
  const { version, deprecated, removed, use: latest, meanwhile = [] } = row;
  if (compareReleases(deprecated, target) > 0) return undefined;
  const use = [latest, ...meanwhile].find((each) => each && compareReleases(each.since, target) <= 0) ?? latest;
  const rendered = (group: string, name: string): string =>
    apiVersionOf({ group: vocabulary.render(group), version: name });
  return {
    state: removed !== undefined && compareReleases(removed, target) <= 0 ? "removed" : "deprecated",
    apiVersion: rendered(row.group, version),
    kind,
    deprecated,
    ...(removed === undefined ? {} : { removed }),
    ...(use === undefined ? {} : { use: { apiVersion: rendered(use.group, use.version), kind, since: use.since } }),
  };
}
