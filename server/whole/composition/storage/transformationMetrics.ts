import { doublingBuckets } from "../../../ground/observability/registry/doublingBuckets.ts";
import type { MetricRegistry } from "../../../ground/observability/registry/metricRegistry.ts";
import type { NoteTransformation } from "../../../store/storage/encryption/transformer.ts";
import { type KeyLayout, prefixOfKey } from "../../../store/storage/keyLayout.ts";

/** Bounds from five microseconds on, each twice the previous one. */
const BUCKETS = doublingBuckets(5e-6, 25);

/** Counts and times encryptions and decryptions of values, under the reference's names. */
export function transformationMetrics(registry: MetricRegistry, layout: KeyLayout): NoteTransformation {
  const prefix = "apiserver_storage_transformation";
  const labelNames = ["resource", "transformation_type", "transformer_prefix"] as const;
  const total = registry.counter({
    stability: "ALPHA",
    name: `${prefix}_operations_total`,
    help: "Stored values that were encrypted or decrypted, or could not be.",
    labelNames: [...labelNames, "status"],
  });
  const duration = registry.histogram({
    stability: "ALPHA",
    name: `${prefix}_duration_seconds`,
    help: "Time to encrypt or decrypt a stored value.",
    labelNames,
    buckets: BUCKETS,
  });
  return ({ place, direction, prefix: transformer, seconds, isDone }) => {
    const { group, resource } = layout.resourceAt(prefixOfKey(place) ?? "");
    const labels = {
      resource: group === "" ? resource : `${resource}.${group}`,
      transformation_type: direction,
      transformer_prefix: transformer,
    };
    total.inc({ ...labels, status: isDone ? "OK" : "unknown-non-grpc" });
    if (isDone) duration.observe(labels, seconds);
  };
}
