import { atOnce, isTurnDue, type Steps } from "../steps.ts";
import { trimEndOf } from "../trimEnd.ts";
import { ALL } from "./ruleMatch.ts";
import type { PolicyRule } from "./types.ts";

/**
 * Breaks a rule down to points: rules of one verb on one group, resource and (where named) name, or one verb on one
 * path. Order: groups, resources, verbs, names; then paths. Stars stay: a star is a point of its own. A rule has as
 * many points as the product of its lists: of rules from untrusted users, take only as many as are needed.
 */
export function* pointsOf(rule: PolicyRule): Generator<PolicyRule, void, undefined> {
  const names = rule.resourceNames ?? [];
  for (const group of rule.apiGroups ?? []) {
    for (const resource of rule.resources ?? []) {
      for (const verb of rule.verbs) {
        const point = { apiGroups: [group], resources: [resource], verbs: [verb] };
        if (names.length === 0) yield point;
        for (const name of names) yield { ...point, resourceNames: [name] };
      }
    }
  }
  for (const url of rule.nonResourceURLs ?? []) {
    for (const verb of rule.verbs) yield { nonResourceURLs: [url], verbs: [verb] };
  }
}

/** All {@link pointsOf} a rule. */
export const breakDown = (rule: PolicyRule): PolicyRule[] => [...pointsOf(rule)];

export interface Coverage {
  readonly covered: boolean;
  /** The points that no owned rule covers, in the order of {@link breakDown}: the first {@link MOST_MISSING} of them. */
  readonly missing: readonly PolicyRule[];
}

/** The most missing points that are listed: no person would read more. */
const MOST_MISSING = 10_000;

/**
 * Whether everything that `asked` grants is held through `owned` already: the escalation rule. Each point must be covered by
 * one owned rule alone; points with a star are covered by rules with that star only.
 */
export const covers = (owned: readonly PolicyRule[], asked: readonly PolicyRule[]): Coverage =>
  atOnce(coverage(owned, asked));

/**
 * The same in steps, for rules from untrusted users. The work grows with the length of the lists and with what is
 * missing, not with the number of points: items that the same owned rules cover are looked at once for all of them.
 */
export function* coverage(owned: readonly PolicyRule[], asked: readonly PolicyRule[]): Steps<Coverage> {
  const held = yield* indexOf(owned);
  const missing: PolicyRule[] = [];
  for (const rule of asked) {
    for (const dimensions of [resourceDimensions(held, rule), pathDimensions(held, rule)]) {
      const classified: Classified[] = [];
      for (const dimension of dimensions) classified.push(yield* classify(dimension));
      yield* collectMissing(classified, missing);
      if (missing.length >= MOST_MISSING) return { covered: false, missing };
    }
  }
  return { covered: missing.length === 0, missing };
}

/** Numbers of owned rules, ascending. */
type Holders = readonly number[];

/** Which owned rules have an item in one of their lists. */
interface HeldItems {
  readonly byItem: ReadonlyMap<string, Holders>;
  /** Those that have a star there. */
  readonly all: Holders;
}

interface HeldIndex {
  readonly groups: HeldItems;
  readonly resources: HeldItems;
  readonly verbs: HeldItems;
  readonly names: HeldItems;
  readonly paths: HeldItems;
  /** Those that name no names. */
  readonly unnamed: Holders;
  /** What paths begin with, of those that end with a star. */
  readonly prefixes: readonly { readonly prefix: string; readonly holder: number }[];
}

/** What a part of a point may be, and which owned rules cover each. */
interface Dimension {
  readonly member: "apiGroups" | "resources" | "verbs" | "resourceNames" | "nonResourceURLs";
  /** Undefined where points have no such part. */
  readonly items: readonly (string | undefined)[];
  holdersOf(item: string | undefined): Holders;
}

/** The items of a dimension, in order, each with the class of those that the same owned rules cover. */
interface Classified {
  readonly member: Dimension["member"];
  readonly items: readonly { readonly item: string | undefined; readonly kind: number }[];
  /** By class: the owned rules. */
  readonly kinds: readonly Holders[];
}

function* indexOf(owned: readonly PolicyRule[]): Steps<HeldIndex> {
  const prefixes: { prefix: string; holder: number }[] = [];
  for (const [holder, { nonResourceURLs = [] }] of owned.entries()) {
    for (const url of nonResourceURLs) {
      if (isTurnDue()) yield;
      if (url.endsWith(ALL)) prefixes.push({ prefix: trimEndOf(url, ALL), holder });
    }
  }
  return {
    groups: yield* heldItems(owned, "apiGroups"),
    resources: yield* heldItems(owned, "resources"),
    verbs: yield* heldItems(owned, "verbs"),
    names: yield* heldItems(owned, "resourceNames"),
    paths: yield* heldItems(owned, "nonResourceURLs"),
    unnamed: owned.flatMap(({ resourceNames = [] }, holder) => (resourceNames.length === 0 ? [holder] : [])),
    prefixes,
  };
}

function* heldItems(owned: readonly PolicyRule[], member: Dimension["member"]): Steps<HeldItems> {
  const byItem = new Map<string, number[]>();
  for (const [holder, rule] of owned.entries()) {
    for (const item of rule[member] ?? []) {
      if (isTurnDue()) yield;
      const holders = byItem.get(item);
      if (holders === undefined) byItem.set(item, [holder]);
      else if (holders.at(-1) !== holder) holders.push(holder);
    }
  }
  return { byItem, all: byItem.get(ALL) ?? [] };
}

const held = ({ byItem, all }: HeldItems, item: string): Holders => joined(byItem.get(item) ?? [], all);

function resourceDimensions(index: HeldIndex, rule: PolicyRule): Dimension[] {
  const names = rule.resourceNames ?? [];
  return [
    dimension("apiGroups", rule.apiGroups, (group) => held(index.groups, group)),
    dimension("resources", rule.resources, (resource) => {
      const slash = resource.indexOf("/");
      const exact = held(index.resources, resource);
      return slash < 0 ? exact : joined(exact, index.resources.byItem.get(`*${resource.slice(slash)}`) ?? []);
    }),
    dimension("verbs", rule.verbs, (verb) => held(index.verbs, verb)),
    names.length === 0
      ? { member: "resourceNames", items: [undefined], holdersOf: () => index.unnamed }
      : dimension("resourceNames", names, (name) => joined(index.names.byItem.get(name) ?? [], index.unnamed)),
  ];
}

/** A path held covers itself, and with a trailing star every path (or pattern) that begins with what is before the star. */
function pathDimensions(index: HeldIndex, rule: PolicyRule): Dimension[] {
  const holdersOfPath = (path: string): Holders =>
    index.prefixes.reduce<Holders>(
      (holders, { prefix, holder }) => (path.startsWith(prefix) ? joined(holders, [holder]) : holders),
      index.paths.byItem.get(path) ?? [],
    );
  return [
    dimension("nonResourceURLs", rule.nonResourceURLs, (path) => common(holdersOfPath(path), index.unnamed)),
    dimension("verbs", rule.verbs, (verb) => held(index.verbs, verb)),
  ];
}

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
    const name = holders.join();
    let kind = known.get(name);
    if (kind === undefined) {
      kind = kinds.push(holders) - 1;
      known.set(name, kind);
    }
    classified.push({ item, kind });
  }
  return { member, items: classified, kinds };
}

/** Adds the points that no rule covers. Of each list only items are looked at that occur in such a point. */
function* collectMissing(dimensions: readonly Classified[], missing: PolicyRule[]): Steps<void> {
  /** By the depth, and the rules that cover the parts before: the items that lead to a point that is missing. */
  const leading = new Map<string, { readonly item: string | undefined; readonly holders: Holders }[]>();
  const leads = (depth: number, holders: Holders): boolean => {
    // Where a list is empty there are no points.
    if (depth === dimensions.length) return holders.length === 0;
    return candidates(depth, holders).length > 0;
  };
  const candidates = (depth: number, holders: Holders) => {
    const name = `${depth} ${holders.join()}`;
    let found = leading.get(name);
    if (found === undefined) {
      const { items, kinds } = dimensions[depth] as Classified;
      const left = kinds.map((kind) => (depth === 0 ? kind : common(holders, kind)));
      const useful = left.map((after) => leads(depth + 1, after));
      found = items.flatMap(({ item, kind }) => (useful[kind] === true ? [{ item, holders: left[kind] ?? [] }] : []));
      leading.set(name, found);
    }
    return found;
  };
  function* visit(depth: number, holders: Holders, point: Readonly<Record<string, readonly string[]>>): Steps<void> {
    if (depth === dimensions.length) {
      missing.push(point as unknown as PolicyRule);
      return;
    }
    for (const { item, holders: left } of candidates(depth, holders)) {
      if (isTurnDue()) yield;
      if (missing.length >= MOST_MISSING) return;
      const { member } = dimensions[depth] as Classified;
      yield* visit(depth + 1, left, item === undefined ? point : { ...point, [member]: [item] });
    }
  }
  yield* visit(0, [], {});
}

function joined(a: Holders, b: Holders): Holders {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  return [...new Set([...a, ...b])].sort((x, y) => x - y);
}

function common(a: Holders, b: Holders): Holders {
  const held = new Set(b);
  return a.filter((holder) => held.has(holder));
}
