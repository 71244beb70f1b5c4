import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMembers } from "../../store/storage/etcd/testing/etcdMember.ts";
import { core, service } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const SERVICES = core("default", "services");

/** Two servers on one etcd. */
let servers: readonly [TestServer, TestServer];
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const [member] = await startMembers(1);
  if (member === undefined) return expect.unreachable();
  ends.push(() => member.discard());
  const start = async (): Promise<TestServer> => {
    const server = await startTestServer({
      etcdServers: [member.url],
      disableAdmissionPlugins: ["ServiceAccount"],
      serviceClusterIpRange: "10.20.0.0/23",
      serviceNodePortRange: "31000-31419",
    });
    ends.push(() => server.stop());
    return server;
  };
  servers = [await start(), await start()];
});
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const specOf = ({ body }: { readonly body: object }) =>
  (body as { spec: { clusterIP: string; ports: { nodePort: number }[] } }).spec;

describe("services created through two servers", () => {
  it("all get distinct addresses and node ports", async () => {
    const made = await Promise.all(
      Array.from({ length: 400 }, (_, i) =>
        servers[i % 2 === 0 ? 0 : 1].request("POST", SERVICES, { body: service(`s-${i}`, { type: "NodePort" }) }),
      ),
    );
    expect(made.filter(({ status }) => status !== 201).map(({ body }) => body.message)).toEqual([]);
    expect(new Set(made.map((each) => specOf(each).clusterIP)).size).toBe(400);
    expect(new Set(made.map((each) => specOf(each).ports[0]?.nodePort)).size).toBe(400);
  });

  it("release addresses and node ports for both servers", async () => {
    const [one, other] = servers;
    const { clusterIP, ports } = specOf(await one.request("GET", `${SERVICES}/s-0`));
    const nodePort = ports[0]?.nodePort;
    const again = (name: string) => service(name, { type: "NodePort", clusterIP, ports: [{ port: 80, nodePort }] });
    for (let round = 0; round < 8; round++) {
      // Either server can release what the other one allocated, and allocate it again.
      const [remover, maker] = [round % 2 === 0 ? one : other, round % 4 < 2 ? one : other];
      const refused = await maker.request("POST", SERVICES, { body: again(`r-${round}`) });
      expect([refused.status, refused.body.message]).toEqual([
        422,
        expect.stringContaining(`failed to allocate IP ${clusterIP}: provided IP is already allocated`),
      ]);
      const name = round === 0 ? "s-0" : `r-${round - 1}`;
      expect((await remover.request("DELETE", `${SERVICES}/${name}`)).status).toBe(200);
      expect((await maker.request("POST", SERVICES, { body: again(`r-${round}`) })).status).toBe(201);
    }
    // A change of the type releases the port.
    const plain = { spec: { type: "ClusterIP", ports: [{ port: 80, nodePort: null }] } };
    const headers = { "content-type": "application/strategic-merge-patch+json" };
    expect((await one.request("PATCH", `${SERVICES}/r-7`, { body: plain, headers })).status).toBe(200);
    const taker = service("taker", { type: "NodePort", ports: [{ port: 80, nodePort }] });
    expect((await other.request("POST", SERVICES, { body: taker })).status).toBe(201);
  });

  it("allocate nothing when they are refused or dry runs", async () => {
    const [one, other] = servers;
    const { items } = (await one.request("GET", SERVICES)).body;
    const used = new Set(items.map((body) => specOf({ body }).clusterIP));
    const all = Array.from({ length: 254 }, (_, i) => `10.20.1.${i + 1}`);
    const [address, next] = all.filter((each) => !used.has(each));
    const wrong = service("Wrong_Name", { clusterIP: address });
    expect((await one.request("POST", SERVICES, { body: wrong })).status).toBe(422);
    const body = service("right", { clusterIP: address });
    expect((await one.request("POST", `${SERVICES}?dryRun=All`, { body })).status).toBe(201);
    expect((await other.request("POST", SERVICES, { body })).status).toBe(201);
    // The name is taken: what was allocated for the object is released.
    const twin = service("right", { clusterIP: next });
    const named = await one.request("POST", SERVICES, { body: twin });
    expect([named.status, named.body.message]).toEqual([409, `services "right" already exists`]);
    const left = await other.request("POST", SERVICES, { body: service("left", { clusterIP: next }) });
    expect(left.status).toBe(201);
  });
});
