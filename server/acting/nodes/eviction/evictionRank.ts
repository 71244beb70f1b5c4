import { canonicalQuantity, formatQuantity } from "../../../../shared/quantity.ts";
import { amountIn } from "../../../ground/formats/amountIn.ts";
import { amountFor } from "../../scheduler/model/amounts.ts";
import { podRequests } from "../../scheduler/model/podRequests.ts";
import type { NodePod } from "../pods/podParts.ts";

/** A resource that the node is short of. */
export interface StarvedResource {
  readonly name: "memory" | "ephemeral-storage";
  /** Capacity of the node for this resource, in bytes. */
  readonly capacity: number;
}

/** A pod that may be evicted. */
export interface EvictionCandidate {
  readonly pod: NodePod;
  /** Usage of the resource in bytes, by container name. */
  readonly usage: ReadonlyMap<string, number>;
}

/** Memory threshold for eviction, in bytes; for the disk it is a tenth of the capacity. */
const MIN_FREE_MEMORY = 100 * 2 ** 20;
const MIN_FREE_DISK = 0.1;

/**
 * Compares pods for eviction: negative when the first pod is evicted first. Pods that use more than they requested come
 * first, then those of lower priority, then those that exceed their request by more.
 */
export const byRank =
  (resource: StarvedResource["name"]) =>
  (a: EvictionCandidate, b: EvictionCandidate): number => {
    const [one, other] = [excess(a, resource), excess(b, resource)];
    return (
      Number(other > 0) - Number(one > 0) || (a.pod.spec.priority ?? 0) - (b.pod.spec.priority ?? 0) || other - one
    );
  };

/** Bytes by which a pod's usage exceeds its request. */
function excess({ pod, usage }: EvictionCandidate, resource: string): number {
  const used = [...usage.values()].reduce((sum, bytes) => sum + bytes, 0);
  return used - amountFor(podRequests(pod.spec), resource);
}

/**
 * The texts about an evicted pod: the message of its status and its Event, and that Event's annotations, for programs.
 */
export function evictionWords(
  { pod, usage }: EvictionCandidate,
  { name, capacity }: StarvedResource,
): { readonly message: string; readonly annotations: Record<string, string> } {
  const threshold = name === "memory" ? MIN_FREE_MEMORY : Math.floor(capacity * MIN_FREE_DISK);
  const offenders = [...pod.spec.containers, ...(pod.spec.initContainers ?? [])].flatMap((container) => {
    const { [name]: request = "0" } = (container.resources?.requests ?? {}) as Record<string, string>;
    const used = usage.get(container.name) ?? 0;
    return used > amountIn(request, false) ? [{ container: container.name, used: shown(used), request }] : [];
  });
  const said = offenders.map(
    ({ container, used, request }) =>
      `Container ${container} was using ${used}, request is ${canonicalQuantity(request)}, has larger consumption of ${name}. `,
  );
  return {
    message: `The node was low on resource: ${name}. Threshold quantity: ${shown(threshold)}, available: ${shown(Math.floor(threshold / 2))}. ${said.join("")}`,
    annotations: {
      offending_containers: offenders.map(({ container }) => container).join(","),
      offending_containers_usage: offenders.map(({ used }) => used).join(","),
      starved_resource: name,
    },
  };
}

const shown = (bytes: number): string => formatQuantity({ digits: BigInt(bytes), exponent: 0, format: "binarySI" });
