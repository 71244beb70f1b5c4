import type { Node, Pod } from "kubernetes-types/core/v1";
import { afterEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type Cluster, startLivingCluster, waitFor } from "../controllers/testing/cluster.ts";
import type { Claim, Volume } from "../volumes/kinds.ts";

const STORAGE = [
  "persistentvolume-binder-controller",
  "persistentvolume-attach-detach-controller",
  "persistentvolume-expander-controller",
  "ephemeral-volume-controller",
  "persistentvolumeclaim-protection-controller",
  "persistentvolume-protection-controller",
  "statefulset-controller",
];
const CLAIMS = "v1/persistentvolumeclaims";
const VOLUMES = "v1/persistentvolumes";
const ATTACHMENTS = "storage.k8s.io/v1/volumeattachments";
const PROVISIONER = "simulation.orrery/disk";

let cluster: Cluster;
afterEach(() => cluster.stop());

const makeClass = (name: string, more: Record<string, unknown>): Promise<ApiObject> =>
  cluster.make({
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: { name },
    provisioner: PROVISIONER,
    ...more,
  });

const claimSpec = (more: Record<string, unknown> = {}) => ({
  accessModes: ["ReadWriteOnce"],
  resources: { requests: { storage: "1Gi" } },
  ...more,
});

const makeClaim = (name: string, more: Record<string, unknown> = {}): Promise<ApiObject> =>
  cluster.make({ apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name }, spec: claimSpec(more) });

const makePod = (name: string, claimName: string, more: Record<string, unknown> = {}): Promise<ApiObject> => {
  const volumes = [{ name: "data", persistentVolumeClaim: { claimName } }];
  const spec = { volumes, containers: [{ name: "c", image: "nginx" }], terminationGracePeriodSeconds: 1, ...more };
  return cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name }, spec });
};

const isRunning = (name: string): Promise<ApiObject> =>
  cluster.becomes(`v1/pods/${name}`, ({ status }) => (status as { phase?: string }).phase === "Running");

async function runPod(name: string, claimName: string): Promise<void> {
  await makePod(name, claimName);
  await isRunning(name);
}

const makeSet = (name: string, storageClassName?: string): Promise<ApiObject> =>
  cluster.make({
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name },
    spec: {
      replicas: 2,
      serviceName: name,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          containers: [{ name: "c", image: "nginx", volumeMounts: [{ name: "data", mountPath: "/data" }] }],
        },
      },
      volumeClaimTemplates: [
        { metadata: { name: "data" }, spec: claimSpec(storageClassName ? { storageClassName } : {}) },
      ],
    },
  });

const runs = (name: string): Promise<ApiObject> =>
  cluster.becomes(
    `apps/v1/statefulsets/${name}`,
    ({ status }) => (status as { readyReplicas?: number }).readyReplicas === 2,
  );

describe("Simulated disks", () => {
  it("are provisioned immediately for a stateful set's claims, with the default class", async () => {
    cluster = await startLivingCluster(STORAGE);
    await makeSet("web");
    await runs("web");
    const claim = await cluster.get<Claim>(`${CLAIMS}/data-web-0`);
    expect(claim?.spec?.storageClassName).toBe("standard");
    const volume = await cluster.get<Volume>(`${VOLUMES}/${claim?.spec?.volumeName}`);
    expect(volume?.metadata.name).toBe(`pvc-${claim?.metadata.uid}`);
    expect(volume?.metadata.annotations).toEqual({ "pv.kubernetes.io/provisioned-by": PROVISIONER });
    expect(volume?.spec).toMatchObject({
      capacity: { storage: "1Gi" },
      csi: { driver: "disk.simulation.orrery" },
      persistentVolumeReclaimPolicy: "Delete",
      storageClassName: "standard",
    });
    const events = await cluster.events("data-web-0");
    expect(events.map((event) => event.split(":")[0])).toEqual(
      expect.arrayContaining(["ExternalProvisioning", "Provisioning", "ProvisioningSucceeded"]),
    );
  });

  it("are missed by the node of a pod whose claim does not exist", async () => {
    cluster = await startLivingCluster(STORAGE);
    const containers = [{ name: "c", image: "nginx", volumeMounts: [{ name: "data", mountPath: "/data" }] }];
    await makePod("early", "late", { nodeName: "node-1", containers });
    await cluster.recorded(
      "early",
      "FailedMount: Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], failed to process volumes=[data]: " +
        'error processing PVC default/late: failed to fetch PVC from API server: persistentvolumeclaims "late" not found',
    );
    await makeClaim("late");
    await isRunning("early");
  });

  it("are provisioned on the pod's node with WaitForFirstConsumer", async () => {
    cluster = await startLivingCluster(STORAGE);
    for (const { metadata } of await cluster.become("v1/nodes", (nodes) => nodes.length === 3)) {
      await cluster.patch(`v1/nodes/${metadata.name}`, {
        metadata: { labels: { "topology.kubernetes.io/zone": `zone-${metadata.name}` } },
      });
    }
    await makeClass("later", { volumeBindingMode: "WaitForFirstConsumer" });
    await makeSet("web", "later");
    await runs("web");
    const pod = await cluster.get<ApiObject>("v1/pods/web-1");
    const node = (pod?.["spec"] as { nodeName?: string } | undefined)?.nodeName;
    const claim = await cluster.get<Claim>(`${CLAIMS}/data-web-1`);
    expect(claim?.metadata.annotations?.["volume.kubernetes.io/selected-node"]).toBe(node);
    const volume = await cluster.get<Volume>(`${VOLUMES}/${claim?.spec?.volumeName}`);
    const expression = { key: "topology.kubernetes.io/zone", operator: "In", values: [`zone-${node}`] };
    expect(volume?.spec?.nodeAffinity?.required?.nodeSelectorTerms).toEqual([{ matchExpressions: [expression] }]);
  });

  it("are deleted with their claims, which are protected while pods use them", async () => {
    cluster = await startLivingCluster(STORAGE);
    await makeClaim("c");
    await runPod("p", "c");
    await cluster.remove(`${CLAIMS}/c`);
    const claim = await cluster.get<Claim>(`${CLAIMS}/c`);
    expect(claim?.metadata.finalizers).toEqual(["kubernetes.io/pvc-protection"]);
    expect(claim?.status?.phase).toBe("Bound");
    await cluster.remove("v1/pods/p");
    await cluster.become(CLAIMS, (claims) => claims.length === 0);
    await cluster.become(VOLUMES, (left) => left.length === 0);
  });

  it("are attached while pods use them, to one node at a time", async () => {
    cluster = await startLivingCluster(STORAGE);
    await makeClaim("c");
    await runPod("p", "c");
    const name = (await cluster.get<Claim>(`${CLAIMS}/c`))?.spec?.volumeName ?? "";
    const uniqueName = `kubernetes.io/csi/disk.simulation.orrery^${name}`;
    const pod = await cluster.get<Pod & ApiObject>("v1/pods/p");
    const nodeName = pod?.spec?.nodeName ?? "";
    const node = await cluster.becomes<Node & ApiObject>(
      `v1/nodes/${nodeName}`,
      ({ status }) => status?.volumesInUse !== undefined,
    );
    expect(node.status?.volumesInUse).toEqual([uniqueName]);
    expect(node.status?.volumesAttached).toEqual([{ name: uniqueName, devicePath: "" }]);
    const [attachment] = await cluster.list<ApiObject>(ATTACHMENTS);
    expect(attachment?.metadata.name).toMatch(/^csi-[0-9a-f]{64}$/);
    const source = { persistentVolumeName: name };
    expect(attachment?.["spec"]).toEqual({ attacher: "disk.simulation.orrery", nodeName, source });
    await cluster.recorded("p", `SuccessfulAttachVolume: AttachVolume.Attach succeeded for volume "${name}" `);
    // A pod that is bound to another node must wait.
    const nodes = await cluster.list("v1/nodes");
    const other = nodes.find(({ metadata }) => metadata.name?.startsWith("node") && metadata.name !== nodeName);
    await makePod("late", "c", { nodeName: other?.metadata.name });
    await cluster.become("v1/events", (events) =>
      events.some(
        ({ message }) => message === `Multi-Attach error for volume "${name}" Volume is already used by pod(s) p`,
      ),
    );
    await cluster.remove("v1/pods/p");
    await isRunning("late");
    await cluster.remove("v1/pods/late");
    await cluster.become(ATTACHMENTS, (left) => left.length === 0);
    const free = await cluster.get<Node & ApiObject>(`v1/nodes/${nodeName}`);
    expect(free?.status?.volumesAttached).toBeUndefined();
  });

  it("are force-detached from an out-of-service node that still reports them in use", async () => {
    cluster = await startLivingCluster(STORAGE);
    // The node has no agent: the test registers it for attachments, and reports its volumes in use.
    const annotations = { "volumes.kubernetes.io/controller-managed-attach-detach": "true" };
    await cluster.patch("v1/nodes/n1", { metadata: { annotations } });
    await makeClaim("c");
    const { spec } = await cluster.becomes<Claim>(`${CLAIMS}/c`, ({ status }) => status?.phase === "Bound");
    await makePod("p", "c", { nodeName: "n1" });
    await cluster.become(ATTACHMENTS, (all) => all.length === 1);
    const volumesInUse = [`kubernetes.io/csi/disk.simulation.orrery^${spec?.volumeName}`];
    await cluster.patch("v1/nodes/n1/status", { status: { volumesInUse } });
    await cluster.remove("v1/pods/p", { gracePeriodSeconds: 0 });
    await cluster.become("v1/pods", (pods) => pods.length === 0);
    const attached = await cluster.become(ATTACHMENTS, (all) => all.length === 1);
    expect(attached[0]?.metadata.deletionTimestamp).toBeUndefined();
    const taints = [{ key: "node.kubernetes.io/out-of-service", value: "nodeshutdown", effect: "NoExecute" }];
    await cluster.patch("v1/nodes/n1", { spec: { taints } });
    await cluster.become(ATTACHMENTS, (all) => all.length === 0);
  });

  it("keep their data and start empty", async () => {
    cluster = await startLivingCluster(STORAGE);
    // The script ends when it is told to: otherwise each deletion would take the node's shortest grace period of two seconds.
    const script = "trap exit TERM; cat /data/seen || echo nothing; echo $HOSTNAME > /data/seen; sleep 1000 & wait";
    const volumeMounts = [{ name: "data", mountPath: "/data" }];
    const containers = [{ name: "c", image: "busybox", command: ["sh", "-c", script], volumeMounts }];
    const firstLine = async (name: string): Promise<string> => {
      await makePod(name, "c", { containers });
      await isRunning(name);
      const path = `/api/v1/namespaces/default/pods/${name}/log`;
      const read = async (): Promise<string> => (await cluster.server.request("GET", path)).text;
      const lines = (await waitFor(read, (text) => /^(nothing|first|second)$/m.test(text))).trim().split("\n");
      await cluster.remove(`v1/pods/${name}`);
      await cluster.become("v1/pods", (pods) => pods.length === 0);
      return lines.at(-1) ?? "";
    };
    await makeClaim("c");
    expect(await firstLine("first")).toBe("nothing");
    expect(await firstLine("second")).toBe("first");
    await cluster.remove(`${CLAIMS}/c`);
    await cluster.become(VOLUMES, (left) => left.length === 0);
    await makeClaim("c");
    expect(await firstLine("third")).toBe("nothing");
  });

  it("expand, including the file system while in use", async () => {
    cluster = await startLivingCluster(STORAGE);
    await makeClaim("c");
    const { spec } = await cluster.becomes<Claim>(`${CLAIMS}/c`, ({ status }) => status?.phase === "Bound");
    const more = { spec: { resources: { requests: { storage: "3Gi" } } } };
    await cluster.patch(`${CLAIMS}/c`, more);
    const pending = await cluster.becomes<Claim>(
      `${CLAIMS}/c`,
      ({ status }) => status?.conditions?.[0]?.type === "FileSystemResizePending",
    );
    expect(pending.status).toMatchObject({
      capacity: { storage: "1Gi" },
      allocatedResources: { storage: "3Gi" },
      allocatedResourceStatuses: { storage: "NodeResizePending" },
    });
    expect((await cluster.get<Volume>(`${VOLUMES}/${spec?.volumeName}`))?.spec?.capacity).toEqual({ storage: "3Gi" });
    await runPod("p", "c");
    const size = (claim: Claim): unknown => claim.status?.capacity?.["storage"];
    const grown = await cluster.becomes<Claim>(`${CLAIMS}/c`, (claim) => size(claim) === "3Gi");
    expect(grown.status?.conditions ?? []).toEqual([]);
    expect(grown.status).not.toHaveProperty("allocatedResourceStatuses");
    // A running pod needs no restart.
    await cluster.patch(`${CLAIMS}/c`, { spec: { resources: { requests: { storage: "4Gi" } } } });
    await cluster.becomes<Claim>(`${CLAIMS}/c`, (claim) => size(claim) === "4Gi");
    await cluster.recorded("c", "ExternalExpanding: waiting for an external controller to expand this PVC");
    const reasons = (await cluster.events("c")).map((event) => event.split(":")[0]);
    expect(reasons).toEqual(expect.arrayContaining(["Resizing", "FileSystemResizeRequired"]));
    expect((await cluster.events("p")).map((event) => event.split(":")[0])).toContain("FileSystemResizeSuccessful");
  });

  it("expand only if the class allows it", async () => {
    cluster = await startLivingCluster(STORAGE);
    await makeClass("fixed", {});
    await makeClaim("c", { storageClassName: "fixed" });
    await cluster.becomes<Claim>(`${CLAIMS}/c`, ({ status }) => status?.phase === "Bound");
    const more = { spec: { resources: { requests: { storage: "3Gi" } } } };
    await expect(cluster.patch(`${CLAIMS}/c`, more)).rejects.toThrow("must support resize");
  });

  it("are created and deleted with pods that have ephemeral volumes", async () => {
    cluster = await startLivingCluster([...STORAGE, "garbage-collector-controller"]);
    const ephemeral = { volumeClaimTemplate: { metadata: { labels: { a: "b" } }, spec: claimSpec() } };
    await makePod("p", "", { volumes: [{ name: "scratch", ephemeral }] });
    await isRunning("p");
    const pod = await cluster.get("v1/pods/p");
    const claim = await cluster.get<Claim>(`${CLAIMS}/p-scratch`);
    expect(claim?.metadata.labels).toEqual({ a: "b" });
    expect(claim?.metadata.ownerReferences).toMatchObject([
      { kind: "Pod", name: "p", uid: pod?.metadata.uid, controller: true },
    ]);
    await cluster.remove("v1/pods/p");
    await cluster.become(VOLUMES, (left) => left.length === 0);
  });

  it("are not bound to claims of other provisioners", async () => {
    cluster = await startLivingCluster(STORAGE);
    await makeClaim("p-scratch");
    await makePod("p", "", {
      volumes: [{ name: "scratch", ephemeral: { volumeClaimTemplate: { spec: claimSpec() } } }],
    });
    const detail =
      "ephemeral volume scratch: PVC default/p-scratch was not created for pod default/p (pod is not owner)";
    await cluster.become("v1/events", (events) => events.some(({ message }) => message === detail));
  });

  it("keep pods waiting whose claims have no volume", async () => {
    cluster = await startLivingCluster(STORAGE);
    await makeClass("outside", { provisioner: "example.com/disk" });
    await makeSet("web", "outside");
    const unbound = "pod has unbound immediate PersistentVolumeClaims";
    await cluster.become("v1/events", (events) =>
      events.some(
        ({ reason, message, involvedObject }) =>
          reason === "FailedScheduling" &&
          String(message).includes(unbound) &&
          (involvedObject as { name?: string }).name === "web-0",
      ),
    );
    // The user creates the volume manually.
    const claim = await cluster.get<Claim>(`${CLAIMS}/data-web-0`);
    expect(claim?.status?.phase).toBe("Pending");
    const pod = await cluster.get("v1/pods/web-0");
    expect(pod?.["status"]).toMatchObject({ phase: "Pending" });
  });
});

it("a FlexVolume grows on the node whose pod uses it", async () => {
  cluster = await startLivingCluster(STORAGE);
  await makeClass("flex", { provisioner: "example.com/flex", allowVolumeExpansion: true });
  const flexVolume = { driver: "example.com/lvm" };
  const spec = { accessModes: ["ReadWriteOnce"], storageClassName: "flex", capacity: { storage: "1Gi" }, flexVolume };
  await cluster.make({ apiVersion: "v1", kind: "PersistentVolume", metadata: { name: "v" }, spec });
  await makeClaim("c", { storageClassName: "flex", volumeName: "v" });
  await runPod("p", "c");
  await cluster.patch(`${CLAIMS}/c`, { spec: { resources: { requests: { storage: "2Gi" } } } });
  const isGrown = ({ status }: Claim): boolean => status?.capacity?.["storage"] === "2Gi";
  const { status = {} } = await cluster.becomes<Claim>(`${CLAIMS}/c`, isGrown);
  expect(Object.keys(status).sort()).toEqual(["accessModes", "allocatedResources", "capacity", "phase"]);
  const note = "volume.alpha.kubernetes.io/pre-resize-capacity";
  await cluster.becomes<Volume>(`${VOLUMES}/v`, ({ metadata }) => metadata.annotations?.[note] === undefined);
  await cluster.recorded("c", /^FileSystemResizeSuccessful: MountVolume.NodeExpandVolume succeeded for volume "v"/);
});
