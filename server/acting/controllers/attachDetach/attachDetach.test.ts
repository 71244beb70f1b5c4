import { createHash } from "node:crypto";
import type { Event } from "kubernetes-types/core/v1";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster } from "../testing/cluster.ts";

const ATTACHMENTS = "storage.k8s.io/v1/volumeattachments";
const MANAGED = "volumes.kubernetes.io/controller-managed-attach-detach";
const KEEPING = "volumes.kubernetes.io/keep-terminated-pod-volumes";

let cluster: Cluster;
beforeEach(async () => {
  cluster = await startCluster(["persistentvolume-attach-detach-controller", "persistentvolume-binder-controller"]);
  await cluster.make({ apiVersion: "v1", kind: "Node", metadata: { name: "n2" } });
});
afterEach(() => cluster.stop());

const annotate = (node: string, annotations: Record<string, string | null>) =>
  cluster.patch(`v1/nodes/${node}`, { metadata: { annotations } });

/** Creates a volume that a driver attaches, and a claim to which it is bound. */
async function makeBound(name: string): Promise<void> {
  const spec = { accessModes: ["ReadWriteOnce"], storageClassName: "" };
  const storage = "1Gi";
  const source = { csi: { driver: "example.com", volumeHandle: name } };
  const volume = { ...spec, ...source, capacity: { storage } };
  await cluster.make({ apiVersion: "v1", kind: "PersistentVolume", metadata: { name }, spec: volume });
  const claim = { ...spec, volumeName: name, resources: { requests: { storage } } };
  await cluster.make({ apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name }, spec: claim });
  const phaseOf = (object: ApiObject) => (object["status"] as { phase?: string } | undefined)?.phase;
  await cluster.becomes(`v1/persistentvolumeclaims/${name}`, (object) => phaseOf(object) === "Bound");
}

const place = (name: string, nodeName: string, claimName: string) =>
  cluster.make({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: {
      nodeName,
      containers: [{ name: "c", image: "app:1" }],
      volumes: [{ name: "data", persistentVolumeClaim: { claimName } }],
    },
  });

/** Waits until exactly these nodes have attached volumes. */
const areAttached = (...nodes: string[]) =>
  cluster.become<ApiObject>(ATTACHMENTS, (all) => {
    const names = all.map((attachment) => (attachment["spec"] as { nodeName: string }).nodeName);
    return names.sort().join() === nodes.join();
  });

it("tells a pod once that its volume is attached to another node", async () => {
  for (const node of ["n1", "n2"]) await annotate(node, { [MANAGED]: "true" });
  for (const name of ["disk", "next", "last"]) await makeBound(name);
  await place("holder", "n1", "disk");
  await areAttached("n1");
  await place("waiting", "n2", "disk");
  await cluster.recorded("waiting", /^FailedAttachVolume: Multi-Attach error for volume "disk"/);
  // Two more volumes of the node show that it was looked at again.
  await place("other", "n2", "next");
  await areAttached("n1", "n2");
  await place("another", "n2", "last");
  await areAttached("n1", "n2", "n2");
  const events = await cluster.list<Event & ApiObject>("v1/events");
  const told = events.filter(({ reason }) => reason === "FailedAttachVolume");
  expect(told.map(({ count, involvedObject }) => [involvedObject.name, count])).toEqual([["waiting", 1]]);
});

it("attaches volumes only to nodes whose agents leave that to the controller", async () => {
  for (const name of ["one", "two"]) await makeBound(name);
  await annotate("n2", { [MANAGED]: "true" });
  await place("a", "n1", "one");
  await place("b", "n2", "two");
  await areAttached("n2");
  await annotate("n1", { [MANAGED]: "true" });
  await areAttached("n1", "n2");
});

it("attaches the other volumes of a node when one is refused, and tells the pod", async () => {
  await annotate("n1", { [MANAGED]: "true" });
  const name = `csi-${createHash("sha256").update("twoexample.comn1").digest("hex")}`;
  await cluster.refuse("CREATE", "storage.k8s.io", "volumeattachments", name);
  for (const volume of ["one", "two", "three"]) {
    await makeBound(volume);
    await place(`pod-${volume}`, "n1", volume);
  }
  await areAttached("n1", "n1");
  const failed = 'FailedAttachVolume: AttachVolume.Attach failed for volume "two" : kubernetes.io/csi: ';
  const events = await cluster.recorded("pod-two", new RegExp(`^${failed}attacher.Attach failed: .*not ${name}$`));
  expect(events.every((event) => event.startsWith(failed))).toBe(true);
});

it("detaches volumes of terminated pods unless the node's agent keeps them", async () => {
  for (const name of ["one", "two"]) await makeBound(name);
  await annotate("n1", { [MANAGED]: "true" });
  await annotate("n2", { [MANAGED]: "true", [KEEPING]: "true" });
  await place("a", "n1", "one");
  await place("b", "n2", "two");
  await areAttached("n1", "n2");
  for (const name of ["b", "a"]) await cluster.remove(`v1/pods/${name}`);
  await areAttached("n2");
  expect(await cluster.list("v1/pods")).toHaveLength(2);
  await annotate("n2", { [KEEPING]: null });
  await areAttached();
});
