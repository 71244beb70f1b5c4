import type { Endpoint } from "kubernetes-types/discovery/v1";
import { endpointKey, isSameState, type Slice, type SliceChanges } from "./slices.ts";

export interface Packing {
  /** Existing slices with one address type and one set of ports. */
  readonly existing: readonly Slice[];
  /** The wanted endpoints, by {@link endpointKey}. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** Maximum number of endpoints per slice. */
  readonly limit: number;
  /** An empty slice of this kind, with the labels that all slices should have. */
  readonly empty: Slice;
  /** The existing slices that already have these labels. */
  readonly labelled: ReadonlySet<Slice>;
}

/**
 * Distributes endpoints over slices with as few writes as possible. Endpoints stay in their slice. New ones fill the
 * slices that change anyway, the fullest first; the rest goes into the one unchanged slice where it fits best, or into
 * new slices. Sparsely filled slices are therefore only repacked when they are written anyway.
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

/** Removes the slice's endpoints from the missing ones, and returns them in their wanted state. */
function keep(
  held: readonly Endpoint[],
  missing: Map<string, Endpoint>,
): { endpoints: Endpoint[]; isChanged: boolean } {
  const endpoints: Endpoint[] = [];
  let isChanged = false;
  for (const endpoint of held) {
    const key = endpointKey(endpoint);
    const desired = missing.get(key);
    if (desired === undefined) continue;
    missing.delete(key);
    if (!isSameState(desired, endpoint)) isChanged = true;
    endpoints.push(desired);
  }
  return { endpoints, isChanged };
}

/** Moves endpoints from the front of the list into a slice, as many as fit. */
function fill(slice: Slice, left: Endpoint[], limit: number): Slice {
  const added = left.splice(0, Math.max(0, limit - slice.endpoints.length));
  return added.length === 0 ? slice : { ...slice, endpoints: [...slice.endpoints, ...added] };
}

/** The slice that is filled best by this many more endpoints. */
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
