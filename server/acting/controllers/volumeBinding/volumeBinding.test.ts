import { afterEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Claim, Volume } from "../../volumes/kinds.ts";
import { type Cluster, startCluster, startLivingCluster } from "../testing/cluster.ts";

const BINDER = "persistentvolume-binder-controller";
const CLAIMS = "v1/persistentvolumeclaims";
const VOLUMES = "v1/persistentvolumes";
const COMPLETED = "pv.kubernetes.io/bind-completed";
const BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";

let cluster: Cluster;
const start = async (controllers = [BINDER]): Promise<void> => {
  cluster = await startCluster(controllers);
};
afterEach(() => cluster.stop());

const makeClaim = (name: string, spec: Record<string, unknown> = {}, metadata = {}): Promise<Claim> =>
  cluster.make({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name, ...metadata },
    spec: {
      accessModes: ["ReadWriteOnce"],
      storageClassName: "",
      resources: { requests: { storage: "1Gi" } },
      ...spec,
    },
  });

const makeVolume = (name: string, spec: Record<string, unknown> = {}, metadata = {}): Promise<Volume> =>
  cluster.make({
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name, ...metadata },
    spec: {
      accessModes: ["ReadWriteOnce"],
      capacity: { storage: "1Gi" },
      hostPath: { path: `/tmp/${name}` },
      ...spec,
    },
  });

const makeClass = (name: string, more: Record<string, unknown> = {}, metadata = {}): Promise<ApiObject> =>
  cluster.make({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name, ...metadata },
    provisioner: "example.com/disk",
    ...more,
  });

const claimIs = (name: string, phase: string): Promise<Claim> =>
  cluster.becomes<Claim>(`${CLAIMS}/${name}`, ({ status }) => status?.phase === phase);
const volumeIs = (name: string, phase: string): Promise<Volume> =>
  cluster.becomes<Volume>(`${VOLUMES}/${name}`, ({ status }) => status?.phase === phase);
const told = (name: string, words: string): Promise<ApiObject[]> =>
  cluster.become("v1/events", (events) =>
    events.some(
      (event) =>
        (event["involvedObject"] as { name?: string }).name === name &&
        `${event["reason"]}: ${event["message"]}` === words,
    ),
  );

describe("Existing volumes", () => {
  it("binds a claim to the smallest matching volume", async () => {
    await start();
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
    await start();
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
    await start();
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
    await start();
    await makeVolume("v", { capacity: { storage: "1Mi" } });
    await makeClaim("c", { volumeName: "v" });
    await told("c", 'VolumeMismatch: Cannot bind to requested volume "v": requested PV is too small');
    await makeVolume("taken");
    await makeClaim("owner", { volumeName: "taken" });
    await claimIs("owner", "Bound");
    await makeClaim("late", { volumeName: "taken" });
    await told("late", 'FailedBinding: volume "taken" already bound to a different claim.');
    expect((await claimIs("late", "Pending")).status?.phase).toBe("Pending");
  });

  it("binds a volume to one of many claims", async () => {
    await start();
    const names = Array.from({ length: 8 }, (_, i) => `c${i}`);
    await Promise.all(names.map((name) => makeClaim(name)));
    await makeVolume("only");
    await volumeIs("only", "Bound");
    await told("c7", "FailedBinding: no persistent volumes available for this claim and no storage class is set");
    const bound = (claims: Claim[]): number => claims.filter(({ status }) => status?.phase === "Bound").length;
    await cluster.become<Claim>(CLAIMS, (claims) => bound(claims) === 1);
    // The next volume wakes the waiting claims.
    await makeVolume("next");
    await cluster.become<Claim>(CLAIMS, (claims) => bound(claims) === 2);
  });
});

describe("Deleted volumes and claims", () => {
  it("retains, deletes, recycles or fails released volumes", async () => {
    await start();
    const policies = { keep: "Retain", drop: "Delete", recycle: "Recycle" };
    for (const [name, persistentVolumeReclaimPolicy] of Object.entries(policies)) {
      await makeVolume(name, { persistentVolumeReclaimPolicy });
    }
    await makeVolume("foreign", {
      persistentVolumeReclaimPolicy: "Delete",
      hostPath: undefined,
      nfs: { server: "s", path: "/" },
    });
    for (const name of ["keep", "drop", "recycle", "foreign"]) {
      await makeClaim(name, { volumeName: name });
      await claimIs(name, "Bound");
      await volumeIs(name, "Bound");
    }
    for (const name of ["keep", "drop", "recycle", "foreign"]) {
      await cluster.patch(`${CLAIMS}/${name}`, { metadata: { finalizers: null } });
      await cluster.remove(`${CLAIMS}/${name}`);
    }
    await volumeIs("keep", "Released");
    const failed = await volumeIs("foreign", "Failed");
    const message = 'error getting deleter volume plugin for volume "foreign": no deletable volume plugin matched';
    expect(failed.status?.message).toBe(message);
    expect(await cluster.become("v1/pods", (pods) => pods.length === 1)).toMatchObject([
      { metadata: { name: "recycler-for-recycle" } },
    ]);
    // Its finalizer would be removed by a controller that does not run here.
    await cluster.becomes<Volume>(`${VOLUMES}/drop`, ({ metadata }) => metadata.deletionTimestamp !== undefined);
  });

  it("releases a volume it bound to a claim that was bound elsewhere", async () => {
    await start();
    await makeVolume("v");
    const { metadata } = await makeClaim("c", { volumeName: "elsewhere" });
    await volumeIs("v", "Available");
    await cluster.patch(`${VOLUMES}/v`, {
      metadata: { annotations: { [BY_CONTROLLER]: "yes" } },
      spec: { claimRef: { namespace: "default", name: "c", uid: metadata.uid } },
    });
    await cluster.becomes<Volume>(`${VOLUMES}/v`, ({ spec }) => spec?.claimRef === undefined);
    await volumeIs("v", "Available");
  });

  it("marks claims as Lost when their volume disappears and as Bound when it returns", async () => {
    await start();
    await makeVolume("v");
    await makeClaim("c");
    await claimIs("c", "Bound");
    await volumeIs("v", "Bound");
    await cluster.remove(`${VOLUMES}/v`);
    await cluster.patch(`${VOLUMES}/v`, { metadata: { finalizers: null } });
    const lost = await claimIs("c", "Lost");
    expect(lost.status).toEqual({ phase: "Lost" });
    await told("c", "ClaimLost: Bound claim has lost its PersistentVolume. Data on the volume is lost!");
    await makeVolume("v");
    await claimIs("c", "Bound");
  });
});

describe("Storage classes", () => {
  it("request volumes from external provisioners", async () => {
    await start();
    await makeClass("outside");
    await makeClass("none", { provisioner: "kubernetes.io/no-provisioner" });
    await makeClass("former", { provisioner: "kubernetes.io/gce-pd" });
    await makeClass("host", { provisioner: "kubernetes.io/host-path" });
    await makeClass("nfs", { provisioner: "kubernetes.io/nfs" });
    for (const storageClassName of ["outside", "none", "former", "missing", "host", "nfs"]) {
      await makeClaim(storageClassName, { storageClassName });
    }
    const waiting = (who: string) =>
      `ExternalProvisioning: Waiting for a volume to be created either by the external provisioner '${who}' or manually by ` +
      "the system administrator. If volume creation is delayed, please verify that the provisioner is running and " +
      "correctly registered.";
    await told("outside", waiting("example.com/disk"));
    await told("former", waiting("pd.csi.storage.gke.io"));
    await told("none", "ProvisioningFailed: no volume plugin matched name: kubernetes.io/no-provisioner");
    await told("missing", 'ProvisioningFailed: storageclass.storage.k8s.io "missing" not found');
    await told("nfs", "ProvisioningFailed: no provisionable volume plugin matched");
    const disabled = 'provisioning in volume plugin "kubernetes.io/host-path" is disabled';
    await told("host", `ProvisioningFailed: Failed to create provisioner: ${disabled}`);
    const claim = await cluster.get<Claim>(`${CLAIMS}/outside`);
    expect(claim?.metadata.annotations).toEqual({
      "volume.beta.kubernetes.io/storage-provisioner": "example.com/disk",
      "volume.kubernetes.io/storage-provisioner": "example.com/disk",
    });
  });

  it("name the successors of provisioners that are no longer part of the controllers", async () => {
    await start();
    const migrated = "pv.kubernetes.io/migrated-to";
    const marksOf = (path: string, wanted: string | undefined): Promise<ApiObject> =>
      cluster.becomes(path, ({ metadata }) => metadata.annotations?.[migrated] === wanted);
    const annotations = { "volume.kubernetes.io/storage-provisioner": "kubernetes.io/aws-ebs" };
    await makeClaim("c", {}, { annotations });
    await marksOf(`${CLAIMS}/c`, "ebs.csi.aws.com");
    const made = { annotations: { "pv.kubernetes.io/provisioned-by": "kubernetes.io/cinder" } };
    const gone = { namespace: "default", name: "gone", uid: "u", kind: "PersistentVolumeClaim" };
    await makeVolume("v", { claimRef: gone, persistentVolumeReclaimPolicy: "Delete" }, made);
    await marksOf(`${VOLUMES}/v`, "cinder.csi.openstack.org");
    // Its successor deletes the volume.
    await volumeIs("v", "Released");
    await cluster.patch(`${VOLUMES}/v`, { metadata: { annotations: { ...made.annotations, [migrated]: "other" } } });
    await marksOf(`${VOLUMES}/v`, "cinder.csi.openstack.org");
    expect(await cluster.get<Volume>(`${VOLUMES}/v`)).toMatchObject({ status: { phase: "Released" } });
    const plain = { annotations: { "pv.kubernetes.io/provisioned-by": "example.com/x", [migrated]: "y" } };
    await makeVolume("w", {}, plain);
    await marksOf(`${VOLUMES}/w`, undefined);
  });

  it("delay binding until a pod uses the claim with WaitForFirstConsumer", async () => {
    await start();
    await makeClass("later", { volumeBindingMode: "WaitForFirstConsumer" });
    await makeVolume("v", { storageClassName: "later" });
    await volumeIs("v", "Available");
    await makeClaim("c", { storageClassName: "later" });
    await told("c", "WaitForFirstConsumer: waiting for first consumer to be created before binding");
    const volumes = [{ name: "data", persistentVolumeClaim: { claimName: "used" } }];
    for (const name of ["p1", "p2"]) {
      const spec = { volumes, containers: [{ name: "c", image: "i" }] };
      await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name }, spec });
    }
    await makeClaim("used", { storageClassName: "later" });
    await told("used", "WaitForPodScheduled: waiting for pods p1,p2 to be scheduled");
    expect((await claimIs("c", "Pending")).spec?.volumeName).toBeUndefined();
  });

  it("apply a default class created later to claims without a class", async () => {
    await start();
    await makeClaim("c", { storageClassName: undefined });
    await told("c", "FailedBinding: no persistent volumes available for this claim and no storage class is set");
    await makeClass("usual", {}, { annotations: { "storageclass.kubernetes.io/is-default-class": "true" } });
    const claim = await cluster.becomes<Claim>(`${CLAIMS}/c`, ({ spec }) => spec?.storageClassName !== undefined);
    expect(claim.spec?.storageClassName).toBe("usual");
  });
});

describe("Node-local volumes", () => {
  it("are bound when their pod is scheduled, on a node that can reach them", async () => {
    cluster = await startLivingCluster([BINDER]);
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
});
