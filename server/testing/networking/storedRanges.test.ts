import { describe, expect, it } from "vitest";
import { Bitmap } from "../../api/registry/allocation/bitmap.ts";
import { ipSpace } from "../../api/registry/allocation/ipAllocator.ts";
import { portSpace } from "../../api/registry/allocation/portAllocator.ts";
import { StoredRange } from "../../api/registry/allocation/storedRange.ts";
import { createObjectCodec } from "../../api/registry/storedForm/objectCodec.ts";
import { allDefinitions } from "../../api/resources/all.ts";
import { loadSchema } from "../../model/schema/schema.ts";
import { etcdScene } from "../../store/storage/etcd/testing/etcdScene.ts";
import type { Storage } from "../../store/storage/storage.ts";
import { core, service } from "../objects.ts";
import { fillFromReference, type ReferenceStore, referenceStore } from "../storage/referenceStore.ts";
import { startTestServer, type TestServerOptions } from "../testServer.ts";

const SERVICES = core("default", "services");
const RANGES = { serviceClusterIpRange: "10.96.0.0/16", serviceNodePortRange: "30000-32767" };
const [IPS, PORTS] = ["/registry/ranges/serviceips", "/registry/ranges/servicenodeports"];

const scene = etcdScene();
const kit = referenceStore();
if (kit === undefined) console.warn("storedRanges.test.ts: the recorded store is not at hand");

/** Starts an etcd, and returns it with a function that starts a server on it. */
async function setUp() {
  const [member] = await scene.members(1);
  if (member === undefined) return expect.unreachable();
  const start = (options: TestServerOptions = {}) =>
    startTestServer({ etcdServers: [member.url], disableAdmissionPlugins: ["ServiceAccount"], ...RANGES, ...options });
  return { storage: await scene.store([member]), start };
}

const codec = createObjectCodec({
  schema: loadSchema(),
  definitions: allDefinitions,
  format: "protobuf",
  trustsText: false,
});
const addresses = ipSpace(RANGES.serviceClusterIpRange);
const rangesOf = (storage: Storage) => ({
  ips: new StoredRange({ storage, codec, key: IPS, space: addresses }),
  ports: new StoredRange({ storage, codec, key: PORTS, space: portSpace(RANGES.serviceNodePortRange) }),
});

describe.skipIf(kit === undefined)("allocation bitmaps that a reference server stored", () => {
  it("are kept unchanged, and further allocations continue from them", async () => {
    const { storage, start } = await setUp();
    await fillFromReference(storage, kit as ReferenceStore);
    const stored = () => Promise.all([IPS, PORTS].map(async (key) => (await storage.get(key))?.value));
    const before = await stored();
    const { ips, ports } = rangesOf(storage);
    const taken = { ips: (await ips.refresh()).taken, ports: (await ports.refresh()).taken };

    const server = await start();
    expect(await stored()).toEqual(before);
    const { body } = await server.request("POST", SERVICES, { body: service("new", { type: "NodePort" }) });
    const { clusterIP, ports: given } = body["spec"] as { clusterIP: string; ports: { nodePort: number }[] };
    taken.ips.add(addresses.offsetOf(clusterIP) ?? -1);
    taken.ports.add((given[0]?.nodePort ?? 0) - 30_000);
    expect([...(await ips.refresh()).taken]).toEqual([...taken.ips]);
    expect([...(await ports.refresh()).taken]).toEqual([...taken.ports]);

    expect((await server.request("DELETE", `${SERVICES}/new`)).status).toBe(200);
    expect(await stored()).toEqual(before);
    await server.stop();
  });
});

describe("allocation bitmaps on etcd", () => {
  it("with another range prevent the start, and are kept unchanged", async () => {
    const { storage, start } = await setUp();
    await (await start()).stop();
    const before = await storage.get(IPS);
    await expect(start({ serviceClusterIpRange: "10.97.0.0/16" })).rejects.toThrow(
      `${IPS}: the store gives out 10.96.0.0/16, this server is to give out 10.97.0.0/16`,
    );
    expect(await storage.get(IPS)).toEqual(before);
  });

  it("that lack allocated addresses are repaired at startup", async () => {
    const { storage, start } = await setUp();
    const first = await start();
    await first.request("POST", SERVICES, { body: service("held", { clusterIP: "10.96.7.7" }) });
    await first.stop();
    const { ips } = rangesOf(storage);
    expect(await ips.replace(new Bitmap(addresses.size), await ips.refresh())).toBe(true);
    const second = await start();
    const held = ["10.96.0.1", "10.96.7.7"].map(addresses.offsetOf);
    expect([...(await ips.refresh()).taken]).toEqual(held);
    const events = (await second.request("GET", core("default", "events"))).body.items;
    expect(events.map((event) => [event["reason"], (event["involvedObject"] as { name: string }).name]).sort()).toEqual(
      [
        ["ClusterIPNotAllocated", "held"],
        ["ClusterIPNotAllocated", "kubernetes"],
      ],
    );
    await second.stop();
  });

  it("that leaked the address of the kubernetes service do not prevent the start", async () => {
    const { storage, start } = await setUp();
    const { ips } = rangesOf(storage);
    expect(await ips.change([0])).toBe(true);
    const server = await start();
    expect((await server.request("GET", `${SERVICES}/kubernetes`)).status).toBe(404);
    expect(await ips.change([], [0])).toBe(true);
    const status = async () => (await server.request("GET", `${SERVICES}/kubernetes`)).status;
    await expect.poll(status, { timeout: 10_000 }).toBe(200);
    await server.stop();
  });
});
