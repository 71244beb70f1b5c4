import type { EndpointSubset } from "kubernetes-types/core/v1";

/** Maximum number of addresses in an Endpoints object. */
export const CAPACITY = 1000;

const countOf = (subsets: readonly EndpointSubset[], list: "addresses" | "notReadyAddresses"): number =>
  subsets.reduce((sum, subset) => sum + (subset[list]?.length ?? 0), 0);

/** The number of addresses, ready or not. */
export const addressCount = (subsets: readonly EndpointSubset[]): number =>
  countOf(subsets, "addresses") + countOf(subsets, "notReadyAddresses");

/**
 * Drops addresses beyond the capacity, unready ones first. Every subset keeps its share, rounded up, so the last one
 * may get less.
 * @returns undefined when all addresses fit
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
