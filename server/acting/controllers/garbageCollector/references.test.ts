import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configMaps, type GcServer, ownedBy, startGcServer } from "./testing/gcServer.ts";

let world: GcServer;
beforeAll(async () => {
  world = await startGcServer();
  await world.make("/api/v1/namespaces", "other");
});
afterAll(() => world.stop());

const path = (name: string, namespace = "default"): string => `${configMaps(namespace)}/${name}`;
const HPA = "/namespaces/default/horizontalpodautoscalers";
const scaler = { spec: { scaleTargetRef: { kind: "Deployment", name: "x", apiVersion: "apps/v1" }, maxReplicas: 1 } };

describe("Reference to an absent owner", () => {
  it("causes deletion of the dependent", async () => {
    await world.make(configMaps(), "lost", {
      owners: [{ apiVersion: "v1", kind: "Secret", name: "nobody", uid: "u-nobody" }],
    });
    await world.gone(path("lost"));
  });

  it("is ignored when another owner exists", async () => {
    const owner = await world.make(configMaps(), "there");
    const reference = { apiVersion: "v1", kind: "Secret", name: "nobody", uid: "u-nobody" };
    await world.make(configMaps(), "half", { owners: [reference, ownedBy(owner)] });
    const left = await world.becomes(path("half"), ({ metadata }) => metadata.ownerReferences?.length === 1);
    expect(left.metadata.ownerReferences).toMatchObject([{ name: "there" }]);
  });

  it("is detected when the owner was recreated with another uid", async () => {
    const first = await world.make(configMaps(), "again", { finalizers: ["example.com/held"] });
    await world.remove(path("again"));
    await world.patch(path("again"), { metadata: { finalizers: null } });
    await world.make(configMaps(), "again");
    await world.make(configMaps(), "of-first", { owners: [ownedBy(first)] });
    await world.gone(path("of-first"));
    expect((await world.get(path("again"))).status).toBe(200);
  });

  it("is not resolved while its kind is not served", async () => {
    await world.make(configMaps(), "unknown", {
      owners: [{ apiVersion: "extensions/v1beta1", kind: "Deployment", name: "x", uid: "u-x" }],
    });
    await world.fence();
    expect((await world.get(path("unknown"))).status).toBe(200);
  });

  it("has no effect once it is removed", async () => {
    const owner = await world.make(configMaps(), "left");
    await world.make(configMaps(), "leaver", { owners: [ownedBy(owner)] });
    await world.patch(path("leaver"), { metadata: { ownerReferences: null } });
    await world.remove(path("left"));
    await world.fence();
    expect((await world.get(path("leaver"))).status).toBe(200);
  });
});

describe("Reference by another version", () => {
  it("identifies the owner", async () => {
    const v2 = await world.make(`/apis/autoscaling/v2${HPA}`, "scaler", scaler);
    await world.make(configMaps(), "v1", { owners: [ownedBy(v2, { apiVersion: "autoscaling/v1" })] });
    await world.make(configMaps(), "v2", { owners: [ownedBy(v2)] });
    await world.fence();
    expect([(await world.get(path("v1"))).status, (await world.get(path("v2"))).status]).toEqual([200, 200]);
    await world.remove(`/apis/autoscaling/v2${HPA}/scaler`);
    await world.gone(path("v1"), path("v2"));
  });

  it("is not resolved if the kind does not exist in that version", async () => {
    const owner = await world.make(configMaps(), "versioned");
    await world.make(configMaps(), "odd", { owners: [ownedBy(owner, { apiVersion: "v2" })] });
    await world.fence();
    expect((await world.get(path("odd"))).status).toBe(200);
  });
});

describe("Reference across namespaces", () => {
  it("does not identify an owner and is reported by an Event", async () => {
    const owner = await world.make(configMaps("other"), "far");
    const lost = await world.make(configMaps(), "near", { owners: [ownedBy(owner)] });
    await world.gone(path("near"));
    expect((await world.get(path("far", "other"))).status).toBe(200);
    const { uid } = lost.metadata;
    const events = `/api/v1/namespaces/default/events?fieldSelector=involvedObject.uid%3D${uid}`;
    const { items } = await world.becomes(events, ({ items: found }) => found.length > 0);
    expect(items).toMatchObject([
      {
        type: "Warning",
        reason: "OwnerRefInvalidNamespace",
        message: `ownerRef [v1/ConfigMap, namespace: default, name: far, uid: ${owner.metadata.uid}] does not exist in namespace "default"`,
        involvedObject: { apiVersion: "v1", kind: "ConfigMap", namespace: "default", name: "near", uid },
        source: { component: "garbage-collector-controller" },
      },
    ]);
  });

  it("is reported once for a list of references, and counted when it comes back", async () => {
    const owners = [await world.make(configMaps(), "first"), await world.make(configMaps(), "second")];
    const ownerReferences = owners.map((owner) => ownedBy(owner));
    const node = "/api/v1/nodes/astray";
    await world.make("/api/v1/nodes", "astray", { owners: ownerReferences });
    const events = "/api/v1/namespaces/default/events?fieldSelector=involvedObject.name%3Dastray";
    const counted = (count: number) =>
      world.becomes(events, ({ items }) => items.some((event) => event["count"] === count));
    await counted(1);
    await world.patch(node, { metadata: { ownerReferences: null } });
    await world.patch(node, { metadata: { ownerReferences } });
    expect((await counted(2)).items).toMatchObject([
      { reason: "OwnerRefInvalidNamespace", message: expect.stringContaining("name: first, "), count: 2 },
    ]);
  });

  it("does not affect the owner's valid dependents", async () => {
    const owner = await world.make(configMaps("other"), "shared");
    await world.make(configMaps("other"), "true", { owners: [ownedBy(owner)] });
    await world.make(configMaps(), "false", { owners: [ownedBy(owner)] });
    await world.gone(path("false"));
    await world.fence();
    expect((await world.get(path("true", "other"))).status).toBe(200);
  });

  it("to a cluster-scoped owner is valid", async () => {
    const owner = await world.make("/api/v1/nodes", "machine");
    await world.make(configMaps("other"), "of-node", { owners: [ownedBy(owner)] });
    await world.make("/apis/storage.k8s.io/v1/csinodes", "machine", {
      owners: [ownedBy(owner)],
      spec: { drivers: [] },
    });
    await world.fence();
    expect((await world.get(path("of-node", "other"))).status).toBe(200);
    await world.remove("/api/v1/nodes/machine");
    await world.gone(path("of-node", "other"), "/apis/storage.k8s.io/v1/csinodes/machine");
  });

  it("from a cluster-scoped object to a namespaced owner is invalid but does not cause deletion", async () => {
    const owner = await world.make(configMaps(), "inside");
    await world.make("/api/v1/nodes", "outside", { owners: [ownedBy(owner)] });
    await world.remove(path("inside"));
    await world.fence();
    expect((await world.get("/api/v1/nodes/outside")).status).toBe(200);
  });
});

describe("Dependents with different coordinates for the same owner", () => {
  it("are each checked by their own reference", async () => {
    const owner = await world.make(configMaps(), "right");
    const wrong = [ownedBy(owner, { name: "wrong" }), ownedBy(owner, { kind: "Secret" })];
    await world.make(configMaps(), "good", { owners: [ownedBy(owner)] });
    for (const [index, reference] of wrong.entries()) {
      await world.make(configMaps(), `bad-${index}`, { owners: [reference] });
    }
    await world.gone(path("bad-0"), path("bad-1"));
    await world.fence();
    expect((await world.get(path("good"))).status).toBe(200);
    await world.remove(path("right"));
    await world.gone(path("good"));
  });
});
