import { afterEach, beforeEach, expect, it } from "vitest";
import type { Claim } from "../../volumes/kinds.ts";
import { type Cluster, startCluster } from "../testing/cluster.ts";
import { BINDER, BY_CONTROLLER, CLAIMS, storedVolumes } from "./testing/storedVolumes.ts";

const COMPLETED = "pv.kubernetes.io/bind-completed";

let cluster: Cluster;
beforeEach(async () => {
  cluster = await startCluster([BINDER]);
});
afterEach(() => cluster.stop());
const { makeClaim, makeVolume, claimIs, volumeIs, reported } = storedVolumes(() => cluster);

it("binds a claim to the smallest matching volume", async () => {
  await makeVolume("small", { capacity: { storage: "500Mi" } });
  await makeVolume("large", { capacity: { storage: "5Gi" } });
  await makeVolume("other-class", { storageClassName: "other" });
  await makeVolume("block", { volumeMode: "Block" });
  await makeVolume("fits", { capacity: { storage: "2Gi" } });
  for (const name of ["small", "large", "other-class", "block", "fits"]) await volumeIs(name, "Available");
  const { metadata } = await makeClaim("c");
  const claim = await claimIs("c", "Bound");
  expect(claim.spec?.volumeName).toBe("fits");
  expect(claim.status).toEqual({ phase: "Bound", accessModes: ["ReadWriteOnce"], capacity: { storage: "2Gi" } });
  expect(claim.metadata.annotations).toEqual({ [COMPLETED]: "yes", [BY_CONTROLLER]: "yes" });
  const volume = await volumeIs("fits", "Bound");
  expect(volume.spec?.claimRef).toMatchObject({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    namespace: "default",
    name: "c",
    uid: metadata.uid,
  });
  expect(volume.metadata.annotations).toEqual({ [BY_CONTROLLER]: "yes" });
  expect(volume.metadata.managedFields?.map(({ manager }) => manager)).toContain("kube-controller-manager");
});

it("prefers volumes with fewer access modes and applies label selectors", async () => {
  await makeVolume("many", { accessModes: ["ReadWriteOnce", "ReadOnlyMany"] }, { labels: { tier: "a" } });
  await makeVolume("few", { capacity: { storage: "9Gi" } }, { labels: { tier: "a" } });
  await makeVolume("unlabelled");
  for (const name of ["many", "few", "unlabelled"]) await volumeIs(name, "Available");
  await makeClaim("c", { selector: { matchLabels: { tier: "a" } } });
  expect((await claimIs("c", "Bound")).spec?.volumeName).toBe("few");
  await makeClaim("reads", { accessModes: ["ReadOnlyMany"] });
  expect((await claimIs("reads", "Bound")).spec?.volumeName).toBe("many");
});

it("binds pre-bound volumes and claims, and annotates bindings it did not choose itself", async () => {
  await makeVolume("reserved", { claimRef: { namespace: "default", name: "c" }, capacity: { storage: "7Gi" } });
  await makeVolume("free");
  await volumeIs("free", "Available");
  expect((await volumeIs("reserved", "Available")).spec?.claimRef?.uid).toBeUndefined();
  await makeClaim("c");
  expect((await claimIs("c", "Bound")).spec?.volumeName).toBe("reserved");
  expect((await volumeIs("reserved", "Bound")).metadata.annotations).toBeUndefined();
  await makeClaim("names", { volumeName: "free" });
  const named = await claimIs("names", "Bound");
  expect(named.metadata.annotations).toEqual({ [COMPLETED]: "yes" });
  expect((await volumeIs("free", "Bound")).metadata.annotations).toEqual({ [BY_CONTROLLER]: "yes" });
});

it("reports why a claim cannot use the volume it names", async () => {
  await makeVolume("v", { capacity: { storage: "1Mi" } });
  await makeClaim("c", { volumeName: "v" });
  await reported("c", 'VolumeMismatch: Cannot bind to requested volume "v": requested PV is too small');
  await makeVolume("taken");
  await makeClaim("owner", { volumeName: "taken" });
  await claimIs("owner", "Bound");
  await makeClaim("late", { volumeName: "taken" });
  await reported("late", 'FailedBinding: volume "taken" already bound to a different claim.');
  expect((await claimIs("late", "Pending")).status?.phase).toBe("Pending");
});

it("binds a volume to one of many claims", async () => {
  const names = Array.from({ length: 8 }, (_, i) => `c${i}`);
  await Promise.all(names.map((name) => makeClaim(name)));
  await makeVolume("only");
  await volumeIs("only", "Bound");
  await reported("c7", "FailedBinding: no persistent volumes available for this claim and no storage class is set");
  const bound = (claims: Claim[]): number => claims.filter(({ status }) => status?.phase === "Bound").length;
  await cluster.become<Claim>(CLAIMS, (claims) => bound(claims) === 1);
  // The next volume wakes the waiting claims.
  await makeVolume("next");
  await cluster.become<Claim>(CLAIMS, (claims) => bound(claims) === 2);
});

it("reports the size of a file system that has yet to grow as the capacity of a new claim", async () => {
  const annotation = "volume.alpha.kubernetes.io/pre-resize-capacity";
  for (const [name, before, capacity] of [
    ["grown", "1Gi", "1Gi"],
    ["unclear", "large", "3Gi"],
  ] as const) {
    await makeVolume(name, { capacity: { storage: "3Gi" } }, { annotations: { [annotation]: before } });
    await makeClaim(name, { volumeName: name });
    expect((await claimIs(name, "Bound")).status?.capacity).toEqual({ storage: capacity });
  }
});
