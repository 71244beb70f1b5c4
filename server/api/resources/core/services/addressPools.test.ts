import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../../shared/object.ts";
import { openTestServices, type TestServices } from "../../../../testing/testServices.ts";
import type { ApiClient, ResourceReference } from "../../../client/apiClient.ts";
import { deleteObject } from "../../../registry/deletion/deletion.ts";
import { createObjectCodec } from "../../../registry/storedForm/objectCodec.ts";
import { createObject } from "../../../registry/write/createObject.ts";
import type { WriteRequest } from "../../../registry/write/write.ts";
import { allDefinitions } from "../../all.ts";
import { parentOf } from "../../networking/addresses/addressObjects.ts";
import { asService } from "../views.ts";
import { createObjectPools } from "./addressPools.ts";
import { createSharedAllocators, type RepairedRange } from "./allocators.ts";
import { addressesOf } from "./serviceHoldings.ts";
import { anyStep, named, serviceScene, takeStep } from "./testing/serviceScene.ts";

const RANGES = { serviceClusterIpRange: "10.0.0.0/27,fd00::/124", serviceNodePortRange: "30000-30015" };
const GROUP = "networking.k8s.io";

let services: TestServices;
let refusal: Error | undefined;
beforeEach(async () => {
  refusal = undefined;
  services = await openTestServices({ runtimeConfig: { [`${GROUP}/v1beta1`]: "true" } });
  await client.create(
    { group: GROUP, version: "v1beta1", resource: "servicecidrs" },
    { metadata: { name: "kubernetes" }, spec: { cidrs: RANGES.serviceClusterIpRange.split(",") } },
  );
});
afterEach(() => services.close());

function requestFor({ group, version, resource, name = "" }: ResourceReference): WriteRequest {
  const found = services.resource(group, version, resource);
  const { strategy } = found.definition;
  return { resource: found, subresource: "", context: services.write(""), name, options: {}, strategy };
}

/** The client functions that pools use. */
const client = {
  async create(ref: ResourceReference, object: ApiObject) {
    if (refusal !== undefined) throw refusal;
    return (await createObject(services, requestFor(ref), structuredClone(object))).object;
  },
  async get({ group, resource, name = "" }: ResourceReference) {
    const object = services.hub.get({ group, resource }, "", name);
    if (object === undefined) return expect.unreachable();
    return object;
  },
  async delete(ref: ResourceReference) {
    await deleteObject(services, requestFor(ref), { dryRun: false });
  },
} as unknown as ApiClient;

/** A server with its own caches on the shared store, which keeps addresses both as objects and as a bitmap. */
function server() {
  const { storage, schema, hub, vocabulary } = services;
  const codec = createObjectCodec({ schema, definitions: allDefinitions, format: "protobuf", trustsText: false });
  const shared = createSharedAllocators(RANGES, { storage, codec });
  const beside = shared.allocators;
  const pools = createObjectPools({ ...RANGES, reader: hub, vocabulary, client: () => client, beside });
  return { ...serviceScene(services, { ...beside, ...pools }), ranges: shared.ranges };
}

const listed = (group: string, resource: string): ApiObject[] => [...services.hub.list({ group, resource })];

/**
 * Addresses with their services according to stored services and to address objects, and addresses according to
 * bitmaps.
 */
async function holdings({ ranges }: ReturnType<typeof server>) {
  const byServices = listed("", "services").flatMap((object) =>
    addressesOf(asService(object).spec).map((ip) => `${ip} ${object.metadata.name}`),
  );
  const byObjects = listed(GROUP, "ipaddresses").map((each) => `${each.metadata.name} ${parentOf(each)?.name}`);
  const bits = async ({ range, space }: RepairedRange): Promise<string[]> =>
    [...(await range.refresh()).taken].map(space.itemAt);
  const { clusterIPs, secondaryClusterIPs } = ranges;
  const byMaps = [...(await bits(clusterIPs)), ...(secondaryClusterIPs ? await bits(secondaryClusterIPs) : [])];
  return [byServices.sort(), byObjects.sort(), byMaps.sort()] as const;
}

describe("Addresses kept as IPAddress objects", () => {
  it("exist exactly while stored services use them, whichever server writes", async () => {
    const [one, other] = [server(), server()];
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const step of steps) {
          await takeStep([one, other], step);
          const [byServices, byObjects, byMaps] = await holdings(one);
          expect(byObjects).toEqual(byServices);
          expect(byMaps).toEqual(byServices.map((each) => each.split(" ")[0]));
        }
      }),
      { numRuns: 8 },
    );
  });

  it("are released after a failed write and kept after a write with an unknown outcome", async () => {
    const one = server();
    one.fail("before");
    await expect(one.create(named("lost", { clusterIP: "10.0.0.9" }))).rejects.toThrow("disk failed");
    one.fail("after");
    await expect(one.create(named("found", { clusterIP: "10.0.0.10" }))).rejects.toThrow("got lost");
    await expect(server().create(named("second", { clusterIP: "10.0.0.10" }))).rejects.toThrow("already allocated");
  });

  it("report why they cannot be stored", async () => {
    const one = server();
    refusal = new Error("not wanted");
    await expect(one.create(named("a", { clusterIP: "10.0.0.9" }))).rejects.toMatchObject({
      code: 422,
      message: expect.stringContaining(
        'spec.clusterIPs: Invalid value: []string{"10.0.0.9"}: failed to allocate IP 10.0.0.9: not wanted',
      ),
    });
    await expect(one.create(named("a", {}))).rejects.toMatchObject({
      code: 500,
      message: "Internal error occurred: failed to allocate a serviceIP: not wanted",
    });
    expect((await holdings(one)).flat()).toEqual([]);
  });
});
