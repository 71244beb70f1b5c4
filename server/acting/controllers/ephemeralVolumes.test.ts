import { afterEach, it } from "vitest";
import { type Cluster, startCluster } from "./testing/cluster.ts";

let cluster: Cluster;
afterEach(() => cluster.stop());

const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

it("reports on the pod why the claim of an ephemeral volume cannot be created", async () => {
  cluster = await startCluster(["ephemeral-volume-controller", "resourcequota-controller"]);
  const hard = { persistentvolumeclaims: "0" };
  await cluster.make({ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "none" }, spec: { hard } });
  await cluster.becomes("v1/resourcequotas/none", ({ status }) => status !== undefined);
  const volumes = [{ name: "data", ephemeral: { volumeClaimTemplate: { spec: claim } } }];
  const spec = { containers: [{ name: "c", image: "app:1" }], volumes };
  await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name: "web" }, spec });
  const exceeded =
    "exceeded quota: none, requested: persistentvolumeclaims=1, used: persistentvolumeclaims=0, limited: persistentvolumeclaims=0";
  await cluster.recorded(
    "web",
    `FailedBinding: ephemeral volume data: create PVC web-data: persistentvolumeclaims "web-data" is forbidden: ${exceeded}`,
  );
});
