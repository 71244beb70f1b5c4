import type { Pod, PodStatus } from "kubernetes-types/core/v1";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Volume } from "../../volumes/kinds.ts";
import { type Cluster, startCluster } from "../testing/cluster.ts";
import { BINDER, storedVolumes, VOLUMES } from "./testing/storedVolumes.ts";

type PodObject = Pod & ApiObject;

const POD = "v1/pods/recycler-for-v";

let cluster: Cluster;
beforeEach(async () => {
  cluster = await startCluster([BINDER]);
});
afterEach(() => cluster.stop());
const { makeVolume, volumeIs } = storedVolumes(() => cluster);

/** Makes a volume whose claim is gone, and that is to be recycled. */
const makeReleased = (spec: Record<string, unknown> = {}) =>
  makeVolume("v", {
    persistentVolumeReclaimPolicy: "Recycle",
    claimRef: { kind: "PersistentVolumeClaim", namespace: "default", name: "gone", uid: "u" },
    ...spec,
  });
const recycler = (): Promise<PodObject> => cluster.becomes<PodObject>(POD, () => true);
const end = (status: PodStatus) => cluster.patch(`${POD}/status`, { status });
const isGone = () =>
  cluster.become("v1/pods", (pods) => pods.every(({ metadata }) => metadata.name !== "recycler-for-v"));
const failsWith = async (detail: string): Promise<void> => {
  expect((await volumeIs("v", "Failed")).status?.message).toBe(detail);
  await cluster.recorded("v", `VolumeFailedRecycle: ${detail}`);
};

describe("A volume with the policy Recycle", () => {
  it("is available again once a pod has emptied it", async () => {
    await makeReleased();
    await recycler();
    await end({ phase: "Succeeded" });
    await cluster.recorded("v", "VolumeRecycled: Volume recycled");
    await volumeIs("v", "Available");
    await isGone();
  });

  it("fails with the message of the pod", async () => {
    await makeReleased();
    await recycler();
    await end({ phase: "Failed", message: "no room" });
    await failsWith("Recycle failed: failed to recycle volume: no room");
  });

  it("fails when the pod is deleted", async () => {
    await makeReleased();
    await recycler();
    await cluster.remove(POD);
    await failsWith("Recycle failed: failed to recycle volume: recycler pod was deleted");
  });

  it("fails if there is no way to empty it", async () => {
    await makeReleased({ hostPath: undefined, csi: { driver: "example.com", volumeHandle: "h" } });
    await failsWith("No recycler plugin found for the volume!");
  });

  it("repeats the Events about the pod", async () => {
    await makeReleased();
    const { metadata } = await recycler();
    await cluster.make({
      apiVersion: "v1",
      kind: "Event",
      metadata: { name: "e" },
      ...{
        involvedObject: { kind: "Pod", namespace: "default", name: metadata.name },
        type: "Normal",
        message: "Pulling",
      },
    });
    await cluster.recorded("v", "RecyclerPod: Recycler pod: Pulling");
  });

  it("waits for pods that name its former claim", async () => {
    const volumes = [{ name: "data", persistentVolumeClaim: { claimName: "gone" } }];
    const spec = { containers: [{ name: "c", image: "app:1" }], volumes };
    await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name: "user" }, spec });
    await makeReleased();
    await cluster.recorded("v", "VolumeFailedRecycle: Volume is used by pods: default/user");
    expect(await cluster.get(POD)).toBeUndefined();
    expect((await cluster.get<Volume>(`${VOLUMES}/v`))?.status?.phase).toBe("Released");
  });

  it.each([
    ["1Gi", {}, 60],
    ["5Gi", {}, 150],
    ["5Gi", { hostPath: undefined, nfs: { server: "s", path: "/" } }, 300],
    ["20Gi", { hostPath: undefined, nfs: { server: "s", path: "/" } }, 600],
  ])("of %s is given time for its size: %o", async (storage, source, seconds) => {
    await makeReleased({ capacity: { storage }, ...source });
    expect((await recycler()).spec?.activeDeadlineSeconds).toBe(seconds);
  });

  it("leaves no pod behind when it is deleted meanwhile", async () => {
    await makeReleased();
    await recycler();
    await cluster.remove(`${VOLUMES}/v`);
    await cluster.patch(`${VOLUMES}/v`, { metadata: { finalizers: null } });
    await end({ phase: "Succeeded" });
    await isGone();
  });
});
