import { describe, expect, it } from "vitest";
import type { ObjectMeta } from "../../../../shared/object.ts";
import { ApiError, conflict } from "../../../../shared/status.ts";
import { failure } from "../../../testing/testServices.ts";
import { memoryClient } from "../../testing/memoryClient.ts";
import { changeMetadata, readLive, withoutBlocking, withoutFinalizer, withoutOwners } from "./metadataChanges.ts";
import { refTo } from "./testing/nodes.ts";

const ref = { group: "", version: "v1", resource: "configmaps", namespace: "n", name: "a" };
async function world(metadata: ObjectMeta = {}) {
  const client = memoryClient();
  const { metadata: made } = await client.create(ref, { metadata: { name: "a", ...metadata } });
  return { client, uid: made.uid ?? "" };
}

describe("readLive", () => {
  it("returns the object only if its uid matches", async () => {
    const { client, uid } = await world();
    expect((await readLive(client, ref, uid))?.metadata.name).toBe("a");
    expect(await readLive(client, ref, "another")).toBeUndefined();
    expect(await readLive(client, { ...ref, name: "b" }, uid)).toBeUndefined();
  });

  it("does not treat a 404 for an unserved path as a deleted object", async () => {
    const get = () =>
      Promise.reject(new ApiError(404, "NotFound", "the server could not find the requested resource", {}));
    expect((await failure(() => readLive({ get }, ref, "u"))).code).toBe(404);
  });
});

describe("changeMetadata", () => {
  const label = (): Record<string, unknown> => ({ labels: { a: "b" } });

  it("patches existing objects and ignores missing ones", async () => {
    const { client, uid } = await world({ annotations: { kept: "yes" } });
    await changeMetadata(client, ref, uid, label);
    expect((await client.get(ref)).metadata).toMatchObject({ labels: { a: "b" }, annotations: { kept: "yes" }, uid });
    await changeMetadata(client, ref, "another", label);
    await changeMetadata(client, { ...ref, name: "b" }, uid, label);
    await changeMetadata(client, ref, uid, () => undefined);
    expect(client.calls.filter(({ verb }) => verb === "patch")).toHaveLength(1);
  });

  it("retries from the latest state after a conflict", async () => {
    const { client, uid } = await world();
    const stale = await client.get(ref);
    await client.patch(ref, { metadata: { finalizers: ["x"] } });
    const seen: unknown[] = [];
    const change = ({ finalizers }: ObjectMeta) => {
      seen.push(finalizers);
      return label();
    };
    await changeMetadata(client, ref, uid, change, stale);
    expect(seen).toEqual([undefined, ["x"]]);
    expect((await client.get(ref)).metadata).toMatchObject({ labels: { a: "b" }, finalizers: ["x"] });
  });

  it("gives up after repeated conflicts or when the patch is forbidden", async () => {
    const { client, uid } = await world();
    client.failNext("patch", conflict(ref, "a", "no"), 5);
    expect((await failure(() => changeMetadata(client, ref, uid, label))).code).toBe(409);
    client.failNext("patch", new ApiError(403, "Forbidden", "no"));
    expect((await failure(() => changeMetadata(client, ref, uid, label))).code).toBe(403);
    client.failNext("patch", new ApiError(404, "NotFound", "gone"));
    await changeMetadata(client, ref, uid, label);
  });
});

describe("Metadata changes", () => {
  it("remove owner references", () => {
    const change = withoutOwners(new Set(["u-a", "u-b"]));
    expect(change({ ownerReferences: [refTo("a"), refTo("c")] })).toEqual({ ownerReferences: [refTo("c")] });
    expect(change({ ownerReferences: [refTo("a"), refTo("b")] })).toEqual({ ownerReferences: null });
    expect([change({ ownerReferences: [refTo("c")] }), change({})]).toEqual([undefined, undefined]);
  });

  it("clear blockOwnerDeletion", () => {
    const blocking = refTo("a", { blockOwnerDeletion: true, controller: true });
    expect(withoutBlocking({ ownerReferences: [blocking, refTo("b")] })).toEqual({
      ownerReferences: [{ ...blocking, blockOwnerDeletion: false }, refTo("b")],
    });
    expect([withoutBlocking({ ownerReferences: [refTo("b")] }), withoutBlocking({})]).toEqual([undefined, undefined]);
  });

  it("remove finalizers", () => {
    const change = withoutFinalizer("orphan");
    expect(change({ finalizers: ["x", "orphan"] })).toEqual({ finalizers: ["x"] });
    expect(change({ finalizers: ["orphan"] })).toEqual({ finalizers: null });
    expect([change({ finalizers: ["x"] }), change({})]).toEqual([undefined, undefined]);
  });
});
