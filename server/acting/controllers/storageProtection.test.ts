import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type Cluster, startCluster } from "./testing/cluster.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["persistentvolumeclaim-protection-controller"]);
});
afterAll(() => cluster.stop());

const claim = (name: string): ApiObject => ({
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
});
/** A pod on a node that does not report anything about it. */
const pod = (name: string, volume: object, nodeName?: string): ApiObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name },
  spec: {
    ...(nodeName === undefined ? {} : { nodeName }),
    containers: [{ name: "c", image: "pause" }],
    volumes: [{ name: "v", ...volume }],
  },
});
const of = (claimName: string) => ({ persistentVolumeClaim: { claimName } });
const path = (name: string): string => `v1/persistentvolumeclaims/${name}`;
const isGone = async (name: string): Promise<boolean> => (await cluster.get(path(name))) === undefined;
const polling = { timeout: 15_000, interval: 20 };

describe("PersistentVolumeClaim protection", () => {
  it("allows deletion of a claim once no scheduled pod uses it", async () => {
    for (const name of ["used", "waited-for", "free"]) await cluster.make(claim(name));
    await cluster.make(pod("user", of("used"), "n1"));
    await cluster.make(pod("waiting", of("waited-for")));
    for (const name of ["used", "waited-for", "free"]) await cluster.remove(path(name));
    await expect.poll(() => isGone("free"), polling).toBe(true);
    // A pod without a node has not used any data yet.
    await expect.poll(() => isGone("waited-for"), polling).toBe(true);
    expect(await isGone("used")).toBe(false);
    await cluster.remove("v1/pods/user", { gracePeriodSeconds: 0 });
    await expect.poll(() => isGone("used"), polling).toBe(true);
  });

  it("keeps a claim until terminated pods are deleted, including claims of ephemeral volumes", async () => {
    await cluster.make(claim("ended"));
    await cluster.make(pod("done", of("ended"), "n1"));
    await cluster.patch("v1/pods/done/status", { status: { phase: "Succeeded" } });
    await cluster.remove(path("ended"));
    const volumeClaimTemplate = {
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    };
    const made = await cluster.make(pod("ending", { ephemeral: { volumeClaimTemplate } }, "n1"));
    const owner = { apiVersion: "v1", kind: "Pod", name: "ending", uid: made.metadata.uid ?? "", controller: true };
    const own = claim("ending-v");
    await cluster.make({ ...own, metadata: { ...own.metadata, ownerReferences: [owner] } });
    await cluster.remove(path("ending-v"));
    await cluster.make(claim("later"));
    await cluster.remove(path("later"));
    await expect.poll(() => isGone("later"), polling).toBe(true);
    expect(await isGone("ended")).toBe(false);
    expect(await isGone("ending-v")).toBe(false);
    // A finalizer keeps the pod although its node has finished with it.
    await cluster.patch("v1/pods/ending", { metadata: { finalizers: ["example.com/keep"] } });
    await cluster.remove("v1/pods/ending", { gracePeriodSeconds: 0 });
    await expect.poll(() => isGone("ending-v"), polling).toBe(true);
    await cluster.patch("v1/pods/ending", { metadata: { finalizers: null } });
    await cluster.remove("v1/pods/done", { gracePeriodSeconds: 0 });
    await expect.poll(() => isGone("ended"), polling).toBe(true);
  });

  it("restores its finalizer on claims that lost it", async () => {
    await cluster.make(claim("bare"));
    await cluster.patch(path("bare"), { metadata: { finalizers: null } });
    await cluster.becomes(
      path("bare"),
      ({ metadata }) => metadata.finalizers?.join() === "kubernetes.io/pvc-protection",
    );
  });
});
