import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import type { Storage } from "../../../../store/storage/storage.ts";
import { openTestServices, type TestServices } from "../../../../testing/testServices.ts";
import { createObjectCodec } from "../../../registry/storedForm/objectCodec.ts";
import { allDefinitions } from "../../all.ts";
import { asService } from "../views.ts";
import { createSharedAllocators, type RepairedRange, type RepairedRanges } from "./allocators.ts";
import { addressesOf, nodePortsOf } from "./serviceHoldings.ts";
import { anyStep, named, serviceScene, takeStep } from "./testing/serviceScene.ts";

const RANGES = { serviceClusterIpRange: "10.0.0.0/27,fd00::/124", serviceNodePortRange: "30000-30015" };

let services: TestServices;
beforeEach(async () => {
  services = await openTestServices();
});
afterEach(() => services.close());

/** A server with its own caches, on the shared store. */
function server(storage: Pick<Storage, "get" | "commit"> = services.storage) {
  const codec = createObjectCodec({
    schema: services.schema,
    definitions: allDefinitions,
    format: "protobuf",
    trustsText: false,
  });
  const { allocators, ranges } = createSharedAllocators(RANGES, { storage, codec });
  return { ...serviceScene(services, allocators), ranges };
}

/** The allocations in the store. */
async function taken(ranges: RepairedRanges): Promise<string[]> {
  const items = async ({ range, space }: RepairedRange) => [...(await range.refresh()).taken].map(space.itemAt);
  return (await Promise.all(Object.values({ ...ranges }).map(items))).flat().sort();
}

/** The items that stored services hold, without duplicates. */
function held(): string[] {
  const holdings = (object: ApiObject): string[] => {
    const { spec } = asService(object);
    return [...addressesOf(spec), ...new Set(nodePortsOf(spec))];
  };
  return [...services.hub.list({ group: "", resource: "services" })].flatMap(holdings).sort();
}

describe("Addresses and ports shared by several servers", () => {
  it("are allocated in the store exactly while stored services use them", async () => {
    const servers = [server(), server()];
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const step of steps) {
          await takeStep(servers, step);
          expect(await taken(server().ranges)).toEqual(held());
        }
      }),
      { numRuns: 30 },
    );
  });

  it("are not allocated if another server has taken the secondary address", async () => {
    const [one, other] = [server(), server()];
    const policy = { ipFamilyPolicy: "RequireDualStack" };
    await one.create(named("first", { clusterIP: "fd00::9" }));
    const both = { ...policy, clusterIP: "10.0.0.9", clusterIPs: ["10.0.0.9", "fd00::9"] };
    await expect(other.create(named("second", both))).rejects.toThrow("failed to allocate IP fd00::9");
    expect(await taken(other.ranges)).toEqual(["fd00::9"]);
    await other.create(named("third", { ...both, clusterIPs: ["10.0.0.9", "fd00::a"] }));
    await one.update(
      "third",
      (object) => void Object.assign(object["spec"] as object, { ipFamilyPolicy: "SingleStack" }),
    );
    expect(await taken(other.ranges)).toEqual(["10.0.0.9", "fd00::9"]);
  });

  it("stay allocated after a write with an unknown outcome", async () => {
    const [one, other] = [server(), server()];
    one.fail("after");
    await expect(one.create(named("lost", { clusterIP: "10.0.0.9" }))).rejects.toThrow("got lost");
    await expect(other.create(named("second", { clusterIP: "10.0.0.9" }))).rejects.toThrow("already allocated");
    expect(await taken(other.ranges)).toEqual(held());
  });

  it("are not allocated if the ports cannot be stored", async () => {
    let isBroken = true;
    const { storage } = services;
    const one = server({
      get: (...of) => storage.get(...of),
      async commit(operations) {
        if (isBroken && operations.some(({ key }) => key.endsWith("nodeports"))) throw new Error("disk failed");
        return storage.commit(operations);
      },
    });
    const ports = [{ port: 80, nodePort: 30_001 }];
    const web = named("web", { type: "NodePort", clusterIP: "10.0.0.9", ports });
    await expect(one.create(structuredClone(web))).rejects.toThrow("disk failed");
    expect(await taken(one.ranges)).toEqual([]);
    isBroken = false;
    await one.create(structuredClone(web));
    expect(await taken(one.ranges)).toEqual(["10.0.0.9", "30001"]);
  });
});
