import { rm } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { ipSpace } from "../../api/registry/allocation/ipAllocator.ts";
import { StoredRange } from "../../api/registry/allocation/storedRange.ts";
import { createObjectCodec } from "../../api/registry/storedForm/objectCodec.ts";
import { allDefinitions } from "../../api/resources/all.ts";
import { loadSchema } from "../../model/schema/schema.ts";
import { etcdScene } from "../../store/storage/etcd/testing/etcdScene.ts";
import type { TestAnswer } from "../httpClient.ts";
import { core, service } from "../objects.ts";
import { startTestServer, type TestServer, type TestServerOptions, temporaryFolder } from "../testServer.ts";

const SERVICES = core("default", "services");
const NETWORKING = "/apis/networking.k8s.io/v1beta1";
const [RANGES, ADDRESSES] = [`${NETWORKING}/servicecidrs`, `${NETWORKING}/ipaddresses`];

/** Options of a server that stores addresses as objects, or of one that does not. */
const options = (keepsObjects: boolean, gates: Record<string, string> = {}): TestServerOptions => ({
  featureGates: { APIServerIdentity: "false", MultiCIDRServiceAllocator: String(keepsObjects), ...gates },
  runtimeConfig: { "networking.k8s.io/v1beta1": "true" },
  serviceClusterIpRange: "10.20.0.0/27",
  disableAdmissionPlugins: ["ServiceAccount"],
});

const create = (server: TestServer, name: string, spec?: Record<string, unknown>) =>
  server.request("POST", SERVICES, { body: service(name, spec) });
const addressOf = ({ status, body }: TestAnswer): string => {
  expect([status, body.message]).toEqual([201, undefined]);
  return (body["spec"] as { clusterIP: string }).clusterIP;
};
const names = async (server: TestServer, path: string): Promise<string[]> =>
  (await server.request("GET", path)).body.items.map(({ metadata }) => metadata.name ?? "").sort();
/** The addresses in use by services. */
const inUse = async (server: TestServer): Promise<string[]> =>
  (await server.request("GET", "/api/v1/services")).body.items
    .map((object) => (object["spec"] as { clusterIP: string }).clusterIP)
    .sort();

describe("service addresses in a stored data folder", () => {
  let folder: string;
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("are kept when a later server switches between allocator kinds", async () => {
    folder = await temporaryFolder();
    let time = Date.now();
    const start = async (keepsObjects: boolean): Promise<TestServer> => {
      await server?.stop();
      server = await startTestServer({ ...options(keepsObjects), dataDir: folder, now: () => time });
      return server;
    };
    let now = await start(false);
    addressOf(await create(now, "old", { clusterIP: "10.20.0.9" }));
    expect(await names(now, ADDRESSES)).toEqual([]);

    now = await start(true);
    expect(await names(now, ADDRESSES)).toEqual(["10.20.0.1", "10.20.0.9"]);
    expect((await create(now, "thief", { clusterIP: "10.20.0.9" })).body.message).toContain("already allocated");
    addressOf(await create(now, "new", { clusterIP: "10.20.0.10" }));
    const { body: more } = await now.request("POST", RANGES, {
      body: { metadata: { name: "more" }, spec: { cidrs: ["10.21.0.0/28"] } },
    });
    expect(more.message).toBeUndefined();
    addressOf(await create(now, "far", { clusterIP: "10.21.0.1" }));
    expect(await names(now, RANGES)).toEqual(["kubernetes", "more"]);
    const all = ["10.20.0.1", "10.20.0.10", "10.20.0.9", "10.21.0.1"];
    expect([await names(now, ADDRESSES), await inUse(now)]).toEqual([all, all]);

    now = await start(false);
    expect((await create(now, "thief", { clusterIP: "10.20.0.10" })).body.message).toContain("already allocated");
    expect((await create(now, "out", { clusterIP: "10.21.0.2" })).body.message).toContain(
      "the provided IP (10.21.0.2) is not in the valid range. The range of valid IPs is 10.20.0.0/27",
    );
    addressOf(await create(now, "between", { clusterIP: "10.20.0.11" }));
    await now.request("DELETE", `${SERVICES}/new`);

    // An address whose service was deleted meanwhile is cleaned up when it is old enough that no write can be in
    // progress.
    time += 120_000;
    now = await start(true);
    const left = ["10.20.0.1", "10.20.0.11", "10.20.0.9", "10.21.0.1"];
    await expect.poll(() => names(now, ADDRESSES)).toEqual(left);
    expect(await names(now, RANGES)).toEqual(["kubernetes", "more"]);
    expect(await inUse(now)).toEqual(left);
    addressOf(await create(now, "heir", { clusterIP: "10.20.0.10" }));
    // Four servers are started one after the other.
  }, 60_000);

  it("prevent the start of a server that does not serve IPAddress objects", async () => {
    folder = await temporaryFolder();
    const wanted =
      "--feature-gates=MultiCIDRServiceAllocator=true needs --runtime-config=networking.k8s.io/v1beta1=true";
    await expect(startTestServer({ ...options(true), runtimeConfig: {}, dataDir: folder })).rejects.toThrow(wanted);
    server = undefined;
  });
});

describe("several servers on one store", () => {
  const scene = etcdScene();
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });
  const codec = createObjectCodec({
    schema: loadSchema(),
    definitions: allDefinitions,
    format: "protobuf",
    trustsText: false,
  });

  async function setUp() {
    const [member] = await scene.members(1);
    if (member === undefined) return expect.unreachable();
    const storage = await scene.store([member]);
    const space = ipSpace("10.20.0.0/27");
    /** The addresses that are allocated in the bitmap. */
    const mapped = async (): Promise<string[]> => {
      const range = new StoredRange({ storage, codec, key: "/registry/ranges/serviceips", space });
      return [...(await range.refresh()).taken].map(space.itemAt).sort();
    };
    const start = async (
      keepsObjects: boolean,
      gates?: Record<string, string>,
      more?: TestServerOptions,
    ): Promise<TestServer> => {
      const server = await startTestServer({ ...options(keepsObjects, gates), ...more, etcdServers: [member.url] });
      servers.push(server);
      return server;
    };
    return { mapped, start, storage };
  }

  it("never allocate an address twice, also when only some use IPAddress objects", async () => {
    const { start, mapped } = await setUp();
    const all = [await start(true), await start(true), await start(false)] as const;
    const pick = (i: number): TestServer => all[(i % 3) as 0 | 1 | 2];
    const made = await Promise.all(Array.from({ length: 33 }, (_, i) => create(pick(i), `s-${i}`)));
    const good = made.filter(({ status }) => status === 201).map(addressOf);
    // 30 addresses, one of which belongs to the API's own service.
    expect([good.length, new Set(good).size]).toEqual([29, 29]);
    for (const { status, body } of made) if (status !== 201) expect(body.message).toContain("range is full");
    const [one, other, plain] = all;
    const used = await inUse(one);
    // A server that stores objects creates them for services that another server created without.
    await expect.poll(() => names(one, ADDRESSES), { timeout: 10_000 }).toEqual(used);
    expect(await mapped()).toEqual(used);

    // An address that one server releases can be taken by any other.
    const address = addressOf(made.find(({ status }) => status === 201) ?? expect.unreachable());
    let holder = made.find(({ body }) => (body["spec"] as { clusterIP?: string })?.clusterIP === address)?.body.metadata
      .name;
    for (const [i, [remover, maker]] of [
      [one, other],
      [other, plain],
      [plain, one],
    ].entries()) {
      expect((await remover?.request("DELETE", `${SERVICES}/${holder}`))?.status).toBe(200);
      holder = `r-${i}`;
      const body = service(holder, { clusterIP: address });
      // The object of a service that the plain server deletes stays until it is found to be orphaned.
      if (remover === plain) {
        expect((await maker?.request("POST", SERVICES, { body }))?.body.message).toContain("already allocated");
        continue;
      }
      expect((await maker?.request("POST", SERVICES, { body }))?.status).toBe(201);
      const refused = await create(one, "thief", { clusterIP: address });
      expect(refused.body.message).toContain("provided IP is already allocated");
    }
  });

  it("write no bitmap when dual writes are disabled, and then may have larger ranges", async () => {
    const { start, mapped } = await setUp();
    const large = { serviceClusterIpRange: "10.0.0.0/8,fd00::/64" };
    await expect(start(true, {}, large)).rejects.toThrow('"10.0.0.0/8" is too large');
    const one = await start(true, { DisableAllocatorDualWrite: "true" }, large);
    const both = { ipFamilyPolicy: "RequireDualStack", clusterIPs: ["10.200.0.9", "fd00::ff:0:0:9"] };
    addressOf(await create(one, "a", { ...both, clusterIP: "10.200.0.9" }));
    const made = await Promise.all(Array.from({ length: 8 }, (_, i) => create(one, `s-${i}`)));
    expect(new Set(made.map(addressOf)).size).toBe(8);
    expect(await names(one, ADDRESSES)).toHaveLength(1 + 2 + 8);
    expect(await mapped()).toEqual([]);
  });
});
