import type { Event } from "kubernetes-types/core/v1";
import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { startCluster } from "../testing/cluster.ts";

const ATTACHMENTS = "storage.k8s.io/v1/volumeattachments";

it("tells a pod once that its volume is attached to another node", async () => {
  const cluster = await startCluster([
    "persistentvolume-attach-detach-controller",
    "persistentvolume-binder-controller",
  ]);
  const claimed = async (name: string): Promise<void> => {
    const spec = { accessModes: ["ReadWriteOnce"], storageClassName: "" };
    const storage = "1Gi";
    const source = { csi: { driver: "example.com", volumeHandle: name } };
    const volume = { ...spec, ...source, capacity: { storage } };
    await cluster.make({ apiVersion: "v1", kind: "PersistentVolume", metadata: { name }, spec: volume });
    const claim = { ...spec, volumeName: name, resources: { requests: { storage } } };
    await cluster.make({ apiVersion: "v1", kind: "PersistentVolumeClaim", metadata: { name }, spec: claim });
    const phaseOf = (object: ApiObject) => (object["status"] as { phase?: string } | undefined)?.phase;
    await cluster.becomes(`v1/persistentvolumeclaims/${name}`, (object) => phaseOf(object) === "Bound");
  };
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
  const areAttached = (count: number) => cluster.become(ATTACHMENTS, (all) => all.length === count);
  try {
    await cluster.make({ apiVersion: "v1", kind: "Node", metadata: { name: "n2" } });
    for (const name of ["disk", "next", "last"]) await claimed(name);
    await place("holder", "n1", "disk");
    await areAttached(1);
    await place("waiting", "n2", "disk");
    await cluster.recorded("waiting", /^FailedAttachVolume: Multi-Attach error for volume "disk"/);
    // Two more volumes of the node show that it was looked at again.
    await place("other", "n2", "next");
    await areAttached(2);
    await place("another", "n2", "last");
    await areAttached(3);
    await cluster.patch("v1/nodes/n2", { metadata: { labels: { touched: "yes" } } });
    const events = await cluster.list<Event & ApiObject>("v1/events");
    const told = events.filter(({ reason }) => reason === "FailedAttachVolume");
    expect(told.map(({ count, involvedObject }) => [involvedObject.name, count])).toEqual([["waiting", 1]]);
  } finally {
    await cluster.stop();
  }
});
