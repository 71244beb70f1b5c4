import { expect, it } from "vitest";
import { MetricRegistry } from "../registry/metricRegistry.ts";
import { storageMetrics } from "./storageMetrics.ts";

it("collects current values on scrape, and omits an unknown size", async () => {
  const registry = new MetricRegistry();
  const objects = new Map([["pods", 3]]);
  let size = async (): Promise<number> => 4096;
  storageMetrics(registry, { objects: () => objects, size: () => size() });
  const series = async () => (await registry.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const pods = 'apiserver_storage_objects{resource="pods"} 3';
  expect(await series()).toEqual([pods, 'apiserver_storage_size_bytes{storage_cluster_id="etcd-0"} 4096']);
  objects.clear();
  objects.set("jobs.batch", 0);
  size = () => Promise.reject(new Error("away"));
  expect(await series()).toEqual(['apiserver_storage_objects{resource="jobs.batch"} 0']);
});
