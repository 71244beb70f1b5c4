import { afterEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer, type TestServerOptions } from "../testServer.ts";

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
const start = async (options: TestServerOptions = {}): Promise<TestServer> => {
  server = await startTestServer(options);
  return server;
};

describe("profiles", () => {
  it("are available to authorized users, one at a time", async () => {
    const { request } = await start();
    expect((await request("GET", "/debug/pprof/")).text).toContain("profile?seconds=30");
    for (const name of ["profile", "heap"]) {
      expect((await request("GET", `/debug/pprof/${name}?seconds=0.1`, { as: "bob" })).status).toBe(403);
      for (const seconds of ["0", "-1", "301", "x"]) {
        expect((await request("GET", `/debug/pprof/${name}?seconds=${seconds}`)).status).toBe(400);
      }
    }
    const cpu = await request("GET", "/debug/pprof/profile?seconds=0.1");
    expect(cpu.status).toBe(200);
    expect(JSON.parse(cpu.text)).toMatchObject({ nodes: expect.any(Array), samples: expect.any(Array) });
    const heap = await request("GET", "/debug/pprof/heap?seconds=0.1");
    expect(JSON.parse(heap.text)).toHaveProperty("head.callFrame");
    const both = await Promise.all([1, 2].map(() => request("GET", "/debug/pprof/profile?seconds=0.3")));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 500]);
    expect((await request("GET", "/debug/pprof/goroutine")).status).toBe(404);
    expect((await request("GET", "/")).body["paths"]).not.toContain("/debug/pprof");
  });

  it("are not available when profiling is off", async () => {
    const { request } = await start({ profiling: false });
    expect((await request("GET", "/debug/pprof/")).status).toBe(404);
  });
});

describe("component statuses", () => {
  const shown = async () =>
    ((await server?.request("GET", "/api/v1/componentstatuses"))?.body.items ?? []).map((item) => {
      const { metadata, conditions } = item as unknown as {
        metadata: { name: string };
        conditions: { status: string }[];
      };
      return `${metadata.name}: ${conditions[0]?.status}`;
    });

  it("are healthy for components in the server", async () => {
    const { request } = await start({ controllers: ["namespace"], scheduler: true });
    // On a shared store, a component is healthy once it has acquired its lease.
    await expect.poll(shown).toEqual(["controller-manager: True", "etcd-0: True", "scheduler: True"]);
    const one = await request("GET", "/api/v1/componentstatuses/scheduler");
    expect(one.body["conditions"]).toEqual([{ type: "Healthy", status: "True", message: "ok" }]);
    expect(one.text).toContain('"metadata":{"name":"scheduler","creationTimestamp":null}');
    const none = await request("GET", "/api/v1/componentstatuses/none");
    expect(none.body).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: "Component not found: none",
      code: 500,
    });
  });

  it("are healthy for components whose lease another process holds, and unhealthy otherwise", async () => {
    const { request } = await start();
    expect(await shown()).toEqual(["controller-manager: False", "etcd-0: True", "scheduler: False"]);
    const lease = {
      metadata: { name: "kube-scheduler" },
      spec: { holderIdentity: "somebody", renewTime: "2999-01-01T00:00:00.000000Z", leaseDurationSeconds: 15 },
    };
    const path = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
    expect((await request("POST", path, { body: lease })).status).toBe(201);
    expect(await shown()).toEqual(["controller-manager: False", "etcd-0: True", "scheduler: True"]);
    const table = await request("GET", "/api/v1/componentstatuses?fieldSelector=metadata.name%3Dscheduler", {
      headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
    });
    expect(table.body.rows?.map(({ cells }) => cells)).toEqual([["scheduler", "Healthy", "ok", ""]]);
  });
});

it("lists the reference's post-start hooks in health checks, and waits for API services", async () => {
  const { request } = await start();
  await expect.poll(async () => (await request("GET", "/readyz/autoregister-completion")).status).toBe(200);
  const { text } = await request("GET", "/readyz?verbose");
  for (const name of ["start-kube-aggregator-informers", "priority-and-fairness-filter", "rbac/bootstrap-roles"]) {
    expect(text).toContain(`[+]poststarthook/${name} ok`);
    expect((await request("GET", `/livez/poststarthook/${name}`)).status).toBe(200);
  }
  expect(text).toContain("[+]autoregister-completion ok");
});
