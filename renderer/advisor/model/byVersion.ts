import { compareReleases } from "../../../shared/advice/release.ts";
import type { Verdict } from "../../../shared/advice/verdict.ts";

/** Everything that uses one version of a kind. */
export interface VersionUses<T extends Verdict> {
  /** `policy/v1beta1 PodDisruptionBudget`, the key under which the changes in its successor are stored. */
  readonly key: string;
  readonly verdict: Verdict;
  readonly uses: readonly T[];
}

/**
 * Groups uses by version and kind. Removed versions come first, the earliest removal at the top, followed by those to
 * be removed next.
 */
export function byVersion<T extends Verdict>(uses: readonly T[]): VersionUses<T>[] {
  const found = new Map<string, T[]>();
  for (const use of uses) {
    const key = `${use.apiVersion} ${use.kind}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, [use]);
    else known.push(use);
  }
  return [...found]
    .flatMap(([key, each]) => (each[0] === undefined ? [] : [{ key, verdict: each[0], uses: each }]))
    .sort((a, b) => compareEnds(a.verdict, b.verdict) || (a.key < b.key ? -1 : 1));
}

/** Sorts versions without an announced removal last. */
function compareEnds({ removed: a }: Verdict, { removed: b }: Verdict): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return compareReleases(a, b);
}
