import { afterEach, beforeEach, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { alreadyExists } from "../../../../shared/status.ts";
import { timestamp } from "../../../../shared/time.ts";
import { type MemoryReader, memoryReader } from "../../../access/authorization/testing/memoryReader.ts";
import { addressObject } from "../../../api/resources/networking/addresses/addressObjects.ts";
import { Informers } from "../../informers/informers.ts";
import { until } from "../../testing/until.ts";
import type { RunningController } from "../controller.ts";
import { type TestParts, testParts } from "../testing/parts.ts";
import { addressRepair } from "./repairAddresses.ts";

const ADDRESSES = { group: "networking.k8s.io", resource: "ipaddresses" };
const RANGES = { group: "networking.k8s.io", resource: "servicecidrs" };
const SERVICES = { group: "", resource: "services" };
const START = Date.parse("2026-01-02T03:04:05Z");

let parts: TestParts;
let reader: MemoryReader;
let running: RunningController | undefined;
let told: string[][];
beforeEach(() => {
  parts = testParts(START);
  reader = memoryReader();
  told = [];
  reader.put(RANGES, { metadata: { name: "kubernetes" }, spec: { cidrs: ["10.0.0.0/24", "fd00::/120"] } });
});
afterEach(() => running?.stop());

const service = (name: string, ...clusterIPs: string[]): void =>
  reader.put(SERVICES, { metadata: { namespace: "default", name }, spec: { type: "ClusterIP", clusterIPs } });

/** An IPAddress object, of a service unless it is changed. @param age in milliseconds */
function address(name: string, of: string, change: (object: ApiObject) => void = () => undefined, age = 120_000): void {
  const object = structuredClone(addressObject(parts.vocabulary, name, { namespace: "default", name: of }));
  object.metadata.creationTimestamp = timestamp(parts.now() - age);
  change(object);
  reader.put(ADDRESSES, object);
}

async function start(): Promise<RunningController> {
  running = addressRepair({
    ...parts,
    informers: new Informers(reader),
    client: {
      ...parts.client,
      async create(ref, object) {
        const { name = "" } = object.metadata;
        if (reader.get(ADDRESSES, "", name) !== undefined) throw alreadyExists(ref, name);
        const made = structuredClone(object);
        made.metadata.creationTimestamp = timestamp(parts.now());
        reader.put(ADDRESSES, made);
        return made;
      },
      async delete({ name = "" }) {
        reader.remove(ADDRESSES, "", name);
      },
    },
    recorder: {
      record: (object, { reason, action, message }) =>
        void told.push([object.metadata.name ?? "", reason, action, message]),
    },
    log: () => undefined,
  });
  await running.settled();
  return running;
}

/** The owners of the addresses. */
const held = (): string[] =>
  [...reader.list(ADDRESSES)]
    .map(({ metadata, ...object }) => {
      const { parentRef } = object["spec"] as { parentRef: { resource: string; name: string } };
      return `${metadata.name} ${parentRef.resource}/${parentRef.name}`;
    })
    .sort();
const ALLOCATION = "ClusterIPAllocation";

it("recreates the missing IPAddress of every service", async () => {
  service("a", "10.0.0.1", "fd00::1");
  service("b", "010.0.0.2");
  service("none", "None");
  reader.put(SERVICES, { metadata: { namespace: "default", name: "c" }, spec: { type: "ExternalName" } });
  await start();
  expect(held()).toEqual(["10.0.0.1 services/a", "10.0.0.2 services/b", "fd00::1 services/a"]);
  expect(told.sort()).toEqual([
    ["a", "ClusterIPNotAllocated", ALLOCATION, "Cluster IP [IPv4]: 10.0.0.1 is not allocated; repairing"],
    ["a", "ClusterIPNotAllocated", ALLOCATION, "Cluster IP [IPv6]: fd00::1 is not allocated; repairing"],
    ["b", "ClusterIPNotAllocated", ALLOCATION, "Cluster IP [IPv4]: 10.0.0.2 is not allocated; repairing"],
  ]);
  // They agree now; further checks report nothing.
  told.length = 0;
  parts.timers.advance(180_000);
  await until(() => parts.timers.pending().filter((delay) => delay === 180_000).length === 2);
  await running?.settled();
  expect([told, held().length, parts.errors]).toEqual([[], 3, []]);
});

it("reports problems it cannot repair", async () => {
  service("out", "10.0.1.1", "10.0.0.0", "10.0.0.255");
  service("odd", "nonsense");
  service("first", "10.0.0.1");
  service("second", "10.0.0.1");
  address("10.0.0.1", "first");
  await start();
  const outside = (ip: string) => [
    ...["out", "ClusterIPOutOfRange", ALLOCATION],
    `Cluster IP [IPv4]: ${ip} is not within any configured Service CIDR; please recreate service`,
  ];
  expect(told.toSorted()).toEqual([
    ["odd", "ClusterIPNotValid", "ClusterIPValidation", "Cluster IP <nil> is not a valid IP; please recreate Service"],
    ...["10.0.0.0", "10.0.0.255", "10.0.1.1"].map(outside),
    [
      ...["second", "ClusterIPAlreadyAllocated", ALLOCATION],
      "Cluster IP [IPv4]:10.0.0.1 was assigned to multiple services; please recreate service",
    ],
  ]);
  expect(held()).toEqual(["10.0.0.1 services/first"]);
});

it("recreates IPAddresses with a wrong parent or without a label", async () => {
  for (const [i, name] of ["a", "b", "c", "d"].entries()) service(name, `10.0.0.${i + 1}`);
  const parent = (change: object) => (object: ApiObject) =>
    void Object.assign((object["spec"] as { parentRef: object }).parentRef, change);
  address("10.0.0.1", "a", parent({ resource: "gateways" }));
  address("10.0.0.2", "b", parent({ group: "example.com" }));
  address("10.0.0.3", "gone");
  address("10.0.0.4", "d", ({ metadata }) => {
    metadata.labels = {};
  });
  await start();
  expect(held()).toEqual(["10.0.0.1 services/a", "10.0.0.2 services/b", "10.0.0.3 services/c", "10.0.0.4 services/d"]);
  expect(reader.get(ADDRESSES, "", "10.0.0.4")?.metadata.labels).toEqual({
    "ipaddress.kubernetes.io/ip-family": "IPv4",
    "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
  });
  const wrong = (name: string, ip: string) => [
    ...[name, "ClusterIPNotAllocated", ALLOCATION],
    `the ClusterIP [IPv4]: ${ip} for Service default/${name} has a wrong reference; repairing`,
  ];
  expect(told).toEqual([wrong("a", "10.0.0.1"), wrong("b", "10.0.0.2"), wrong("c", "10.0.0.3")]);
});

it("deletes its IPAddresses without a service after a grace period for the service to be stored", async () => {
  service("a", "10.0.0.1");
  address("10.0.0.1", "a");
  address("10.0.0.2", "gone");
  address("10.0.0.3", "a");
  address("10.0.0.4", "soon", undefined, 0);
  address("10.0.0.5", "a", undefined, 0);
  address("10.0.0.6", "gone", ({ metadata }) => {
    metadata.labels = { "ipaddress.kubernetes.io/managed-by": "someone" };
  });
  await start();
  expect(held().map((each) => each.split(" ")[0])).toEqual(["10.0.0.1", "10.0.0.4", "10.0.0.5", "10.0.0.6"]);
  const leaked = (ip: string, name: string) => [
    ...[ip, "IPAddressNotAllocated", "IPAddressAllocation"],
    `IPAddress: ${ip} for Service default/${name} appears to have leaked: cleaning up`,
  ];
  const wrong = (ip: string) => [
    ...[ip, "IPAddressWrongReference", "IPAddressAllocation"],
    `IPAddress: ${ip} for Service default/a has a wrong reference; cleaning up`,
  ];
  expect(told).toEqual([leaked("10.0.0.2", "gone"), wrong("10.0.0.3")]);
  // The service appears, but the other change never does.
  told.length = 0;
  service("soon", "10.0.0.4");
  parts.timers.advance(61_000);
  await until(() => held().length === 3);
  expect(held()).toEqual(["10.0.0.1 services/a", "10.0.0.4 services/soon", "10.0.0.6 services/gone"]);
  expect(told).toEqual([wrong("10.0.0.5")]);
});

it("immediately deletes an IPAddress whose parent is no longer a service", async () => {
  address(
    "10.0.0.2",
    "x",
    (object) => {
      object["spec"] = { parentRef: { group: "example.com", resource: "things", name: "t" } };
    },
    0,
  );
  await start();
  expect(held()).toEqual([]);
  const detail =
    "appears to have been modified, not referencing a Service &ParentReference{Group:example.com,Resource:things,Namespace:,Name:t,}: cleaning up";
  expect(told).toEqual([["10.0.0.2", "IPAddressNotAllocated", "IPAddressAllocation", `IPAddress 10.0.0.2 ${detail}`]]);
});

it("handles changes after the initial repair", async () => {
  await start();
  service("late", "10.0.0.9");
  await until(() => held().length === 1);
  expect(held()).toEqual(["10.0.0.9 services/late"]);
});
