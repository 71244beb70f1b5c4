import { afterEach, beforeEach, expect, it } from "vitest";
import { type Cluster, startLivingCluster } from "../testing/cluster.ts";
import { BINDER, BY_CONTROLLER, storedVolumes } from "./testing/storedVolumes.ts";

let cluster: Cluster;
beforeEach(async () => {
  cluster = await startLivingCluster([BINDER]);
});
afterEach(() => cluster.stop());
const { makeClaim, makeVolume, makeClass, claimIs, volumeIs } = storedVolumes(() => cluster);

it("binds a node-local volume when its pod is scheduled, on a node that can reach it", async () => {
  await makeClass("local", {
    provisioner: "kubernetes.io/no-provisioner",
    volumeBindingMode: "WaitForFirstConsumer",
  });
  const expression = { key: "kubernetes.io/hostname", operator: "In", values: ["node-2"] };
  const nodeAffinity = { required: { nodeSelectorTerms: [{ matchExpressions: [expression] }] } };
  await makeVolume("on-2", { storageClassName: "local", nodeAffinity });
  await volumeIs("on-2", "Available");
  await makeClaim("c", { storageClassName: "local" });
  const volumes = [{ name: "data", persistentVolumeClaim: { claimName: "c" } }];
  const spec = { volumes, containers: [{ name: "c", image: "nginx" }] };
  await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec });
  await cluster.becomes("v1/pods/p", ({ status }) => (status as { phase?: string }).phase === "Running");
  expect(await cluster.get("v1/pods/p")).toMatchObject({ spec: { nodeName: "node-2" } });
  expect((await claimIs("c", "Bound")).spec?.volumeName).toBe("on-2");
  const volume = await volumeIs("on-2", "Bound");
  expect(volume.metadata.annotations).toEqual({ [BY_CONTROLLER]: "yes" });
});
