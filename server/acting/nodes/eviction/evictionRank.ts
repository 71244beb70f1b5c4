import { canonicalQuantity, formatQuantity } from "../../../../shared/quantity.ts";
import { amountIn } from "../../../ground/formats/amountIn.ts";
import { amountFor } from "../../scheduler/model/amounts.ts";
import { podRequests } from "../../scheduler/model/podRequests.ts";
import type { NodePod } from "../pods/podParts.ts";

/** What a node is short of. */
export interface StarvedResource {
  readonly name: "memory" | "ephemeral-storage";
  /** Bytes that the node has of it. */
  readonly capacity: number;
}

/** A pod that may be given up. */
export interface EvictionCandidate {
  readonly pod: NodePod;
  /** Bytes that its containers take of the resource, by their names. */
  readonly usage: ReadonlyMap<string, number>;
}

/** From which memory on a node has too little left, in bytes; of its disk, it is a tenth. */
const LEAST_MEMORY = 100 * 2 ** 20;
const LEAST_DISK = 0.1;

/**
 * Negative when the first pod goes first: those that take more than they have requested, then the less important, then those
 * that take most beyond what they have requested.
 */
export const byRank =
  (resource: StarvedResource["name"]) =>
  (a: EvictionCandidate, b: EvictionCandidate): number => {
    const [one, other] = [excess(a, resource), excess(b, resource)];
    return (
      Number(other > 0) - Number(one > 0) || (a.pod.spec.priority ?? 0) - (b.pod.spec.priority ?? 0) || other - one
    );
  };

/** Bytes that a pod takes beyond what it has requested. */
function excess({ pod, usage }: EvictionCandidate, resource: string): number {
  const used = [...usage.values()].reduce((sum, bytes) => sum + bytes, 0);
  return used - amountFor(podRequests(pod.spec), resource);
}

/** What is told of a pod that is given up: by its status and its Event, and in that Event's annotations, for programs. */
export function evictionWords(
  { pod, usage }: EvictionCandidate,
  { name, capacity }: StarvedResource,
): { readonly message: string; readonly annotations: Record<string, string> } {
  const threshold = name === "memory" ? LEAST_MEMORY : Math.floor(capacity * LEAST_DISK);
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
