import { afterAll, beforeAll, expect, it } from "vitest";
import type { Body } from "../httpClient.ts";
import { core, namespace, service } from "../objects.ts";
import { playNodes } from "../playedNodes.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    controllers: ["endpointslice-mirroring-controller"],
    mirroringMaxEndpointsPerSubset: 3,
  });
  await server.request("POST", "/api/v1/namespaces", { body: namespace("shop") });
});
afterAll(() => server.stop());

const played = playNodes(() => server);
const MERGE = { "content-type": "application/merge-patch+json" };
const slicesOf = (name: string): string =>
  `/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices?labelSelector=kubernetes.io/service-name%3D${name}`;
const make = (name: string, spec: Record<string, unknown> = { selector: undefined }) =>
  server.request("POST", core("shop", "services"), { body: service(name, spec) });
const tell = (name: string, subsets: unknown[], metadata = {}) =>
  server.request("POST", core("shop", "endpoints"), { body: { metadata: { name, ...metadata }, subsets } });
const change = (name: string, body: unknown) =>
  server.request("PATCH", core("shop", "endpoints", name), { body, headers: MERGE });
const ips = (...all: string[]) => all.map((ip) => ({ ip }));

it("mirrors the Endpoints of a service without a selector, one slice per IP family", async () => {
  await make("old");
  const subset = {
    addresses: ips("192.0.2.1", "2001:db8::1"),
    notReadyAddresses: ips("192.0.2.2"),
    ports: [{ port: 80 }],
  };
  await tell("old", [subset], { labels: { team: "x" }, annotations: { note: "y" } });
  const { items } = await played.seen(slicesOf("old"), (list) => list.items.length === 2);
  const [v4, v6] = items.toSorted((a, b) => (String(a["addressType"]) < String(b["addressType"]) ? -1 : 1));
  expect(v4).toMatchObject({
    metadata: {
      generateName: "old-",
      labels: {
        team: "x",
        "kubernetes.io/service-name": "old",
        "endpointslice.kubernetes.io/managed-by": "endpointslicemirroring-controller.k8s.io",
      },
      annotations: { note: "y" },
      ownerReferences: [{ kind: "Endpoints", name: "old", controller: true }],
    },
    addressType: "IPv4",
    endpoints: [
      { addresses: ["192.0.2.1"], conditions: { ready: true } },
      { addresses: ["192.0.2.2"], conditions: { ready: false } },
    ],
    ports: [{ name: "", port: 80, protocol: "TCP" }],
  });
  expect(v6).toMatchObject({ addressType: "IPv6", endpoints: [{ addresses: ["2001:db8::1"] }] });
});

it("updates slices on changes, and deletes slices whose Endpoints are gone", async () => {
  await change("old", { subsets: [{ addresses: ips("192.0.2.9"), ports: [{ port: 80 }] }] });
  const { items } = await played.seen(slicesOf("old"), (list) => list.items.length === 1);
  await played.seen(slicesOf("old"), (list) => JSON.stringify(list.items[0]?.["endpoints"]).includes("192.0.2.9"));
  expect(items[0]?.["addressType"]).toBe("IPv4");
  await change("old", { metadata: { labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } } });
  await played.seen(slicesOf("old"), (list) => list.items.length === 0);
});

it("reuses the slice of each IP family when the ports change", async () => {
  await make("both");
  const addresses = ips("192.0.2.1", "2001:db8::1");
  await tell("both", [{ addresses, ports: [{ port: 80 }] }]);
  const namesByType = ({ items }: Body): Record<string, string> =>
    Object.fromEntries(items.map(({ metadata, ...slice }) => [slice["addressType"], metadata.name ?? ""]));
  const before = await played.seen(slicesOf("both"), ({ items }) => items.length === 2);
  await change("both", { subsets: [{ addresses, ports: [{ port: 81 }] }] });
  const isChanged = ({ items }: Body): boolean =>
    items.length === 2 && items.every(({ ports }) => JSON.stringify(ports).includes("81"));
  expect(namesByType(await played.seen(slicesOf("both"), isChanged))).toEqual(namesByType(before));
});

it("mirrors the Endpoints of a service whose selector is empty", async () => {
  await make("empty", { selector: {} });
  await tell("empty", [{ addresses: ips("192.0.2.1"), ports: [{ port: 80 }] }]);
  await played.seen(slicesOf("empty"), (list) => list.items.length === 1);
});

it("takes an IPv4-mapped address for an IPv4 address, and keeps its text", async () => {
  await make("mapped");
  await tell("mapped", [{ addresses: ips("::ffff:192.0.2.7"), ports: [{ port: 80 }] }]);
  const { items } = await played.seen(slicesOf("mapped"), (list) => list.items.length === 1);
  expect(items[0]).toMatchObject({ addressType: "IPv4", endpoints: [{ addresses: ["::ffff:192.0.2.7"] }] });
});

it("does not mirror endpoints of services with selectors, leader election records and endpoints without a service", async () => {
  const subsets = [{ addresses: ips("192.0.2.1"), ports: [{ port: 80 }] }];
  await make("picky", { selector: { app: "picky" } });
  await tell("picky", subsets);
  await make("leader");
  await tell("leader", subsets, { annotations: { "control-plane.alpha.kubernetes.io/leader": "{}" } });
  await tell("alone", subsets);
  await make("last");
  await tell("last", subsets);
  await played.seen(slicesOf("last"), (list) => list.items.length === 1);
  for (const name of ["picky", "leader", "alone"]) {
    expect((await server.request("GET", slicesOf(name))).body.items).toEqual([]);
  }
});

it("emits an event when there are too many addresses", async () => {
  await make("many");
  await tell("many", [{ addresses: ips("192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"), ports: [{ port: 80 }] }]);
  const events = `${core("shop", "events")}?fieldSelector=involvedObject.name%3Dmany`;
  const { items } = await played.seen(events, (list) => list.items.length > 0);
  expect(items[0]).toMatchObject({
    reason: "TooManyAddressesToMirror",
    message: "A max of 3 addresses can be mirrored to EndpointSlices per Endpoints subset. 1 addresses were skipped",
    source: { component: "endpoint-slice-mirroring-controller" },
  });
  const list = await played.seen(slicesOf("many"), (each) => each.items.length === 1);
  expect(list.items[0]?.["endpoints"]).toHaveLength(3);
});
