import { apiVersionOf } from "../object.ts";
import type { Vocabulary } from "../vocabulary.ts";
import type { AdviceText } from "./adviceText.ts";
import { compareReleases, type Release } from "./release.ts";
import type { VersionRow } from "./table/versionRow.ts";

/** How a version of a kind stands in one release. */
export interface Verdict {
  readonly state: "removed" | "deprecated";
  readonly apiVersion: string;
  readonly kind: string;
  /** Release that deprecated it. */
  readonly deprecated: Release;
  /** First release without it. */
  readonly removed?: Release;
  /** What to use instead, and the first release that serves it. */
  readonly use?: { readonly apiVersion: string; readonly kind: string; readonly since: Release };
}

/**
 * What is different in the successors, by version and kind: `extensions/v1beta1 Ingress`. Reported once, not with every
 * verdict.
 */
export type VersionChanges = Readonly<Record<string, readonly AdviceText[]>>;

/** The table ends here: of later releases it knows nothing. */
export const NEWEST_RELEASE: Release = "1.35";
/** What is looked at unless something else is said. */
export const DEFAULT_TARGET: Release = "1.32";

/** @returns undefined when the version is a good one in that release */
export function judge(row: VersionRow, kind: string, target: Release, vocabulary: Vocabulary): Verdict | undefined {
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
