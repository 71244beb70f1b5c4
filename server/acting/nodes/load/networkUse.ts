import type { Pod } from "kubernetes-types/core/v1";
import type { WorkLedger } from "./requestedWork.ts";

/** What an interface of a network has received and sent since it came. */
export interface NetworkUse {
  readonly rxBytes: number;
  readonly txBytes: number;
}

/** Bytes of a pod in a second, and for each millisecond of work that it does for requests. */
const IDLE = { rx: 42, tx: 38 };
const WORKING = { rx: 90, tx: 640 };
/** Bytes of a node in a second: it talks with the API. */
const OWN = { rx: 1900, tx: 2600 };
/** Bytes of a packet, on average. */
const PACKET = 512;

/** How many packets carry so many bytes. */
export const packetsOf = (bytes: number): number => Math.ceil(bytes / PACKET);

/**
 * What a pod has received and sent; undefined for one that has no network of its own, or has not begun. @param now milliseconds
 */
export function podNetwork(
  { metadata, spec, status }: Pod,
  { work, now }: { readonly work: Pick<WorkLedger, "of">; readonly now: number },
): NetworkUse | undefined {
  const startedAt = Date.parse(status?.startTime ?? "");
  if (spec?.hostNetwork === true || Number.isNaN(startedAt)) return undefined;
  const containers = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
  const worked = containers.reduce((sum, { name }) => sum + (work.of(metadata?.uid ?? "", name)?.total ?? 0), 0);
  const seconds = Math.max(0, now - startedAt) / 1000;
  return {
    rxBytes: Math.floor(IDLE.rx * seconds + WORKING.rx * worked),
    txBytes: Math.floor(IDLE.tx * seconds + WORKING.tx * worked),
  };
}

/**
 * What a node has received and sent for itself: what pods take away when they go makes no counter smaller. @param age
 * milliseconds
 */
export const nodeNetwork = (age: number): NetworkUse => ({
  rxBytes: Math.floor((OWN.rx * age) / 1000),
  txBytes: Math.floor((OWN.tx * age) / 1000),
});
