import type { Endpoint } from "kubernetes-types/discovery/v1";
import { endpointKey, isSameState, type Slice, type SliceChanges } from "./slices.ts";

export interface Packing {
  /** Slices of one address type and one set of ports. */
  readonly existing: readonly Slice[];
  /** What they are to hold, by {@link endpointKey}. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** Endpoints that a slice holds at most. */
  readonly limit: number;
  /** An empty slice of the kind, with the labels that all are to have. */
  readonly empty: Slice;
  /** Those of the existing whose labels are as wanted. */
  readonly labelled: ReadonlySet<Slice>;
}

/**
 * Puts endpoints into slices with as few writes as possible: what is in a slice stays there; new ones fill the slices that
 * change anyhow, the fullest first; the rest goes into the one unchanged slice it fits into best, or into new ones. So slices
 * are not repacked when they run empty, only when they are written.
 */
export function packSlices({ existing, endpoints, limit, empty, labelled }: Packing): SliceChanges {
  const missing = new Map(endpoints);
  const remove: Slice[] = [];
  const update: Slice[] = [];
  const unchanged: Slice[] = [];
  for (const slice of existing) {
    const kept = keep(slice.endpoints, missing);
    const isChanged = kept.isChanged || kept.endpoints.length !== slice.endpoints.length;
    if (isChanged && kept.endpoints.length === 0) remove.push(slice);
    else if (isChanged) update.push({ ...slice, endpoints: kept.endpoints, labels: empty.labels });
    else if (!labelled.has(slice)) update.push({ ...slice, labels: empty.labels });
    else unchanged.push(slice);
  }
  const left = [...missing.values()];
  const fuller = update
    .toSorted((a, b) => b.endpoints.length - a.endpoints.length)
    .map((slice) => fill(slice, left, limit));
  const create: Slice[] = [];
  while (left.length > 0) {
    const fitting = left.length < limit ? bestFit(unchanged, left.length, limit) : undefined;
    if (fitting === undefined) create.push(fill(empty, left, limit));
    else {
      unchanged.splice(unchanged.indexOf(fitting), 1);
      fuller.push(fill(fitting, left, limit));
    }
  }
  return { create, update: fuller, remove, unchanged };
}

/** Takes from the missing endpoints those that a slice holds, as they are to be now. */
function keep(
  held: readonly Endpoint[],
  missing: Map<string, Endpoint>,
): { endpoints: Endpoint[]; isChanged: boolean } {
  const endpoints: Endpoint[] = [];
  let isChanged = false;
  for (const endpoint of held) {
    const key = endpointKey(endpoint);
    const wanted = missing.get(key);
    if (wanted === undefined) continue;
    missing.delete(key);
    if (!isSameState(wanted, endpoint)) isChanged = true;
    endpoints.push(wanted);
  }
  return { endpoints, isChanged };
}

/** Takes from the front of a list what finds room. */
function fill(slice: Slice, left: Endpoint[], limit: number): Slice {
  const added = left.splice(0, Math.max(0, limit - slice.endpoints.length));
  return added.length === 0 ? slice : { ...slice, endpoints: [...slice.endpoints, ...added] };
}

/** The slice that some more endpoints fill best. */
function bestFit(slices: readonly Slice[], count: number, limit: number): Slice | undefined {
  let best: Slice | undefined;
  let least = limit;
  for (const slice of slices) {
    const room = limit - (count + slice.endpoints.length);
    if (room >= 0 && room < least) {
      best = slice;
      least = room;
    }
  }
  return best;
}
