import type { EndpointSubset } from "kubernetes-types/core/v1";

/** Addresses that one Endpoints object holds at most. */
export const CAPACITY = 1000;

const countOf = (subsets: readonly EndpointSubset[], list: "addresses" | "notReadyAddresses"): number =>
  subsets.reduce((sum, subset) => sum + (subset[list]?.length ?? 0), 0);

/** How many addresses there are, ready or not. */
export const addressCount = (subsets: readonly EndpointSubset[]): number =>
  countOf(subsets, "addresses") + countOf(subsets, "notReadyAddresses");

/**
 * Leaves out addresses beyond the capacity, first those that are not ready. Every subset keeps its share, rounded up,
 * so that the last one may get less.
 * @returns undefined when all of them fit
 */
export function truncated(subsets: readonly EndpointSubset[]): EndpointSubset[] | undefined {
  const ready = countOf(subsets, "addresses");
  const notReady = countOf(subsets, "notReadyAddresses");
  if (ready + notReady <= CAPACITY) return undefined;
  const isReadyOver = ready > CAPACITY;
  const list = isReadyOver ? "addresses" : "notReadyAddresses";
  const room = isReadyOver ? CAPACITY : CAPACITY - ready;
  const total = isReadyOver ? ready : notReady;
  let left = room;
  return subsets.map(({ addresses, notReadyAddresses, ...rest }) => {
    const items = (isReadyOver ? addresses : notReadyAddresses) ?? [];
    const kept = items.slice(0, Math.min(left, Math.ceil((items.length / total) * room)));
    left -= kept.length;
    return {
      ...(isReadyOver || addresses === undefined ? {} : { addresses }),
      ...(kept.length === 0 ? {} : { [list]: kept }),
      ...rest,
    };
  });
}
