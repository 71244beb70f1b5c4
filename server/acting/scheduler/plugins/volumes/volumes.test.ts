import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { type TestWorld, testWorld } from "../../testing/world.ts";

const CLAIMS = { group: "", resource: "persistentvolumeclaims" };
const VOLUMES = { group: "", resource: "persistentvolumes" };
const CLASSES = { group: "storage.k8s.io", resource: "storageclasses" };
const ZONE = "topology.kubernetes.io/zone";

const using = (claimName: string) => ({
  spec: { volumes: [{ name: "v", persistentVolumeClaim: { claimName } }] },
});

const BOUND = { "pv.kubernetes.io/bind-completed": "yes" };

function claim(name: string, spec: Record<string, unknown>, more: Partial<ApiObject["metadata"]> = {}): ApiObject {
  const asked = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec };
  return {
    metadata: { name, namespace: "ns", uid: `uid-${name}`, ...more },
    spec: asked,
    status: { phase: "Pending" },
  };
}

function volume(name: string, node: string | undefined, spec: Record<string, unknown> = {}): ApiObject {
  const required = {
    nodeSelectorTerms: [{ matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: [node] }] }],
  };
  return {
    metadata: { name },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      ...(node === undefined ? {} : { nodeAffinity: { required } }),
      ...spec,
    },
    status: { phase: "Available" },
  };
}

function nodes(...names: string[]): TestWorld {
  const world = testWorld();
  for (const name of names) world.addNode(name, { labels: { [ZONE]: name.slice(0, 1) } });
  return world;
}

describe("VolumeBinding", () => {
  it("reports problems with claims", () => {
    const world = nodes("a");
    expect(world.decide("p", using("none"))).toBe('0/1 nodes are available: persistentvolumeclaim "none" not found.');
    expect(world.decide("p", { spec: { volumes: [{ name: "own", ephemeral: {} }] } })).toBe(
      '0/1 nodes are available: waiting for ephemeral volume controller to create the persistentvolumeclaim "p-own".',
    );
    world.add(CLAIMS, claim("now", {}));
    expect(world.decide("p", using("now"))).toBe(
      "0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims.",
    );
    world.add(CLAIMS, claim("going", {}, { deletionTimestamp: "2026-01-01T00:00:00Z" }));
    expect(world.decide("p", using("going"))).toBe(
      '0/1 nodes are available: persistentvolumeclaim "going" is being deleted.',
    );
    world.add(CLAIMS, claim("lost", { volumeName: "gone" }, { annotations: BOUND }));
    expect(world.decide("p", using("lost"))).toBe('0/1 nodes are available: persistentvolume "gone" not found.');
  });

  it("places pods where their volumes are", () => {
    const world = nodes("a", "b");
    world.add(VOLUMES, volume("on-b", "b"));
    world.add(CLAIMS, claim("c", { volumeName: "on-b" }, { annotations: BOUND }));
    expect(world.decide("p", using("c"))).toBe("b");
    world.cache.deleteNode("b");
    expect(world.decide("p", using("c"))).toBe("0/1 nodes are available: 1 node(s) had volume node affinity conflict.");
  });

  it("finds volumes or a provisioner for WaitForFirstConsumer claims", () => {
    const world = nodes("a", "b");
    const waits = { volumeBindingMode: "WaitForFirstConsumer" };
    world.add(CLASSES, { metadata: { name: "local" }, provisioner: "kubernetes.io/no-provisioner", ...waits });
    const topologies = [{ matchLabelExpressions: [{ key: ZONE, values: ["a"] }] }];
    world.add(CLASSES, { metadata: { name: "made" }, provisioner: "x", allowedTopologies: topologies, ...waits });
    world.add(CLAIMS, claim("c", { storageClassName: "local" }));
    world.add(CLAIMS, claim("m", { storageClassName: "made" }));
    expect(world.decide("p", using("c"))).toBe(
      "0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind.",
    );
    world.add(VOLUMES, volume("small", "a", { storageClassName: "local", capacity: { storage: "1Mi" } }));
    world.add(VOLUMES, volume("fits", "b", { storageClassName: "local" }));
    expect(world.decide("p", using("c"))).toBe("b");
    expect(world.decide("p", using("m"))).toBe("a");
  });

  it("assigns a volume to only one pod", () => {
    const world = nodes("a");
    world.add(CLASSES, {
      metadata: { name: "local" },
      provisioner: "kubernetes.io/no-provisioner",
      volumeBindingMode: "WaitForFirstConsumer",
    });
    world.add(VOLUMES, volume("v", "a", { storageClassName: "local" }));
    world.add(CLAIMS, claim("c1", { storageClassName: "local" }));
    world.add(CLAIMS, claim("c2", { storageClassName: "local" }));
    const [binding] = world.profile.reservers;
    const node = world.cache.node("a");
    if (node === undefined) throw new Error("no node");
    const reservation = binding?.reserve?.(world.place("p1", "elsewhere", using("c1")), node);
    expect(world.decide("p2", using("c2"))).toMatch(/^0/);
    reservation?.release();
    expect(world.decide("p2", using("c2"))).toBe("a");
  });
});

describe("VolumeZone, VolumeRestrictions and NodeVolumeLimits", () => {
  it("places pods in the zones of their volumes", () => {
    const world = nodes("a", "b");
    const zoned = volume("z", undefined);
    world.add(VOLUMES, { ...zoned, metadata: { name: "z", labels: { [ZONE]: "b__c" } } });
    world.add(CLAIMS, claim("c", { volumeName: "z" }, { annotations: BOUND }));
    expect(world.decide("p", using("c"))).toBe("b");
    world.cache.deleteNode("b");
    expect(world.decide("p", using("c"))).toBe("0/1 nodes are available: 1 node(s) had no available volume zone.");
    const old = { ...zoned, metadata: { name: "old", labels: { "failure-domain.beta.kubernetes.io/zone": "a" } } };
    world.add(VOLUMES, old);
    world.add(CLAIMS, claim("o", { volumeName: "old" }, { annotations: BOUND }));
    // The node's current label replaces the old one.
    expect(world.decide("p", using("o"))).toBe("a");
  });

  it("ignores zone labels with an empty zone, and zones of ephemeral volumes", () => {
    const world = nodes("a");
    for (const [name, zone] of [
      ["odd", "b____c"],
      ["far", "b"],
    ] as const) {
      world.add(VOLUMES, { ...volume(name, undefined), metadata: { name, labels: { [ZONE]: zone } } });
    }
    world.add(CLAIMS, claim("c", { volumeName: "odd" }, { annotations: BOUND }));
    expect(world.decide("p", using("c"))).toBe("a");
    const ownerReferences = [{ apiVersion: "v1", kind: "Pod", name: "q", uid: "uid-q", controller: true }];
    world.add(CLAIMS, claim("q-own", { volumeName: "far" }, { annotations: BOUND, ownerReferences }));
    expect(world.decide("q", { spec: { volumes: [{ name: "own", ephemeral: {} }] } })).toBe("a");
  });

  it("restricts a disk or a ReadWriteOncePod claim to one pod", () => {
    const world = nodes("a", "b");
    const disk = { spec: { volumes: [{ name: "d", gcePersistentDisk: { pdName: "disk" } }] } };
    world.place("has", "a", disk);
    expect(world.decide("p", disk)).toBe("b");
    world.add(VOLUMES, volume("v", undefined));
    world.add(CLAIMS, claim("mine", { volumeName: "v", accessModes: ["ReadWriteOncePod"] }, { annotations: BOUND }));
    world.place("owner", "a", using("mine"));
    expect(world.decide("p", using("mine"))).toBe(
      "0/2 nodes are available: 2 node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode.",
    );
  });

  it("counts a driver's volumes against its limit", () => {
    const world = nodes("a");
    world.add(
      { group: "storage.k8s.io", resource: "csinodes" },
      {
        metadata: { name: "a" },
        spec: { drivers: [{ name: "d", nodeID: "a", allocatable: { count: 1 } }] },
      },
    );
    for (const name of ["v1", "v2"]) {
      world.add(VOLUMES, volume(name, undefined, { csi: { driver: "d", volumeHandle: name } }));
      world.add(CLAIMS, claim(name, { volumeName: name }, { annotations: BOUND }));
    }
    world.place("first", "a", using("v1"));
    expect(world.decide("p", using("v1"))).toBe("a");
    expect(world.decide("p", using("v2"))).toBe("0/1 nodes are available: 1 node(s) exceed max volume count.");
  });
});
