import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { atOnce } from "../../../../../shared/steps.ts";
import type { ObjectReader } from "../../../../store/cache/reader.ts";
import { openTestServices, type TestServices } from "../../../../testing/testServices.ts";
import { type Allocators, addressPools } from "../../../registry/allocation/allocator.ts";
import { deleteUnreadable } from "../../../registry/deletion/unsafeDeletion.ts";
import { createAllocators } from "./allocators.ts";
import { anyStep, named, serviceScene, takeStep } from "./testing/serviceScene.ts";

const RANGES = { serviceClusterIpRange: "10.0.0.0/27,fd00::/124", serviceNodePortRange: "30000-30015" };
const ADDRESSES = Array.from({ length: 30 }, (_, i) => `10.0.0.${i + 1}`);
const SIX = Array.from({ length: 15 }, (_, i) => `fd00::${(i + 1).toString(16)}`);
const PORTS = Array.from({ length: 16 }, (_, i) => String(30000 + i));

/** The allocated items of a pool: those of `all` that cannot be taken. Leaves the pool unchanged. */
const taken = (pool: Allocators["nodePorts"], all: readonly string[]): string[] =>
  all.filter((item) => {
    if (!pool.allocate(item)) return true;
    pool.release(item);
    return false;
  });

/** The allocations of the stored services, computed from scratch. */
function stored({ hub }: TestServices): Promise<Allocators> {
  return createAllocators(RANGES, {
    eachInSteps: (...parameters) => hub.eachInSteps(...parameters),
    follow: () => () => undefined,
  });
}

async function expectAgreement(services: TestServices, pools: Allocators): Promise<void> {
  const fresh = await stored(services);
  const [four, six] = addressPools(fresh);
  expect(taken(pools.clusterIPs, ADDRESSES)).toEqual(four && taken(four, ADDRESSES));
  expect(pools.secondaryClusterIPs && taken(pools.secondaryClusterIPs, SIX)).toEqual(six && taken(six, SIX));
  expect(taken(pools.nodePorts, PORTS)).toEqual(taken(fresh.nodePorts, PORTS));
}

async function setUp() {
  const services = await openTestServices();
  return serviceScene(services, await createAllocators(RANGES, services.hub));
}

describe("Service addresses and ports", () => {
  it("are allocated exactly while stored services use them, even if writes fail", async () => {
    const failure = fc.constantFrom(undefined, undefined, undefined, "before" as const, "after" as const);
    const world = await setUp();
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(anyStep, failure), { minLength: 1, maxLength: 12 }), async (steps) => {
          for (const [step, failure] of steps) {
            world.fail(failure);
            await takeStep([world], step);
            world.fail(undefined);
            await expectAgreement(world.services, world.allocators);
          }
        }),
        { numRuns: 40 },
      );
    } finally {
      await world.services.close();
    }
  });

  it("stay allocated to a stored service whose write was reported as failed", async () => {
    const world = await setUp();
    world.fail("after");
    await expect(world.create(named("lost", { clusterIP: "10.0.0.9" }))).rejects.toThrow("got lost");
    expect(taken(world.allocators.clusterIPs, ADDRESSES)).toContain("10.0.0.9");
    await expect(world.create(named("second", { clusterIP: "10.0.0.9" }))).rejects.toThrow("already allocated");
    await world.services.close();
  });

  it("are released when a service is removed without running the service strategy", async () => {
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

  it("of an unreadable service stay allocated until it is removed, and are restored when readable again", async () => {
    const world = await setUp();
    const { services, resource, allocators } = world;
    await world.create(named("spoilt", { clusterIP: "10.0.0.9" }));
    const key = resource.key("default", "spoilt");
    const kv = await services.storage.get(key);
    if (kv === undefined) throw new Error("not stored");
    const unreadable = { ...kv, attachment: undefined, unreadable: "no key" };
    atOnce(resource.cache.recheck(unreadable));
    expect(resource.cache.get(key)?.failure).toBeDefined();
    expect(taken(allocators.clusterIPs, ADDRESSES)).toEqual(["10.0.0.9"]);
    await deleteUnreadable(services, world.request("spoilt"));
    expect(taken(allocators.clusterIPs, ADDRESSES)).toEqual([]);
    // Simulates a restart without the decryption key: the items that the object names are unknown.
    resource.cache.load(unreadable);
    const fresh = await createAllocators(RANGES, services.hub);
    expect(taken(fresh.clusterIPs, ADDRESSES)).toEqual([]);
    atOnce(resource.cache.recheck(kv));
    expect(taken(fresh.clusterIPs, ADDRESSES)).toEqual(["10.0.0.9"]);
    await services.close();
  });

  it("shared by two stored services are released when both are removed", async () => {
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

  it("are counted once despite concurrent changes of services", async () => {
    const service = (name: string, ip: string): ApiObject => ({
      apiVersion: "v1",
      kind: "Service",
      metadata: { namespace: "default", name },
      spec: { clusterIPs: [ip] },
    });
    const [first, second, third] = [1, 2, 3].map((i) => service(`s${i}`, `10.0.0.${i}`)) as [
      ApiObject,
      ApiObject,
      ApiObject,
    ];
    // It shares the address of the first service, and is never counted.
    const twin = service("s2", "10.0.0.1");
    let change: Parameters<ObjectReader["follow"]>[1] = () => undefined;
    const reader: Pick<ObjectReader, "eachInSteps" | "follow"> = {
      *eachInSteps(_, _namespace, take) {
        take(first);
        yield Promise.resolve();
        for (const object of [twin, third]) take(object);
      },
      follow(_, onChange) {
        change = onChange;
        return () => undefined;
      },
    };
    const made = createAllocators(RANGES, reader);
    change({ type: "modified", object: second, previous: twin });
    change({ type: "deleted", object: third, previous: third });
    const { clusterIPs } = await made;
    expect(taken(clusterIPs, ADDRESSES)).toEqual(["10.0.0.1", "10.0.0.2"]);
    change({ type: "deleted", object: first, previous: first });
    change({ type: "deleted", object: second, previous: second });
    expect(taken(clusterIPs, ADDRESSES)).toEqual([]);
  });
});
