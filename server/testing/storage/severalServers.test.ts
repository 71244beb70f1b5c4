import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type EtcdMember, startMembers } from "../../store/storage/etcd/testing/etcdMember.ts";
import { configMap, core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const MAPS = core("default", "configmaps");

let member: EtcdMember;
beforeAll(async () => {
  const [started] = await startMembers(1);
  if (started === undefined) return expect.unreachable();
  member = started;
});
afterAll(() => member?.discard());

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** A server on the shared etcd, under a prefix of this test. */
async function startOn(etcdPrefix: string): Promise<TestServer> {
  const server = await startTestServer({
    etcdServers: [member.url],
    etcdPrefix,
    disableAdmissionPlugins: ["ServiceAccount"],
  });
  servers.push(server);
  return server;
}

describe("several servers on one store", () => {
  it("never exceed a quota together", async () => {
    const both = [await startOn("/quotas"), await startOn("/quotas")] as const;
    const quotas = core("default", "resourcequotas");
    const hard = { "count/configmaps": "10" };
    const spec = { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "few" }, spec: { hard } };
    const { body: quota } = await both[0].request("POST", quotas, { body: spec });
    const status = { hard, used: { "count/configmaps": "0" } };
    const begun = await both[0].request("PUT", `${quotas}/few/status`, { body: { ...quota, status } });
    expect(begun.status).toBe(200);
    // A list of the latest state: afterwards the other server has seen the quota.
    expect((await both[1].request("GET", quotas)).body.items).toHaveLength(1);
    const { items: before } = (await both[0].request("GET", MAPS)).body;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        (i % 2 === 0 ? both[0] : both[1]).request("POST", MAPS, { body: configMap(`map-${i}`) }),
      ),
    );
    const codes = answers.map((answer) => answer.status);
    expect([codes.filter((code) => code === 201).length, codes.filter((code) => code === 403).length]).toEqual([
      10, 30,
    ]);
    expect((await both[1].request("GET", MAPS)).body.items).toHaveLength(before.length + 10);
    const { body: after } = await both[1].request("GET", `${quotas}/few`);
    expect(after["status"]).toEqual({ hard, used: { "count/configmaps": "10" } });
  });

  it("continue each other's lists and watches", async () => {
    const [one, other] = [await startOn("/streams"), await startOn("/streams")];
    for (const name of ["a", "b", "c"]) await one.request("POST", MAPS, { body: configMap(name) });
    const { body: whole } = await one.request("GET", MAPS);
    const { body: page } = await one.request("GET", `${MAPS}?limit=2`);
    const { metadata } = page as unknown as { metadata: { continue: string; resourceVersion: string } };
    const late = await one.request("POST", MAPS, { body: configMap("late") });
    expect(late.status).toBe(201);
    const rest = await other.request("GET", `${MAPS}?limit=500&continue=${encodeURIComponent(metadata.continue)}`);
    expect([...page.items, ...rest.body.items]).toEqual(whole.items);
    expect(rest.body.metadata.resourceVersion).toBe(metadata.resourceVersion);

    const resumed = await other.watch(`${MAPS}?watch=true&resourceVersion=${metadata.resourceVersion}`);
    await one.request("DELETE", `${MAPS}/a`);
    expect(await resumed.names(2)).toEqual(["ADDED late", "DELETED a"]);
  });

  it("can start concurrently on an empty store", async () => {
    const all = await Promise.all([1, 2, 3].map(() => startOn("/together")));
    const [first] = all;
    // The server that could not allocate the service's address did not create the service, but another one did, or
    // will.
    await expect
      .poll(async () => (await first?.request("GET", `${core("default", "services")}/kubernetes`))?.status)
      .toBe(200);
    const lists = await Promise.all(
      all.map(async (server) => {
        const paths = [
          core("default", "services"),
          "/api/v1/namespaces",
          "/apis/apiregistration.k8s.io/v1/apiservices",
        ];
        const answers = await Promise.all(paths.map((path) => server.request("GET", path)));
        return answers.map(({ body }) => body.items);
      }),
    );
    expect(lists[1]).toEqual(lists[0]);
    expect(lists[2]).toEqual(lists[0]);
  });
});
