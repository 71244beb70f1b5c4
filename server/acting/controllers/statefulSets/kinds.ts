import type { StatefulSetSpec, StatefulSetStatus } from "kubernetes-types/apps/v1";
import type { PersistentVolumeClaim } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";

/** A stored stateful set. */
export interface StatefulSet extends ApiObject {
  readonly spec: StatefulSetSpec & { readonly ordinals?: { readonly start?: number } };
  readonly status?: StatefulSetStatus;
}

/** A stored claim. */
export type Claim = PersistentVolumeClaim & ApiObject;

/** The ordinal of the first pod. */
export const firstOrdinal = ({ spec }: StatefulSet): number => spec.ordinals?.start ?? 0;

/** The ordinal of pods whose number is not a 32-bit integer, as in the reference. */
export const NO_ORDINAL = -1;

const LARGEST = 2 ** 31 - 1;

/** The ordinal that a number denotes: itself, or {@link NO_ORDINAL} when it is too large. */
export const asOrdinal = (number: number): number => (number <= LARGEST ? number : NO_ORDINAL);

/** The ordinal in a pod's name; undefined when the name is not that of a pod of the set. */
export function ordinalOf({ metadata }: StatefulSet, pod: ApiObject): number | undefined {
  const [, parent, number] = /^(.*)-([0-9]+)$/.exec(pod.metadata.name ?? "") ?? [];
  return parent === metadata.name ? asOrdinal(Number(number)) : undefined;
}

/** Whether pods are created and deleted one after the other. */
export const isOrdered = ({ spec }: StatefulSet): boolean => spec.podManagementPolicy !== "Parallel";
