import type { Container, Volume } from "kubernetes-types/core/v1";
import { minOf } from "../../../../shared/collections/extremes.ts";
import { parseQuantity, quantityValue } from "../../../../shared/quantity.ts";
import type { NodePod } from "../pods/podParts.ts";

/** The bytes of a quantity; undefined without one. */
export const bytesOf = (quantity: string | undefined): number | undefined =>
  quantity === undefined ? undefined : Number(quantityValue(parseQuantity(quantity)));

/** Whether an emptyDir volume is in memory. */
export const isInMemory = ({ emptyDir }: Volume): boolean => emptyDir?.medium === "Memory";

/**
 * Capacity in bytes of a volume in memory: its own limit, the pod's memory limit, or the node's allocatable memory,
 * whichever is least.
 */
export function memoryRoom(
  { emptyDir }: Volume,
  { spec }: NodePod,
  allocatable: Readonly<Record<string, string>>,
): number | undefined {
  const limits = spec.containers.map(memoryLimit);
  const ofPod = limits.every(isSome) ? limits.reduce((sum, each) => sum + each, 0) : undefined;
  const known = [bytesOf(emptyDir?.sizeLimit), ofPod, bytesOf(allocatable["memory"])].filter(isSome);
  return known.length === 0 ? undefined : minOf(known);
}

const isSome = (bytes: number | undefined): bytes is number => bytes !== undefined && bytes > 0;

const memoryLimit = ({ resources }: Container): number | undefined =>
  bytesOf((resources?.limits as Readonly<Record<string, string>> | undefined)?.["memory"]);
