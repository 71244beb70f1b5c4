import type { ApiObject } from "../../../../shared/object.ts";
import { type Features, isOn } from "../../registry/features.ts";

/** Fields of jobs that depend on a feature gate. */
const FIELDS: readonly (readonly [gate: string, field: string])[] = [
  ["JobBackoffLimitPerIndex", "backoffLimitPerIndex"],
  ["JobBackoffLimitPerIndex", "maxFailedIndexes"],
  ["JobManagedBy", "managedBy"],
  ["JobPodReplacementPolicy", "podReplacementPolicy"],
  ["JobSuccessPolicy", "successPolicy"],
];

const specOf = (object: ApiObject | undefined): Record<string, unknown> | undefined =>
  object?.["spec"] as Record<string, unknown> | undefined;

/** Drops fields whose feature is off, unless the stored job already has them. */
export function dropDisabledJobFields(features: Features | undefined, object: ApiObject, old?: ApiObject): void {
  const spec = specOf(object);
  for (const [gate, field] of FIELDS) {
    if (spec === undefined || isOn(features, gate) || (specOf(old)?.[field] ?? undefined) !== undefined) continue;
    delete spec[field];
  }
}
