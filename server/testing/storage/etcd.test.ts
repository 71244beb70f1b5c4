import { afterEach, expect, it } from "vitest";
import { type EtcdMember, startMembers } from "../../store/storage/etcd/testing/etcdMember.ts";
import { configMap, core } from "../objects.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../testServer.ts";

const maps = core("default", "configmaps");
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function startEtcd(): Promise<EtcdMember> {
  const [member] = await startMembers(1);
  if (member === undefined) return expect.unreachable();
  ends.push(() => member.discard());
  return member;
}

async function startOn({ url }: EtcdMember, options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer({ etcdServers: [url], ...options });
  ends.push(() => server.stop());
  return server;
}

it("servers on one etcd read each other's writes at once, and watch them", async () => {
  const member = await startEtcd();
  const [one, other] = [await startOn(member), await startOn(member)];
  const stranger = await startOn(member, { etcdPrefix: "/school" });
  const created = await one.request("POST", maps, { body: configMap("shared", { a: "1" }) });
  expect(created.status).toBe(201);
  expect((await other.request("GET", `${maps}/shared`)).body).toEqual(created.body);
  expect((await stranger.request("GET", `${maps}/shared`)).status).toBe(404);
  const { resourceVersion } = created.body.metadata;
  const seen = await one.watch(`${maps}?watch=true&resourceVersion=${resourceVersion}`);
  for (let round = 0; round < 20; round++) {
    const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
    const body = configMap(`round-${round}`);
    const { body: written } = await writer.request("POST", maps, { body });
    const { items } = (await reader.request("GET", maps)).body;
    expect(items.some(({ metadata }) => metadata.uid === written.metadata.uid)).toBe(true);
    const stale = { ...created.body, data: { a: String(round) } };
    const update = await reader.request("PUT", `${maps}/shared`, { body: stale });
    expect(update.status).toBe(round === 0 ? 200 : 409);
  }
  const names = await seen.names(21);
  expect(names.filter((name) => name.startsWith("ADDED"))).toEqual(
    Array.from({ length: 20 }, (_, round) => `ADDED round-${round}`),
  );
});

it("a server reports an unavailable etcd in its health checks, and recovers with it", async () => {
  const member = await startEtcd();
  const server = await startOn(member, { etcdHealthcheckTimeout: 200, etcdReadycheckTimeout: 200 });
  expect((await server.request("GET", "/readyz")).status).toBe(200);
  await member.kill();
  const ready = await server.request("GET", "/readyz?verbose");
  expect(ready.status).toBe(500);
  expect((await server.request("GET", "/livez/etcd")).status).toBe(500);
  await member.start();
  await expect.poll(async () => (await server.request("GET", "/readyz")).status, { timeout: 10_000 }).toBe(200);
  await expect
    .poll(async () => (await server.request("POST", maps, { body: configMap("after") })).status, { timeout: 10_000 })
    .toBe(201);
});
