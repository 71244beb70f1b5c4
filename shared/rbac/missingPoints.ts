import { isTurnDue, type Steps } from "../steps.ts";
import type { HolderSets, Holders } from "./holders.ts";
import type { PolicyRule } from "./types.ts";

/** The items of one list of a rule, in order. Items that the same owned rules cover belong to the same class. */
export interface Classified {
  readonly member: "apiGroups" | "resources" | "verbs" | "resourceNames" | "nonResourceURLs";
  /** An undefined item means that points have no such part. */
  readonly items: readonly { readonly item: string | undefined; readonly kind: number }[];
  /** The covering owned rules, by class. */
  readonly kinds: readonly Holders[];
}

/** An item that leads to a missing point, and the rules that cover it and the parts before it. */
interface Lead {
  readonly item: string | undefined;
  readonly holders: Holders;
}

/** Remaining number of combinations of parts that may be checked. */
export interface SearchBudget {
  combinations: number;
}

/** Thrown when the limit of combinations is reached. */
export class TooManyCombinations extends Error {}

/**
 * Appends the points of a rule that no owned rule covers to `missing`, in order. Visits only list items that occur in
 * such points.
 * @param dimensions the lists of the rule
 * @param most maximum length of `missing`
 * @throws TooManyCombinations when too many combinations would have to be checked, because the covering rules differ
 * from item to item
 */
export function* missingPoints(
  sets: HolderSets,
  dimensions: readonly Classified[],
  most: number,
  missing: PolicyRule[],
  budget: SearchBudget,
): Steps<void> {
  // A rule with an empty list has no points.
  if (dimensions.some(({ items }) => items.length === 0)) return;
  const covering = yield* coveringFrom(sets, dimensions);
  if (covering[0] !== undefined && covering[0].rules.length > 0) return;
  /** Leads by depth and by the rules that cover the parts before. */
  const known = new Map<string, readonly Lead[]>();

  function* leads(depth: number, holders: Holders | undefined): Steps<readonly Lead[]> {
    const name = `${depth} ${holders?.key}`;
    let found = known.get(name);
    if (found === undefined) {
      found = yield* findLeads(depth, holders);
      known.set(name, found);
    }
    return found;
  }

  function* findLeads(depth: number, holders: Holders | undefined): Steps<readonly Lead[]> {
    const { items, kinds } = dimensions[depth] as Classified;
    const useful: (Holders | undefined)[] = [];
    for (const kind of kinds) {
      if (isTurnDue()) yield;
      budget.combinations -= 1;
      if (budget.combinations < 0) throw new TooManyCombinations();
      const left = holders === undefined ? kind : sets.both(holders, kind);
      useful.push((yield* isMissingBehind(depth + 1, left)) ? left : undefined);
    }
    const found: Lead[] = [];
    for (const { item, kind } of items) {
      if (isTurnDue()) yield;
      const left = useful[kind];
      if (left !== undefined) found.push({ item, holders: left });
    }
    return found;
  }

  function* isMissingBehind(depth: number, holders: Holders): Steps<boolean> {
    if (depth === dimensions.length) return holders.rules.length === 0;
    const rest = covering[depth];
    if (rest !== undefined && sets.both(holders, rest).rules.length > 0) return false;
    return (yield* leads(depth, holders)).length > 0;
  }

  function* visit(
    depth: number,
    holders: Holders | undefined,
    point: Readonly<Record<string, readonly string[]>>,
  ): Steps<void> {
    if (depth === dimensions.length) {
      missing.push(point as unknown as PolicyRule);
      return;
    }
    const { member } = dimensions[depth] as Classified;
    for (const lead of yield* leads(depth, holders)) {
      if (isTurnDue()) yield;
      if (missing.length >= most) return;
      yield* visit(depth + 1, lead.holders, lead.item === undefined ? point : { ...point, [member]: [lead.item] });
    }
  }
  yield* visit(0, undefined, {});
}

/** For each dimension, the rules that cover all of its items and all items of the following dimensions. */
function* coveringFrom(sets: HolderSets, dimensions: readonly Classified[]): Steps<readonly (Holders | undefined)[]> {
  const covering: (Holders | undefined)[] = [];
  let all: Holders | undefined;
  for (let depth = dimensions.length - 1; depth >= 0; depth--) {
    for (const kind of dimensions[depth]?.kinds ?? []) {
      if (isTurnDue()) yield;
      all = all === undefined ? kind : sets.both(all, kind);
    }
    covering[depth] = all;
  }
  return covering;
}
