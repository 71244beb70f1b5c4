import type { MetricRegistry } from "../registry/metricRegistry.ts";

/** The source of the numbers. */
export interface StoredAmounts {
  /** Number of objects by resource: `deployments.apps`. */
  objects(): Iterable<readonly [resource: string, count: number]>;
  /** Bytes that the store takes. @throws while the store does not answer */
  size(): Promise<number>;
}

/** The amount of stored data, under the reference's names. The values are read when the metrics are scraped. */
export function storageMetrics(registry: MetricRegistry, amounts: StoredAmounts): void {
  registry.gauge({
    name: "apiserver_storage_objects",
    help: "Stored objects by resource.",
    stability: "STABLE",
    labelNames: ["resource"],
    collect() {
      this.reset();
      for (const [resource, count] of amounts.objects()) this.set({ resource }, count);
    },
  });
  registry.gauge({
    name: "apiserver_storage_size_bytes",
    help: "Bytes that the storage takes on disk; absent while it cannot be asked.",
    stability: "STABLE",
    labelNames: ["storage_cluster_id"],
    async collect() {
      this.reset();
      const size = await amounts.size().catch(() => undefined);
      if (size !== undefined) this.set({ storage_cluster_id: "etcd-0" }, size);
    },
  });
}
