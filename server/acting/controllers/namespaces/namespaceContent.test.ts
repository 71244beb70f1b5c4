import { beforeEach, describe, expect, it } from "vitest";
import { ApiError, notFound } from "../../../../shared/status.ts";
import { type MemoryClient, memoryClient, served } from "../../testing/memoryClient.ts";
import { emptyNamespace } from "./namespaceContent.ts";

let client: MemoryClient;
const ref = (resource: string, namespace?: string) => ({ group: "", version: "v1", resource, namespace });
beforeEach(() => {
  client = memoryClient([
    served("", "configmaps", "ConfigMap"),
    { ...served("", "secrets", "Secret"), verbs: ["list", "delete"] },
    { ...served("", "events", "Event"), verbs: ["list", "create"] },
    { ...served("", "pods", "Pod"), preferred: false },
    served("", "nodes", "Node", false),
  ]);
});

describe("emptyNamespace", () => {
  it("does nothing in an empty namespace", async () => {
    expect(await emptyNamespace([client], "n")).toEqual({ remaining: [], failures: [] });
    expect(client.calls).toEqual([]);
  });

  it("deletes objects one by one if deletecollection is unsupported, and skips undeletable resources", async () => {
    for (const resource of ["configmaps", "secrets", "events", "pods"]) {
      for (const name of ["a", "b"]) await client.create(ref(resource, "n"), { metadata: { name } });
    }
    await client.create(ref("nodes"), { metadata: { name: "node1" } });
    const before = client.calls.length;
    expect(await emptyNamespace([client], "n")).toEqual({ remaining: [], failures: [] });
    const calls = client.calls.slice(before).map(({ verb, ref: { resource } }) => `${verb} ${resource}`);
    expect(calls.sort()).toEqual(["delete secrets", "delete secrets", "deletecollection configmaps"]);
  });

  it("counts objects that finalizers block", async () => {
    for (const [name, finalizers] of [
      ["a", ["x/y"]],
      ["b", ["x/y", "x/z"]],
      ["c", []],
    ] as const) {
      await client.create(ref("secrets", "n"), { metadata: { name, finalizers: [...finalizers] } });
    }
    const { remaining, failures } = await emptyNamespace([client], "n");
    expect(failures).toEqual([]);
    expect(remaining).toEqual([
      {
        resource: "secrets",
        group: "",
        count: 2,
        finalizers: new Map([
          ["x/y", 2],
          ["x/z", 1],
        ]),
      },
    ]);
  });

  it("grants pods their termination grace period", async () => {
    const pods = memoryClient([served("", "pods", "Pod")]);
    const create = (spec: object, status: object = {}) =>
      pods.create(ref("pods", "n"), { metadata: { name: "p" }, spec, status });
    await create({ terminationGracePeriodSeconds: 30 });
    // Deleted objects stay for a while.
    const kept = { ...pods, deleteCollection: async () => undefined };
    const left = ["unexpected items still remain in namespace: n for gvr: /v1, Resource=pods"];
    expect((await emptyNamespace([kept], "n", { elapsed: 29_999 })).failures).toEqual([]);
    expect((await emptyNamespace([kept], "n", { elapsed: 30_000 })).failures).toEqual(left);
    await pods.update({ ...ref("pods", "n"), name: "p" }, { metadata: { name: "p" }, status: { phase: "Failed" } });
    expect((await emptyNamespace([kept], "n")).failures).toEqual(left);
  });

  it("continues when one resource fails and ignores objects deleted meanwhile", async () => {
    await client.create(ref("configmaps", "n"), { metadata: { name: "a" } });
    await client.create(ref("secrets", "n"), { metadata: { name: "b" } });
    client.failNext("deletecollection", new ApiError(500, "InternalError", "disk full"));
    client.failNext("delete", notFound(ref("secrets"), "b"));
    const { remaining, failures } = await emptyNamespace([client], "n");
    const left = "unexpected items still remain in namespace: n for gvr: /v1, Resource=secrets";
    expect(failures).toEqual(["disk full", left]);
    expect(remaining.map(({ resource }) => resource)).toEqual(["secrets"]);
  });
});
