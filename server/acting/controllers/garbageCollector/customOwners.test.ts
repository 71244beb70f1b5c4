import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../testing/testServer.ts";
import { configMaps, type GcServer, ownedBy, paths, startGcServer } from "./testing/gcServer.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const version = (name: string, storage: boolean, served = true) => ({
  name,
  served,
  storage,
  schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
});

async function define(world: GcServer, plural: string, kind: string, scope = "Namespaced"): Promise<void> {
  await world.make(DEFINITIONS, `${plural}.example.com`, {
    spec: {
      group: "example.com",
      scope,
      names: { plural, kind },
      versions: [version("v1", true), version("v2", false)],
    },
  });
}
const custom = (plural: string, v = "v1"): string => `/apis/example.com/${v}/namespaces/default/${plural}`;
const typed = (kind: string, v = "v1") => ({ apiVersion: `example.com/${v}`, kind });

describe("Garbage collection of custom resources", () => {
  let world: GcServer;
  beforeAll(async () => {
    world = await startGcServer();
    await define(world, "widgets", "Widget");
    await define(world, "planets", "Planet", "Cluster");
  });
  afterAll(() => world.stop());

  it("deletes custom dependents of custom owners", async () => {
    const map = await world.make(configMaps(), "root");
    const widget = await world.make(custom("widgets"), "middle", { ...typed("Widget"), owners: [ownedBy(map)] });
    await world.make(configMaps(), "leaf", { owners: [ownedBy(widget)] });
    await world.fence();
    expect((await world.get(`${configMaps()}/leaf`)).status).toBe(200);
    await world.remove(`${configMaps()}/root`);
    await world.gone(`${custom("widgets")}/middle`, `${configMaps()}/leaf`);
  });

  it("supports custom owners and dependents in foreground deletion", async () => {
    const widget = await world.make(custom("widgets"), "fore", typed("Widget"));
    const owners = [ownedBy(widget, { blockOwnerDeletion: true })];
    await world.make(custom("widgets"), "fore-child", { ...typed("Widget"), owners, finalizers: ["example.com/held"] });
    await world.remove(`${custom("widgets")}/fore`, { propagationPolicy: "Foreground" });
    await world.becomes(`${custom("widgets")}/fore-child`, ({ metadata }) => metadata.deletionTimestamp !== undefined);
    expect((await world.get(`${custom("widgets")}/fore`)).status).toBe(200);
    await world.patch(`${custom("widgets")}/fore-child`, { metadata: { finalizers: null } });
    await world.gone(`${custom("widgets")}/fore-child`, `${custom("widgets")}/fore`);
  });

  it("orphans dependents on request", async () => {
    const widget = await world.make(custom("widgets"), "alone", typed("Widget"));
    await world.make(custom("widgets"), "alone-child", { ...typed("Widget"), owners: [ownedBy(widget)] });
    await world.remove(`${custom("widgets")}/alone`, { propagationPolicy: "Orphan" });
    await world.gone(`${custom("widgets")}/alone`);
    const { body } = await world.get(`${custom("widgets")}/alone-child`);
    expect(body.metadata.ownerReferences).toBeUndefined();
  });

  it("accepts owner references in any served version", async () => {
    const widget = await world.make(custom("widgets"), "versions", typed("Widget"));
    await world.make(configMaps(), "by-v2", { owners: [ownedBy(widget, { apiVersion: "example.com/v2" })] });
    await world.make(configMaps(), "by-v3", { owners: [ownedBy(widget, { apiVersion: "example.com/v3" })] });
    await world.fence();
    expect((await world.get(`${configMaps()}/by-v2`)).status).toBe(200);
    await world.remove(`${custom("widgets", "v2")}/versions`);
    await world.gone(`${configMaps()}/by-v2`);
    // For an owner of a version that is not served, it is unknown whether it exists.
    expect((await world.get(`${configMaps()}/by-v3`)).status).toBe(200);
  });

  it("lets cluster-scoped owners have dependents in every namespace", async () => {
    const planet = await world.make("/apis/example.com/v1/planets", "earth", typed("Planet"));
    const moon = await world.make("/apis/example.com/v1/planets", "moon", {
      ...typed("Planet"),
      owners: [ownedBy(planet)],
    });
    await world.make(configMaps(), "tide", { owners: [ownedBy(moon)] });
    await world.remove("/apis/example.com/v1/planets/earth");
    await world.gone("/apis/example.com/v1/planets/moon", `${configMaps()}/tide`);
  });

  it("deletes dependents when the owner's definition is deleted", async () => {
    await define(world, "gadgets", "Gadget");
    const gadget = await world.make(custom("gadgets"), "g", typed("Gadget"));
    await world.make(configMaps(), "of-gadget", { owners: [ownedBy(gadget)] });
    await world.remove(`${DEFINITIONS}/gadgets.example.com`);
    await world.gone(`${DEFINITIONS}/gadgets.example.com`, `${configMaps()}/of-gadget`);
    const reference = { ...typed("Gadget"), name: "g2", uid: "u-g2" };
    await world.make(configMaps(), "too-late", { owners: [reference] });
    await world.fence();
    expect((await world.get(`${configMaps()}/too-late`)).status).toBe(200);
    // Once the kind is served again, the API reports that the owner does not exist.
    await define(world, "gadgets", "Gadget");
    await world.gone(`${configMaps()}/too-late`);
  });

  it("continues after the served versions change", async () => {
    await define(world, "tools", "Tool");
    const tool = await world.make(custom("tools"), "hammer", typed("Tool"));
    await world.make(configMaps(), "nail", { owners: [ownedBy(tool, { apiVersion: "example.com/v2" })] });
    const versions = [version("v1", false, false), version("v2", true)];
    await world.patch(`${DEFINITIONS}/tools.example.com`, { spec: { versions } });
    await world.fence();
    expect((await world.get(`${configMaps()}/nail`)).status).toBe(200);
    await world.remove(`${custom("tools", "v2")}/hammer`);
    await world.gone(`${configMaps()}/nail`);
  });
});

describe("Restarted garbage collector", () => {
  it("finds dependents that lost their owner while it was down and continues unfinished deletions", async () => {
    const dataDir = await temporaryFolder();
    try {
      const before = await startGcServer({ dataDir, controllers: [] });
      await define(before, "widgets", "Widget");
      const widget = await before.make(custom("widgets"), "w", typed("Widget"));
      const [kept, fore, freed] = [
        await before.make(configMaps(), "kept"),
        await before.make(configMaps(), "fore"),
        await before.make(configMaps(), "freed"),
      ];
      await before.make(configMaps(), "of-widget", { owners: [ownedBy(widget)] });
      await before.make(configMaps(), "a-of-kept", { owners: [ownedBy(kept)] });
      await before.make(configMaps(), "of-fore", { owners: [ownedBy(fore, { blockOwnerDeletion: true })] });
      await before.make(configMaps(), "of-freed", { owners: [ownedBy(freed)] });
      await before.remove(`${custom("widgets")}/w`);
      await before.remove(`${configMaps()}/fore`, { propagationPolicy: "Foreground" });
      await before.remove(`${configMaps()}/freed`, { propagationPolicy: "Orphan" });
      await before.stop();

      const after = await startGcServer({ dataDir });
      await after.gone(...paths("of-widget", "fore", "of-fore", "freed"));
      await after.fence();
      for (const name of ["kept", "a-of-kept", "of-freed"]) {
        expect((await after.get(`${configMaps()}/${name}`)).status).toBe(200);
      }
      await after.stop();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
