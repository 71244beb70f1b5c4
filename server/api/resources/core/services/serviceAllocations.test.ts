import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { CachedObject } from "../../../../store/cache/cachedObject.ts";
import { openTestServices, type TestServices } from "../../../../testing/testServices.ts";
import type { Allocators } from "../../../registry/allocation/allocator.ts";
import { deleteObject } from "../../../registry/deletion/deletion.ts";
import { deleteUnreadable } from "../../../registry/deletion/unsafeDeletion.ts";
import { createObject } from "../../../registry/write/createObject.ts";
import { updateDirectly } from "../../../registry/write/updateDirectly.ts";
import { updateObject } from "../../../registry/write/updateObject.ts";
import type { WriteRequest } from "../../../registry/write/write.ts";
import { service } from "../../testing/objects.ts";
import { createAllocators } from "./allocators.ts";

const RANGES = { serviceClusterIpRange: "10.0.0.0/27", serviceNodePortRange: "30000-30015" };
const ADDRESSES = Array.from({ length: 30 }, (_, i) => `10.0.0.${i + 1}`);
const PORTS = Array.from({ length: 16 }, (_, i) => String(30000 + i));

/** What a pool has given away: everything that cannot be taken now. Leaves the pool as it was. */
const taken = (pool: Allocators["clusterIPs"], all: readonly string[]): string[] =>
  all.filter((item) => {
    if (!pool.allocate(item)) return true;
    pool.release(item);
    return false;
  });

/** What stored services hold, read from scratch. */
function stored(services: TestServices): Allocators {
  return createAllocators(RANGES, { list: (resource) => services.hub.list(resource), follow: () => () => undefined });
}

function expectAgreement(services: TestServices, pools: Allocators): void {
  const fresh = stored(services);
  expect(taken(pools.clusterIPs, ADDRESSES)).toEqual(taken(fresh.clusterIPs, ADDRESSES));
  expect(taken(pools.nodePorts, PORTS)).toEqual(taken(fresh.nodePorts, PORTS));
}

/** Services with pools of their own, and a store whose commits may be made to fail. */
async function setUp() {
  const services = await openTestServices();
  const allocators = createAllocators(RANGES, services.hub);
  const resource = services.resource("", "v1", "services");
  let failing: "before" | "after" | undefined;
  const store: TestServices["store"] = {
    ...services.store,
    commit: async (operations) => {
      const mode = failing;
      failing = undefined;
      if (mode === "before") throw new Error("disk failed");
      const result = await services.store.commit(operations);
      if (mode === "after") throw new Error("the answer got lost");
      return result;
    },
  };
  const deps = { ...services, store };
  const request = (name: string, dryRun = false): WriteRequest => ({
    resource,
    subresource: "",
    context: { ...services.write("default", dryRun), allocators },
    name,
    options: {},
    strategy: resource.definition.strategy,
  });
  return {
    services,
    allocators,
    resource,
    request,
    fail: (mode: "before" | "after" | undefined) => {
      failing = mode;
    },
    create: (object: ApiObject, dryRun?: boolean) =>
      createObject(deps, request(object.metadata.name ?? "", dryRun), object),
    update: (name: string, change: (object: ApiObject) => void, dryRun?: boolean) =>
      updateObject(deps, request(name, dryRun), {
        versioned: false,
        createIfMissing: false,
        transform: (existing) => {
          const next = structuredClone(existing?.object ?? service());
          next.metadata.resourceVersion = "";
          change(next);
          return next;
        },
      }),
    remove: (name: string, dryRun = false) => deleteObject(deps, request(name, dryRun), { dryRun }),
    directly: (name: string, change: (object: ApiObject) => ApiObject) =>
      updateDirectly(deps, { resource, namespace: "default", name, dryRun: false }, change),
  };
}

const named = (name: string, spec: Record<string, unknown>, finalizers?: string[]): ApiObject => {
  const object = service(spec);
  object.metadata = { name, namespace: "default", ...(finalizers === undefined ? {} : { finalizers }) };
  return object;
};

const SPECS: readonly Record<string, unknown>[] = [
  {},
  { clusterIP: "10.0.0.5" },
  { clusterIP: "None", selector: { a: "b" } },
  { type: "ExternalName", externalName: "a.b" },
  { type: "NodePort", ports: [{ port: 80 }] },
  {
    type: "NodePort",
    ports: [
      { name: "a", port: 80, nodePort: 30003 },
      { name: "b", port: 81 },
    ],
  },
  { type: "LoadBalancer", externalTrafficPolicy: "Local", ports: [{ port: 80 }] },
];

describe("addresses and ports of services", () => {
  it("are taken for exactly as long as stored services name them, whatever happens to writes", async () => {
    const name = fc.constantFrom("s0", "s1", "s2", "s3");
    const step = fc.record({
      act: fc.constantFrom("create", "create", "update", "update", "remove", "finalizers"),
      name,
      other: name,
      spec: fc.constantFrom(...SPECS),
      dryRun: fc.boolean(),
      held: fc.boolean(),
      failure: fc.constantFrom(undefined, undefined, undefined, "before" as const, "after" as const),
    });
    const world = await setUp();
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
          for (const { act, name, other, spec, dryRun, held, failure } of steps) {
            world.fail(failure);
            // Two at once: creations of one name race, and so do updates.
            const run = (target: string): Promise<unknown> => {
              if (act === "create") return world.create(named(target, spec, held ? ["x.y/z"] : undefined), dryRun);
              if (act === "remove") return world.remove(target, dryRun);
              if (act === "update")
                return world.update(target, (o) => void Object.assign(o, { spec: service(spec)["spec"] }), dryRun);
              return world.update(target, (o) => void delete o.metadata.finalizers, dryRun);
            };
            await Promise.allSettled([run(name), run(other), run(name)]);
            world.fail(undefined);
            expectAgreement(world.services, world.allocators);
          }
        }),
        { numRuns: 40 },
      );
    } finally {
      await world.services.close();
    }
  });

  it("stay with a service that was stored although its writer was told of a failure", async () => {
    const world = await setUp();
    world.fail("after");
    await expect(world.create(named("lost", { clusterIP: "10.0.0.9" }))).rejects.toThrow("got lost");
    expect(taken(world.allocators.clusterIPs, ADDRESSES)).toContain("10.0.0.9");
    await expect(world.create(named("second", { clusterIP: "10.0.0.9" }))).rejects.toThrow("already allocated");
    await world.services.close();
  });

  it("are free again when a service goes without any of the rules for services", async () => {
    const world = await setUp();
    await world.create(
      named("raw", { type: "NodePort", clusterIP: "10.0.0.9", ports: [{ port: 80, nodePort: 30001 }] }),
    );
    expect([taken(world.allocators.clusterIPs, ADDRESSES), taken(world.allocators.nodePorts, PORTS)]).toEqual([
      ["10.0.0.9"],
      ["30001"],
    ]);
    await world.services.store.commit([{ type: "delete", key: world.resource.key("default", "raw") }]);
    expect([taken(world.allocators.clusterIPs, ADDRESSES), taken(world.allocators.nodePorts, PORTS)]).toEqual([[], []]);
    await world.services.close();
  });

  it("of a service that became unreadable stay taken until it goes, and come back when it can be read", async () => {
    const world = await setUp();
    const { services, resource, allocators } = world;
    await world.create(named("spoilt", { clusterIP: "10.0.0.9" }));
    const key = resource.key("default", "spoilt");
    const kv = await services.storage.get(key);
    if (kv === undefined) throw new Error("not stored");
    const unreadable = new CachedObject({ ...kv, attachment: undefined, unreadable: "no key" });
    resource.cache.recheck(unreadable);
    expect(resource.cache.get(key)?.failure).toBeDefined();
    expect(taken(allocators.clusterIPs, ADDRESSES)).toEqual(["10.0.0.9"]);
    await deleteUnreadable(services, world.request("spoilt"));
    expect(taken(allocators.clusterIPs, ADDRESSES)).toEqual([]);
    // As after a start without the key: what it names was never known.
    resource.cache.load(unreadable);
    const fresh = createAllocators(RANGES, services.hub);
    expect(taken(fresh.clusterIPs, ADDRESSES)).toEqual([]);
    resource.cache.recheck(new CachedObject(kv));
    expect(taken(fresh.clusterIPs, ADDRESSES)).toEqual(["10.0.0.9"]);
    await services.close();
  });

  it("that two stored services share are free when both are gone", async () => {
    const world = await setUp();
    await world.create(named("a", { clusterIP: "10.0.0.9" }));
    await world.create(named("b", {}));
    await world.directly("b", (object) => ({
      ...object,
      spec: { ...(object["spec"] as object), clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.9"] },
    }));
    await world.remove("a");
    expect(taken(world.allocators.clusterIPs, ADDRESSES)).toEqual(["10.0.0.9"]);
    await world.remove("b");
    expect(taken(world.allocators.clusterIPs, ADDRESSES)).toEqual([]);
    await world.services.close();
  });
});
