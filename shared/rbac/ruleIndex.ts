import { isTurnDue, type Steps } from "../steps.ts";
import { trimEndOf } from "../text/trimEnd.ts";
import { HolderSets, type Holders, NO_HOLDERS } from "./holders.ts";
import { ALL } from "./ruleMatch.ts";
import type { PolicyRule } from "./types.ts";

/** Indexes owned rules by each part of a point: every lookup returns the rules that cover that part. */
export interface RuleIndex {
  readonly sets: HolderSets;
  group(group: string): Holders;
  resource(resource: string): Holders;
  verb(verb: string): Holders;
  /** @param name undefined returns the rules that are not limited to named objects */
  objectName(name: string | undefined): Holders;
  /** A path, or a pattern that ends with a star. */
  path(path: string): Holders;
}

/** Indexes owned rules, in time linear in the length of their lists. */
export function* ruleIndex(owned: readonly PolicyRule[]): Steps<RuleIndex> {
  const sets = new HolderSets();
  const groups = yield* listIndex(sets, owned, "apiGroups", ALL);
  const resources = yield* listIndex(sets, owned, "resources", ALL);
  const verbs = yield* listIndex(sets, owned, "verbs", ALL);
  const names = yield* listIndex(sets, owned, "resourceNames");
  const paths = yield* pathIndex(sets, owned);
  return {
    sets,
    group: groups.of,
    verb: verbs.of,
    resource(resource) {
      const slash = resource.indexOf("/");
      if (slash < 0) return resources.of(resource);
      return resources.of(resource, `*${resource.slice(slash)}`);
    },
    objectName: (name) => (name === undefined ? names.always : names.of(name)),
    path: paths,
  };
}

/** The rules that name an item in one of their lists. */
interface ListIndex {
  /** Rules that name the item, its alternative form, or all items. */
  of(item: string, other?: string): Holders;
  /** Rules that cover all items. */
  readonly always: Holders;
}

/** @param all the item that means all items; without it, an empty list means all */
function* listIndex(
  sets: HolderSets,
  owned: readonly PolicyRule[],
  member: "apiGroups" | "resources" | "verbs" | "resourceNames",
  all?: string,
): Steps<ListIndex> {
  const numbers = new Map<string, number[]>();
  const always: number[] = [];
  for (const [number, rule] of owned.entries()) {
    const items = rule[member] ?? [];
    if (isTurnDue()) yield;
    if (all === undefined ? items.length === 0 : items.includes(all)) {
      always.push(number);
      continue;
    }
    for (const item of items) {
      if (isTurnDue()) yield;
      addTo(numbers, item, number);
    }
  }
  const byItem = yield* setsOf(sets, numbers);
  const alwaysSet = sets.of(always);
  const named = (item: string | undefined): Holders =>
    item === undefined ? NO_HOLDERS : (byItem.get(item) ?? NO_HOLDERS);
  return {
    always: alwaysSet,
    of: (item, other) => sets.either(union(sets, [named(item), named(other)]), alwaysSet),
  };
}

/** An owned path covers itself; with a trailing star, it covers every path (or pattern) with that prefix. */
function* pathIndex(sets: HolderSets, owned: readonly PolicyRule[]): Steps<(path: string) => Holders> {
  const exact = new Map<string, number[]>();
  const beginnings = new Map<string, number[]>();
  for (const [number, { nonResourceURLs = [], resourceNames = [] }] of owned.entries()) {
    // A rule limited to named objects grants no paths.
    if (resourceNames.length > 0) continue;
    for (const url of nonResourceURLs) {
      if (isTurnDue()) yield;
      addTo(exact, url, number);
      if (url.endsWith(ALL)) addTo(beginnings, trimEndOf(url, ALL), number);
    }
  }
  const byPath = yield* setsOf(sets, exact);
  const byBeginning = yield* setsOf(sets, beginnings);
  const lengths = [...new Set([...beginnings.keys()].map(({ length }) => length))].sort((a, b) => a - b);
  return (path) => {
    const found = [byPath.get(path) ?? NO_HOLDERS];
    for (const length of lengths) {
      if (length > path.length) break;
      const holders = byBeginning.get(path.slice(0, length));
      if (holders !== undefined) found.push(holders);
    }
    return union(sets, found);
  };
}

function addTo(numbers: Map<string, number[]>, item: string, number: number): void {
  const holders = numbers.get(item);
  if (holders === undefined) numbers.set(item, [number]);
  else if (holders.at(-1) !== number) holders.push(number);
}

function* setsOf(sets: HolderSets, numbers: ReadonlyMap<string, readonly number[]>): Steps<Map<string, Holders>> {
  const byItem = new Map<string, Holders>();
  for (const [item, rules] of numbers) {
    if (isTurnDue()) yield;
    byItem.set(item, sets.of(rules));
  }
  return byItem;
}

function union(sets: HolderSets, all: readonly Holders[]): Holders {
  const [first = NO_HOLDERS, ...others] = all.filter(({ rules }) => rules.length > 0);
  if (others.every(({ key }) => key === first.key)) return first;
  return sets.of([...new Set([first, ...others].flatMap(({ rules }) => rules))].sort((a, b) => a - b));
}
