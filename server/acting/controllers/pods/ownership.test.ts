import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import { memoryClient } from "../../testing/memoryClient.ts";
import { claim, controllerOf } from "./ownership.ts";

const PODS = { group: "", version: "v1", resource: "pods" };
const ownerRef = { group: "apps", version: "v1", resource: "replicasets", kind: "ReplicaSet" };

async function claiming(wanted: readonly string[]) {
  const client = memoryClient();
  const set = { apiVersion: "apps/v1", kind: "ReplicaSet", metadata: { name: "web", namespace: "n" } };
  const owner = { ...set, ...(await client.create({ ...ownerRef, namespace: "n" }, set)) };
  const { uid = "" } = owner.metadata;
  const reference = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web", uid, controller: true };
  const make = (name: string, owned: boolean): Promise<ApiObject> =>
    client.create(
      { ...PODS, namespace: "n" },
      { metadata: { name, namespace: "n", ...(owned ? { ownerReferences: [reference] } : {}) } },
    );
  const pods = [await make("kept", true), await make("released", true), await make("a", false), await make("b", false)];
  const wants = ({ metadata }: ApiObject): boolean => wanted.includes(metadata.name ?? "");
  return { client, uid, claim: () => claim({ client, owner, ownerRef, ref: PODS, wants }, pods) };
}

const namesOf = (objects: readonly ApiObject[]) => objects.map(({ metadata }) => metadata.name);

it("adopts wanted orphans and releases what the owner no longer wants", async () => {
  const { claim, client, uid } = await claiming(["kept", "a"]);
  expect(namesOf(await claim())).toEqual(["kept", "a"]);
  expect(controllerOf(await client.get({ ...PODS, namespace: "n", name: "a" }))?.uid).toBe(uid);
  expect(client.calls.filter(({ verb }) => verb === "patch").map(({ ref }) => ref.name)).toEqual(["released", "a"]);
});

it("tries all objects when one of them is refused", async () => {
  const { claim, client } = await claiming(["kept", "a", "b"]);
  client.failNext("patch", new ApiError(403, "Forbidden", "released is locked"));
  client.failNext("patch", new ApiError(403, "Forbidden", "a is locked"));
  await expect(claim()).rejects.toThrow("released is locked");
  expect(client.calls.filter(({ verb }) => verb === "patch").map(({ ref }) => ref.name)).toEqual([
    "released",
    "a",
    "b",
  ]);
});
