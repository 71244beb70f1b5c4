import { atOnce, isTurnDue, type Steps } from "../steps.ts";
import type { Holders } from "./holders.ts";
import { type Classified, missingPoints, type SearchBudget, TooManyCombinations } from "./missingPoints.ts";
import { type RuleIndex, ruleIndex } from "./ruleIndex.ts";
import type { PolicyRule } from "./types.ts";

export interface Coverage {
  readonly covered: boolean;
  /**
   * The points that no owned rule covers, in the order of `pointsOf`: the first {@link MAX_MISSING} of them. If too
   * many combinations would have to be checked, the requested rule as a whole, because it is not known to be covered.
   */
  readonly missing: readonly PolicyRule[];
}

/** Maximum number of missing points to list. */
const MAX_MISSING = 10_000;
/** Maximum number of combinations of parts to check, about a second's work. Realistic rules need some hundreds. */
const MAX_COMBINATIONS = 1_000_000;

/**
 * Whether the `owned` rules already grant everything that `requested` grants: the check against privilege escalation. Each
 * point must be covered by a single owned rule; points with a star are only covered by rules with that star.
 */
export const covers = (owned: readonly PolicyRule[], asked: readonly PolicyRule[]): Coverage =>
  atOnce(coverage(owned, asked));

/**
 * Like {@link covers}, in steps, for rules from untrusted users. The work grows with the length of the lists and with
 * the number of missing points, not with the number of points: items that are covered by the same owned rules are
 * checked together. Items that many rules share, such as a group, are not checked for each rule.
 */
export function* coverage(owned: readonly PolicyRule[], asked: readonly PolicyRule[]): Steps<Coverage> {
  const held = yield* ruleIndex(owned);
  const missing: PolicyRule[] = [];
  const budget: SearchBudget = { combinations: MAX_COMBINATIONS };
  for (const rule of asked) {
    try {
      yield* missingOf(rule, held, missing, budget);
    } catch (error) {
      if (!(error instanceof TooManyCombinations)) throw error;
      return { covered: false, missing: [...missing, rule] };
    }
    if (missing.length >= MAX_MISSING) break;
  }
  return { covered: missing.length === 0, missing };
}

function* missingOf(rule: PolicyRule, held: RuleIndex, missing: PolicyRule[], budget: SearchBudget): Steps<void> {
  for (const dimensions of [resourceDimensions(held, rule), pathDimensions(held, rule)]) {
    const classified: Classified[] = [];
    for (const dimension of dimensions) classified.push(yield* classify(dimension));
    yield* missingPoints(held.sets, classified, MAX_MISSING, missing, budget);
  }
}

/** The possible items of one part of a point, and the owned rules that cover each item. */
interface Dimension {
  readonly member: Classified["member"];
  /** A single undefined item if points have no such part. */
  readonly items: readonly (string | undefined)[];
  holdersOf(item: string | undefined): Holders;
}

function resourceDimensions(held: RuleIndex, { apiGroups, resources, verbs, resourceNames = [] }: PolicyRule) {
  const names = resourceNames.length === 0 ? [undefined] : resourceNames;
  return [
    dimension("apiGroups", apiGroups, held.group),
    dimension("resources", resources, held.resource),
    dimension("verbs", verbs, held.verb),
    { member: "resourceNames", items: names, holdersOf: held.objectName } satisfies Dimension,
  ];
}

const pathDimensions = (held: RuleIndex, { nonResourceURLs, verbs }: PolicyRule): Dimension[] => [
  dimension("nonResourceURLs", nonResourceURLs, held.path),
  dimension("verbs", verbs, held.verb),
];

const dimension = (
  member: Dimension["member"],
  items: readonly string[] | undefined,
  holdersOf: (item: string) => Holders,
): Dimension => ({ member, items: items ?? [], holdersOf: (item) => holdersOf(item ?? "") });

function* classify({ member, items, holdersOf }: Dimension): Steps<Classified> {
  const known = new Map<string, number>();
  const kinds: Holders[] = [];
  const classified: { item: string | undefined; kind: number }[] = [];
  for (const item of items) {
    if (isTurnDue()) yield;
    const holders = holdersOf(item);
    let kind = known.get(holders.key);
    if (kind === undefined) {
      kind = kinds.push(holders) - 1;
      known.set(holders.key, kind);
    }
    classified.push({ item, kind });
  }
  return { member, items: classified, kinds };
}
