import { expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { createObjectCodec } from "../../../api/registry/storedForm/objectCodec.ts";
import { allDefinitions } from "../../../api/resources/all.ts";
import { createSharedAllocators } from "../../../api/resources/core/services/allocators.ts";
import { manualTimers } from "../../../ground/timing/testing/manualTimers.ts";
import { openTestServices } from "../../../testing/testServices.ts";
import { serviceRangeRepair } from "./serviceRanges.ts";

const OWNER = { namespace: "default", name: "owner" };
const ROUND = 3 * 60_000;

const service = (name: string, clusterIP: string, nodePort?: number): ApiObject => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { namespace: "default", name, uid: name },
  spec: {
    ...{ type: nodePort === undefined ? "ClusterIP" : "NodePort", clusterIP, clusterIPs: [clusterIP] },
    ports: [{ port: 80, ...(nodePort === undefined ? {} : { nodePort }) }],
  },
});

const setUp = (...services: ApiObject[]) => setUpRanges("10.0.0.0/28", services);

async function setUpRanges(serviceClusterIpRange: string, services: ApiObject[]) {
  const { storage, schema, close } = await openTestServices();
  const codec = createObjectCodec({ schema, definitions: allDefinitions, format: "protobuf", trustsText: false });
  const options = { serviceClusterIpRange, serviceNodePortRange: "30000-30007" };
  const timers = manualTimers();
  const [events, logged, errors]: [ApiObject[], string[], unknown[]] = [[], [], []];
  const readable = { complete: true };
  const { allocators, ranges } = createSharedAllocators(options, { storage, codec });
  const start = () =>
    serviceRangeRepair({
      ranges: createSharedAllocators(options, { storage, codec }).ranges,
      hub: { list: () => services, fresh: () => undefined, cache: () => readable },
      client: {
        async create(_ref, event) {
          events.push(event);
          return event;
        },
      },
      vocabulary: createVocabulary(),
      timers,
      now: () => 0,
      log: (message) => logged.push(message),
      onError: (error) => errors.push(error),
    });
  const taken = async () => [
    [...(await ranges.clusterIPs.range.refresh()).taken].map(ranges.clusterIPs.space.itemAt),
    [...(await ranges.nodePorts.range.refresh()).taken].map(ranges.nodePorts.space.itemAt),
  ];
  const secondary = () => {
    if (ranges.secondaryClusterIPs === undefined) throw new Error("there is one range only");
    return ranges.secondaryClusterIPs;
  };
  const anotherRound = async (): Promise<void> => {
    await expect.poll(() => timers.pending()).toEqual([ROUND]);
    timers.advance(ROUND);
    await expect.poll(() => timers.pending()).toEqual([ROUND]);
  };
  return {
    anotherRound,
    secondary,
    allocators,
    start,
    timers,
    taken,
    events,
    logged,
    errors,
    services,
    readable,
    close,
  };
}

it("keeps one allocation range per IP family and reports a duplicate address once", async () => {
  const dual = service("a", "10.0.0.1");
  Object.assign(dual["spec"] as object, { clusterIPs: ["10.0.0.1", "fd00::3"] });
  const others = [service("b", "fd00::3"), service("c", "fd01::1"), service("d", "nonsense")];
  const world = await setUpRanges("10.0.0.0/28,fd00::/124", [dual, ...others]);
  const second = world.secondary();
  const repair = world.start();
  await repair.first;
  expect(await world.taken()).toEqual([["10.0.0.1"], []]);
  expect([...(await second.range.refresh()).taken].map(second.space.itemAt)).toEqual(["fd00::3"]);
  expect(world.events.map((event) => event["note"]).sort()).toEqual([
    "Cluster IP [IPv4]:10.0.0.1 is not allocated; repairing",
    "Cluster IP [IPv6]:fd00::3 is not allocated; repairing",
    "Cluster IP [IPv6]:fd00::3 was assigned to multiple services; please recreate Service",
    "Cluster IP [IPv6]:fd01::1 is not within the service CIDR fd00::/124; please recreate Service",
    "Cluster IP nonsense is not a valid IP; please recreate Service",
  ]);
  await repair.stop();
  await world.close();
});

it("allocates what services use and reports invalid values", async () => {
  const world = await setUp(
    service("a", "10.0.0.1", 30_001),
    service("b", "10.0.0.1", 30_001),
    service("c", "10.9.0.1", 31_000),
    service("d", "fd00::1"),
    service("e", "None"),
  );
  const repair = world.start();
  await repair.first;
  expect(await world.taken()).toEqual([["10.0.0.1"], ["30001"]]);
  const said = world.events.map((event) => [
    (event["regarding"] as { name: string }).name,
    ...["action", "reason", "note"].map((field) => event[field]),
  ]);
  const ip = "ClusterIPAllocation";
  expect(said.sort()).toEqual([
    ["a", ip, "ClusterIPNotAllocated", "Cluster IP [IPv4]:10.0.0.1 is not allocated; repairing"],
    ["a", "PortAllocation", "PortNotAllocated", "Port 30001 is not allocated; repairing"],
    [
      ...["b", ip, "ClusterIPAlreadyAllocated"],
      "Cluster IP [IPv4]:10.0.0.1 was assigned to multiple services; please recreate Service",
    ],
    [
      ...["b", "PortAllocation", "PortAlreadyAllocated"],
      "Port 30001 was assigned to multiple services; please recreate service",
    ],
    [
      ...["c", ip, "ClusterIPOutOfRange"],
      "Cluster IP [IPv4]:10.9.0.1 is not within the service CIDR 10.0.0.0/28; please recreate Service",
    ],
    [
      ...["c", "PortAllocation", "PortOutOfRange"],
      "Port 31000 is not within the port range 30000-30007; please recreate service",
    ],
    [
      ...["d", ip, "ClusterIPNotValid"],
      "Cluster IP fd00::1(IPv6) is of ip family that is no longer configured on cluster; please recreate Service",
    ],
  ]);
  expect(world.logged).toHaveLength(7);
  await repair.stop();
  await world.close();
});

it("releases unused allocations after three rounds unless a service takes them meanwhile", async () => {
  const world = await setUp();
  const { shared } = world.allocators.clusterIPs;
  await shared?.confirm(["10.0.0.4", "10.0.0.5"], OWNER);
  const repair = world.start();
  await repair.first;
  await world.anotherRound();
  world.services.push(service("late", "10.0.0.5"));
  await world.anotherRound();
  expect(await world.taken()).toEqual([["10.0.0.4", "10.0.0.5"], []]);
  await world.anotherRound();
  expect(await world.taken()).toEqual([["10.0.0.5"], []]);
  expect(world.logged).toEqual([
    "the cluster IP 10.0.0.4 may have leaked: flagging for later clean up",
    "the cluster IP 10.0.0.5 may have leaked: flagging for later clean up",
    "the cluster IP 10.0.0.4 appears to have leaked: cleaning up",
  ]);
  expect([world.events, world.errors]).toEqual([[], []]);
  await repair.stop();
  expect(world.timers.pending()).toEqual([]);
  await world.close();
});

it("releases nothing while a service is unreadable, because it may own the allocation", async () => {
  const world = await setUp();
  world.readable.complete = false;
  await world.allocators.clusterIPs.shared?.confirm(["10.0.0.4"], OWNER);
  const repair = world.start();
  await repair.first;
  for (let round = 0; round < 5; round++) await world.anotherRound();
  expect(await world.taken()).toEqual([["10.0.0.4"], []]);
  world.readable.complete = true;
  for (let round = 0; round < 4; round++) await world.anotherRound();
  expect(await world.taken()).toEqual([[], []]);
  expect(world.logged).toHaveLength(2);
  await repair.stop();
  await world.close();
});

it("limits the reports of one round but repairs everything", async () => {
  const world = await setUp(
    ...Array.from({ length: 250 }, (_, i) => service(`s-${i}`, "10.9.0.1")),
    service("in", "10.0.0.4"),
  );
  const repair = world.start();
  await repair.first;
  expect(await world.taken()).toEqual([["10.0.0.4"], []]);
  expect(world.events).toHaveLength(100);
  expect(world.logged).toHaveLength(101);
  expect(world.logged.at(-1)).toBe("the cluster IP: 151 more messages of the kind");
  await repair.stop();
  await world.close();
});
