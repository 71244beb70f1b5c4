import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Body } from "../../../testing/httpClient.ts";
import { configMaps, type GcServer, ownedBy, paths, startGcServer } from "./testing/gcServer.ts";

let world: GcServer;
beforeAll(async () => {
  world = await startGcServer();
});
afterAll(() => world.stop());

const configMap = (name: string, owners: Body[] = [], parts: Record<string, unknown> = {}): Promise<Body> =>
  world.make(configMaps(), name, { owners: owners.map((owner) => ownedBy(owner)), ...parts });
const path = (name: string): string => `${configMaps()}/${name}`;
const blocks = { blockOwnerDeletion: true };

describe("Background deletion", () => {
  it("deletes a deployment's replica sets and their pods", async () => {
    const template = {
      metadata: { labels: { a: "b" } },
      spec: { containers: [{ name: "c", image: "i" }] },
    };
    const selector = { matchLabels: { a: "b" } };
    const apps = "/apis/apps/v1/namespaces/default";
    await world.make("/api/v1/namespaces/default/serviceaccounts", "default");
    const deployment = await world.make(`${apps}/deployments`, "web", { spec: { selector, template } });
    const controlled = { controller: true, ...blocks };
    const set = await world.make(`${apps}/replicasets`, "web-1", {
      owners: [ownedBy(deployment, controlled)],
      spec: { selector, template },
    });
    await world.make("/api/v1/namespaces/default/pods", "web-1-a", {
      owners: [ownedBy(set, controlled)],
      spec: { ...template.spec, automountServiceAccountToken: false },
    });
    const answer = await world.remove(`${apps}/deployments/web`, { propagationPolicy: "Background" });
    expect(answer.body).toMatchObject({ kind: "Status", status: "Success" });
    await world.gone(`${apps}/replicasets/web-1`, "/api/v1/namespaces/default/pods/web-1-a");
  });

  it("is the default propagation policy", async () => {
    const owner = await configMap("plain");
    await configMap("plain-child", [owner]);
    await world.remove(path("plain"));
    await world.gone(path("plain-child"));
  });

  it("keeps a dependent with another owner and removes the reference to the deleted owner", async () => {
    const [a, b] = [await configMap("a"), await configMap("b")];
    await configMap("both", [a, b]);
    await world.remove(path("a"));
    const left = await world.becomes(path("both"), ({ metadata }) => metadata.ownerReferences?.length === 1);
    expect(left.metadata.ownerReferences).toMatchObject([{ name: "b" }]);
    await world.remove(path("b"));
    await world.gone(path("both"));
  });

  it("respects a dependent's finalizers and keeps a propagation policy requested earlier", async () => {
    const owner = await configMap("holder");
    const held = await configMap("held", [owner], { finalizers: ["example.com/held", "orphan"] });
    await configMap("below", [held]);
    await world.remove(path("holder"));
    await world.becomes(path("held"), ({ metadata }) => metadata.deletionTimestamp !== undefined);
    const free = await world.becomes(path("below"), ({ metadata }) => metadata.ownerReferences === undefined);
    expect(free.metadata.deletionTimestamp).toBeUndefined();
    await world.patch(path("held"), { metadata: { finalizers: null } });
    await world.gone(path("held"));
  });

  it("applies to deletecollection", async () => {
    const owner = await configMap("many", [], { data: {} });
    await configMap("many-child", [owner]);
    await world.remove(`${configMaps()}?fieldSelector=metadata.name%3Dmany&propagationPolicy=Background`);
    await world.gone(...paths("many", "many-child"));
  });
});

describe("Foreground deletion", () => {
  it("deletes the owner after the dependents that block it", async () => {
    const owner = await configMap("fore");
    await world.make(configMaps(), "fore-blocking", {
      owners: [ownedBy(owner, blocks)],
      finalizers: ["example.com/held"],
    });
    await world.make(configMaps(), "fore-free", { owners: [ownedBy(owner)], finalizers: ["example.com/held"] });
    const answer = await world.remove(path("fore"), { propagationPolicy: "Foreground" });
    expect(answer.body.metadata).toMatchObject({ finalizers: ["foregroundDeletion"] });
    for (const name of ["fore-blocking", "fore-free"]) {
      await world.becomes(path(name), ({ metadata }) => metadata.deletionTimestamp !== undefined);
    }
    await world.fence();
    expect((await world.get(path("fore"))).status).toBe(200);
    await world.patch(path("fore-blocking"), { metadata: { finalizers: null } });
    await world.gone(path("fore"), path("fore-blocking"));
    expect((await world.get(path("fore-free"))).status).toBe(200);
    await world.patch(path("fore-free"), { metadata: { finalizers: null } });
  });

  it("proceeds level by level", async () => {
    const top = await configMap("top");
    const middle = await world.make(configMaps(), "middle", { owners: [ownedBy(top, blocks)] });
    await world.make(configMaps(), "bottom", {
      owners: [ownedBy(middle, blocks)],
      finalizers: ["example.com/held"],
    });
    await world.remove(path("top"), { propagationPolicy: "Foreground" });
    await world.becomes(path("middle"), ({ metadata }) => metadata.finalizers?.[0] === "foregroundDeletion");
    await world.becomes(path("bottom"), ({ metadata }) => metadata.deletionTimestamp !== undefined);
    await world.patch(path("bottom"), { metadata: { finalizers: null } });
    await world.gone(...paths("bottom", "middle", "top"));
  });

  it("completes when a dependent no longer blocks or drops its owner reference", async () => {
    const owner = await configMap("patient");
    for (const name of ["p1", "p2"]) {
      await world.make(configMaps(), name, {
        owners: [ownedBy(owner, blocks)],
        finalizers: ["example.com/held"],
      });
    }
    await world.remove(path("patient"), { propagationPolicy: "Foreground" });
    await world.patch(path("p1"), { metadata: { ownerReferences: null } });
    await world.patch(path("p2"), { metadata: { ownerReferences: [ownedBy(owner)] } });
    await world.gone(path("patient"));
    for (const name of ["p1", "p2"]) await world.patch(path(name), { metadata: { finalizers: null } });
  });

  it("removes the reference from a dependent with another owner instead of deleting it", async () => {
    const [a, b] = [await configMap("fore-a"), await configMap("fore-b")];
    await world.make(configMaps(), "fore-both", { owners: [ownedBy(a, blocks), ownedBy(b, blocks)] });
    await world.remove(path("fore-a"), { propagationPolicy: "Foreground" });
    await world.gone(path("fore-a"));
    const left = await world.get(path("fore-both"));
    expect(left.body.metadata.ownerReferences).toMatchObject([{ name: "fore-b" }]);
  });

  it("terminates on an ownership cycle", async () => {
    const a = await configMap("circle-a");
    const b = await world.make(configMaps(), "circle-b", { owners: [ownedBy(a, blocks)] });
    const c = await world.make(configMaps(), "circle-c", { owners: [ownedBy(b, blocks)] });
    await world.patch(path("circle-a"), { metadata: { ownerReferences: [ownedBy(c, blocks)] } });
    await world.remove(path("circle-a"), { propagationPolicy: "Foreground" });
    await world.gone(...paths("circle-a", "circle-b", "circle-c"));
  });
});

describe("Orphan deletion", () => {
  it.each([
    ["propagationPolicy", { propagationPolicy: "Orphan" }],
    ["orphanDependents", { orphanDependents: true }],
  ])("by %s keeps the dependents and removes their owner references", async (_, options) => {
    const owner = await configMap("parent");
    await configMap("orphan", [owner]);
    const answer = await world.remove(path("parent"), options);
    expect(answer.body.metadata).toMatchObject({ finalizers: ["orphan"] });
    await world.gone(path("parent"));
    const { body } = await world.get(path("orphan"));
    expect([body.metadata.ownerReferences, body.metadata.deletionTimestamp]).toEqual([undefined, undefined]);
    await world.remove(path("orphan"));
  });

  it("can be requested for deletecollection", async () => {
    const owner = await configMap("collected");
    await configMap("spared", [owner]);
    const query = "fieldSelector=metadata.name%3Dcollected&propagationPolicy=Orphan";
    expect((await world.remove(`${configMaps()}?${query}`)).status).toBe(200);
    await world.gone(path("collected"));
    const { body } = await world.get(path("spared"));
    expect(body.metadata.ownerReferences).toBeUndefined();
  });
});
