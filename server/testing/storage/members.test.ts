import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type EtcdMember, startMembers } from "../../store/storage/etcd/testing/etcdMember.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../testServer.ts";

const ENDPOINTS = "/api/v1/namespaces/default/endpoints/kubernetes";
const SLICE = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes";
const IDENTITIES =
  "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases?labelSelector=apiserver.kubernetes.io/identity%3Dkube-apiserver";

let member: EtcdMember;
beforeAll(async () => {
  const [started] = await startMembers(1);
  if (started === undefined) return expect.unreachable();
  member = started;
});
afterAll(() => member?.discard());

const servers: TestServer[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function startOn(etcdPrefix: string, options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ etcdServers: [member.url], etcdPrefix, ...options });
  servers.push(server);
  return server;
}
async function leave(server: TestServer | undefined): Promise<void> {
  await server?.stop();
  servers.splice(servers.indexOf(server as TestServer), 1);
}
async function addresses(server: TestServer): Promise<unknown> {
  const { body: endpoints } = await server.request("GET", ENDPOINTS);
  const { body: slice } = await server.request("GET", SLICE);
  const inSlice = (slice["endpoints"] as { addresses: string[] }[]).flatMap((each) => each.addresses);
  const [subset] = endpoints["subsets"] as { addresses: { ip: string }[] }[];
  const inEndpoints = subset?.addresses.map(({ ip }) => ip);
  expect(inSlice).toEqual(inEndpoints);
  return inEndpoints;
}

describe("the endpoints of the kubernetes service", () => {
  it("list all running servers as they join and leave", async () => {
    const at = (last: number) => startOn("/endpoints", { advertiseAddress: `10.1.1.${last}` });
    const [two, one, three] = [await at(2), await at(1), await at(3)];
    await expect.poll(() => addresses(one)).toEqual(["10.1.1.1", "10.1.1.2", "10.1.1.3"]);
    const { body } = await one.request("GET", ENDPOINTS);
    expect(body.metadata.labels).toEqual({ "endpointslice.kubernetes.io/skip-mirror": "true" });
    await leave(two);
    await expect.poll(() => addresses(three)).toEqual(["10.1.1.1", "10.1.1.3"]);
    const four = await at(4);
    // Two servers publish at the same moment: one of them retries in its next round.
    await expect.poll(() => addresses(four)).toEqual(["10.1.1.1", "10.1.1.3", "10.1.1.4"]);
  });

  it("list the single server of a store, and follow its address", async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), "members-"));
    folders.push(dataDir);
    for (const advertiseAddress of ["10.1.1.1", "10.1.1.2"]) {
      const server = await startTestServer({ dataDir, advertiseAddress });
      expect(await addresses(server)).toEqual([advertiseAddress]);
      await server.running.stop();
    }
    const without = await startTestServer({ advertiseAddress: "10.1.1.1", endpointReconcilerType: "none" });
    servers.push(without);
    expect((await without.request("GET", ENDPOINTS)).status).toBe(404);
  });
});

describe("identity leases", () => {
  it("exist for every server, and remain when it stops", async () => {
    const featureGates = { APIServerIdentity: "true" };
    const [one, two] = [await startOn("/identities", { featureGates }), await startOn("/identities", { featureGates })];
    const { items } = (await one.request("GET", IDENTITIES)).body;
    expect(items).toHaveLength(2);
    for (const { metadata, ...lease } of items) {
      expect(metadata.name).toMatch(/^apiserver-[a-z2-7]{26}$/);
      const { holderIdentity, renewTime, ...rest } = lease["spec"] as Record<string, string>;
      expect(holderIdentity).toMatch(new RegExp(`^${metadata.name}_[0-9a-f-]{36}$`));
      expect(renewTime).toMatch(/\.\d{6}Z$/);
      expect(rest).toEqual({ leaseDurationSeconds: 3600 });
      expect(metadata.managedFields?.map(({ manager }) => manager)).toEqual(["kube-apiserver"]);
    }
    await leave(two);
    expect((await one.request("GET", IDENTITIES)).body.items).toHaveLength(2);
  });

  it("are deleted after they have expired", async () => {
    const leases = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
    const lease = (name: string, renewTime: string) => ({
      metadata: { name, labels: { "apiserver.kubernetes.io/identity": "kube-apiserver" } },
      spec: { holderIdentity: name, leaseDurationSeconds: 3600, renewTime },
    });
    const one = await startOn("/expired");
    await one.request("POST", leases, { body: lease("apiserver-old", "2020-01-01T00:00:00.000000Z") });
    await one.request("POST", leases, { body: lease("apiserver-new", new Date().toISOString().replace("Z", "000Z")) });
    const two = await startOn("/expired", { featureGates: { APIServerIdentity: "true" } });
    await expect
      .poll(async () => (await two.request("GET", IDENTITIES)).body.items.map(({ metadata }) => metadata.name))
      .not.toContain("apiserver-old");
    expect((await two.request("GET", IDENTITIES)).body.items).toHaveLength(2);
  });
});

describe("a server with different keys", () => {
  it("is refused with the difference while other servers run, and may start alone", async () => {
    const own = await mkdtemp(path.join(tmpdir(), "members-"));
    folders.push(own);
    const first = await startOn("/keys");
    const joining = startTestServer({ etcdServers: [member.url], etcdPrefix: "/keys", dataDir: own });
    const refusal = await joining.then(
      () => "",
      (error: Error) => error.message,
    );
    expect(refusal).toContain("cannot join the others on its store");
    expect(refusal).toContain("pki/sa.key");
    expect(refusal).toContain("pki/ca.key");
    expect(refusal).not.toContain("\n");
    await leave(first);
    const alone = await startTestServer({ etcdServers: [member.url], etcdPrefix: "/keys", dataDir: own });
    servers.push(alone);
    const copy = await mkdtemp(path.join(tmpdir(), "members-"));
    folders.push(copy);
    await cp(path.join(own, "pki"), path.join(copy, "pki"), { recursive: true });
    const joined = await startTestServer({ etcdServers: [member.url], etcdPrefix: "/keys", dataDir: copy });
    servers.push(joined);
    expect((await joined.request("GET", "/readyz")).status).toBe(200);
    const differing = startOn("/keys", { serviceNodePortRange: "31000-31999" });
    await expect(differing).rejects.toThrow("--service-node-port-range");
  });
});
