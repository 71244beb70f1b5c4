import { afterAll, beforeAll, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster } from "../testing/cluster.ts";

const SLICES = "discovery.k8s.io/v1/endpointslices";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["endpointslice-mirroring-controller"]);
});
afterAll(() => cluster.stop());

it("deletes the other slices of deleted Endpoints when one may not be deleted", async () => {
  const ports = [{ port: 80 }];
  await cluster.make({ apiVersion: "v1", kind: "Service", metadata: { name: "web" }, ...{ spec: { ports } } });
  const subsets = [80, 81, 82].map((port) => ({ addresses: [{ ip: `192.0.2.${port}` }], ports: [{ port }] }));
  await cluster.make({ apiVersion: "v1", kind: "Endpoints", metadata: { name: "web" }, ...{ subsets } });
  const slices = await cluster.become<ApiObject>(SLICES, (all) => all.length === 3);
  const [, kept] = slices.map(({ metadata }) => metadata.name ?? "").sort();
  await cluster.refuse("DELETE", "discovery.k8s.io", "endpointslices", kept ?? "");
  await cluster.remove("v1/endpoints/web");
  const [left] = await cluster.become<ApiObject>(SLICES, (all) => all.length === 1);
  expect(left?.metadata.name).toBe(kept);
});
