import type { Endpoint } from "kubernetes-types/discovery/v1";
import type { Slice, SliceChanges } from "../slices.ts";
import { hinted, hintedZones, isReadyEndpoint } from "./closeHints.ts";
import { type Shares, sharesOf, type ZoneRatios } from "./zoneShares.ts";

/** The number of endpoints that are assigned to each zone. */
export type ZoneCounts = ReadonlyMap<string, number>;

export type AwareHints =
  | { readonly changes: SliceChanges; readonly counts: ZoneCounts }
  /** Why hints are not possible. */
  | { readonly problem: string };

/**
 * Assigns endpoints to zones in proportion to the zones' CPU: each to its own zone as long as that zone does not exceed
 * its share, the others to zones below theirs. Slices whose hints are good enough are left alone.
 */
export function awareHints(changes: SliceChanges, ratios: ZoneRatios | undefined): AwareHints {
  const all = [...changes.create, ...changes.update, ...changes.unchanged];
  const ready = all.reduce((sum, { endpoints }) => sum + endpoints.filter(isReadyEndpoint).length, 0);
  const shares = sharesOf(ratios, ready);
  if (typeof shares === "string") return { problem: shares };
  const { good, wrong, counts } = judge(changes.unchanged, shares);
  const update = [...changes.update, ...wrong];
  const written = [...changes.create, ...update].flatMap(({ endpoints }) => endpoints).filter(isReadyEndpoint);
  for (const { zone = "" } of written) {
    if (zone === "") return { problem: "One or more endpoints do not have a zone specified" };
    counts.set(zone, (counts.get(zone) ?? 0) + 1);
  }
  const moves = movesBetween(shares, counts);
  const rewrite = (slice: Slice): Slice => ({
    ...slice,
    endpoints: slice.endpoints.map((endpoint) => aimed(endpoint, moves, counts)),
  });
  const aimedChanges = { create: changes.create.map(rewrite), update: update.map(rewrite) };
  if (counts.size === 0) return { problem: "No hints allocated for zones" };
  return { changes: { ...aimedChanges, remove: changes.remove, unchanged: good }, counts };
}

/** Separates slices that may keep their hints from those that must be rewritten. */
function judge(unchanged: readonly Slice[], shares: Shares) {
  const counts = new Map<string, number>();
  const good: Slice[] = [];
  const wrong: Slice[] = [];
  for (const slice of unchanged) {
    const own = goodCounts(slice, shares, counts);
    if (own === undefined) wrong.push(slice);
    else {
      good.push(slice);
      for (const [zone, count] of own) counts.set(zone, (counts.get(zone) ?? 0) + count);
    }
  }
  return { good, wrong, counts };
}

/** Undefined when an endpoint has no hint, or a hint for a zone that is unknown or exceeds its share. */
function goodCounts(slice: Slice, shares: Shares, counts: ZoneCounts): ZoneCounts | undefined {
  const own = new Map<string, number>();
  for (const endpoint of slice.endpoints.filter(isReadyEndpoint)) {
    const zones = hintedZones(endpoint);
    const [first] = zones;
    if (first === undefined || zones.some((zone) => !shares.has(zone))) return undefined;
    own.set(first, (own.get(first) ?? 0) + 1);
  }
  for (const [zone, count] of own) {
    const already = counts.get(zone);
    if (already !== undefined && already + count > (shares.get(zone)?.maximum ?? 0)) return undefined;
  }
  return own;
}

/** How many endpoints zones give to others, and take from others. */
interface Moves {
  readonly giving: Map<string, number>;
  readonly taking: Map<string, number>;
}

function movesBetween(shares: Shares, counts: ZoneCounts): Moves {
  const moves: Moves = { giving: new Map(), taking: new Map() };
  const over = new Map<string, number>();
  const under = new Map<string, number>();
  for (const [zone, { desired }] of shares) {
    const difference = (counts.get(zone) ?? 0) - desired;
    if (difference > 0) over.set(zone, difference);
    if (difference < 0) under.set(zone, -difference);
  }
  for (;;) {
    const giver = greatest(over);
    const taker = greatest(under);
    if (giver === undefined || taker === undefined) return moves;
    if (Math.max(giver.count, taker.count) < 1 || Math.min(giver.count, taker.count) < 0.5) return moves;
    over.set(giver.zone, giver.count - 1);
    under.set(taker.zone, taker.count - 1);
    moves.giving.set(giver.zone, (moves.giving.get(giver.zone) ?? 0) + 1);
    moves.taking.set(taker.zone, (moves.taking.get(taker.zone) ?? 0) + 1);
  }
}

function greatest(counts: ReadonlyMap<string, number>): { zone: string; count: number } | undefined {
  let best: { zone: string; count: number } | undefined;
  for (const [zone, count] of counts) if (count > (best?.count ?? 0)) best = { zone, count };
  return best;
}

/** Assigns an endpoint to its own zone, or to one that takes it over. */
function aimed(endpoint: Endpoint, { giving, taking }: Moves, counts: Map<string, number>): Endpoint {
  if (!isReadyEndpoint(endpoint)) return hinted(endpoint, undefined);
  const { zone = "" } = endpoint;
  const [to] = [...taking].find(([, left]) => left > 0) ?? [];
  const left = giving.get(zone) ?? 0;
  if (left === 0 || to === undefined) return hinted(endpoint, zone);
  giving.set(zone, left - 1);
  taking.set(to, (taking.get(to) ?? 0) - 1);
  counts.set(zone, (counts.get(zone) ?? 0) - 1);
  counts.set(to, (counts.get(to) ?? 0) + 1);
  return hinted(endpoint, to);
}

/** Whether some zone has so few of a service's endpoints that they are overloaded. */
export function isOverloaded(counts: ZoneCounts, ratios: ZoneRatios | undefined): boolean {
  if (counts.size === 0 || ratios === undefined) return false;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const shares = sharesOf(ratios, total);
  if (typeof shares === "string") return true;
  return [...shares].some(([zone, { minimum }]) => (counts.get(zone) ?? -1) < minimum);
}
