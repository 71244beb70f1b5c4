import type { Pod } from "kubernetes-types/core/v1";
import type { WorkLedger } from "./requestedWork.ts";

/** What a network interface has received and sent since it was created. */
export interface NetworkUse {
  readonly rxBytes: number;
  readonly txBytes: number;
}

/** Bytes of a pod per second when idle, and per millisecond of work that it does for requests. */
const IDLE = { rx: 42, tx: 38 };
const WORKING = { rx: 90, tx: 640 };
/** Bytes per second of a node's own traffic: it talks with the API. */
const OWN = { rx: 1900, tx: 2600 };
/** Bytes of a packet, on average. */
const PACKET = 512;

/** The number of packets for a number of bytes. */
export const packetsOf = (bytes: number): number => Math.ceil(bytes / PACKET);

/**
 * What a pod has received and sent; undefined for a pod on the host network, or one that has not started.
 * @param now milliseconds
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
 * What a node has received and sent for itself. Pods are not included, so the counter does not shrink when pods leave.
 * @param age milliseconds
 */
export const nodeNetwork = (age: number): NetworkUse => ({
  rxBytes: Math.floor((OWN.rx * age) / 1000),
  txBytes: Math.floor((OWN.tx * age) / 1000),
});
