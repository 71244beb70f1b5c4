import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { isSharedStore } from "../testedEngine.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

/** Used amounts decrease later if other servers may admit something at the same time. */
const SINKING = { timeout: isSharedStore ? 25_000 : 5000 };
if (isSharedStore) vi.setConfig({ testTimeout: 180_000 });

const pod = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: "c", image: "i:1" }], ...spec },
});
const statusOf = (body: object): unknown => (body as { status?: unknown }).status;

/** Creates a namespace, and returns a client for it. */
async function inNamespace(server: TestServer, name: string) {
  await server.request("POST", "/api/v1/namespaces", { body: { metadata: { name } } });
  const path = `/api/v1/namespaces/${name}`;
  const create = (resource: string, body: object, query = "") =>
    server.request("POST", `${path}/${resource}${query}`, { body });
  return {
    path,
    create,
    quota: (hard: object, parts: object = {}) =>
      create("resourcequotas", { metadata: { name: "q" }, spec: { hard, ...parts } }),
    status: async () => statusOf((await server.request("GET", `${path}/resourcequotas/q`)).body),
    remove: (resource: string, each: string) =>
      server.request("DELETE", `${path}/${resource}/${each}`, { body: { gracePeriodSeconds: 0 } }),
  };
}

describe("a quota without a controller", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ disableAdmissionPlugins: ["ServiceAccount"] });
  });
  afterAll(() => server.stop());

  it("enforces its status once it has one", async () => {
    const { path, create, quota, status } = await inNamespace(server, "bare");
    const created = await quota({ "count/configmaps": "0" });
    expect([created.status, statusOf(created.body)]).toEqual([201, {}]);
    expect((await create("configmaps", { metadata: { name: "a" } })).status).toBe(201);
    expect(await status()).toEqual({});

    const put = (next: object) =>
      server.request("PUT", `${path}/resourcequotas/q/status`, { body: { metadata: { name: "q" }, status: next } });
    expect((await put({ hard: { "count/configmaps": "1" } })).status).toBe(200);
    const unknown = await create("configmaps", { metadata: { name: "b" } });
    expect([unknown.status, unknown.body.message]).toEqual([
      403,
      'configmaps "b" is forbidden: status unknown for quota: q, resources: count/configmaps',
    ]);

    await put({ hard: { "count/configmaps": "1" }, used: { "count/configmaps": "0" } });
    expect((await create("configmaps", { metadata: { name: "dry" } }, "?dryRun=All")).status).toBe(201);
    expect(await status()).toMatchObject({ used: { "count/configmaps": "0" } });
    expect((await create("configmaps", { metadata: { name: "c" } })).status).toBe(201);
    expect(await status()).toEqual({ hard: { "count/configmaps": "1" }, used: { "count/configmaps": "1" } });
    expect((await create("configmaps", { metadata: { name: "d" } })).body.message).toBe(
      'configmaps "d" is forbidden: exceeded quota: q, requested: count/configmaps=1, used: count/configmaps=1, limited: count/configmaps=1',
    );
  });
});

describe("a quota with its controller", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      controllers: ["resourcequota-controller"],
      disableAdmissionPlugins: ["ServiceAccount"],
    });
  });
  afterAll(() => server.stop());

  it("admits exactly its limit under concurrent creations", async () => {
    const { create, quota, status, remove } = await inNamespace(server, "few");
    expect((await quota({ pods: "3", "count/configmaps": "9" })).status).toBe(201);
    const isUsed = (pods: string) =>
      expect
        .poll(status, SINKING)
        .toEqual({ hard: { pods: "3", "count/configmaps": "9" }, used: { pods, "count/configmaps": "0" } });
    await isUsed("0");
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => create("pods", pod(`p${i}`))));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
    expect(answers.find((answer) => answer.status === 403)?.body.message).toMatch(
      /^pods "p\d+" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3$/,
    );
    await isUsed("3");
    const name = answers.find((answer) => answer.status === 201)?.body.metadata.name ?? "";
    await remove("pods", name);
    await isUsed("2");
    expect((await create("pods", pod("again"))).status).toBe(201);
    await isUsed("3");
  });

  it("with scope Terminating does not affect other pods", async () => {
    const { create, quota, status } = await inNamespace(server, "ending");
    await quota({ pods: "0" }, { scopes: ["Terminating"] });
    await expect.poll(status, SINKING).toEqual({ hard: { pods: "0" }, used: { pods: "0" } });
    expect((await create("pods", pod("lasting"))).status).toBe(201);
    expect((await create("pods", pod("brief", { activeDeadlineSeconds: 5 }))).status).toBe(403);
  });

  it("counts existing objects, and follows changes of its spec", async () => {
    const { path, create, quota, status } = await inNamespace(server, "late");
    await create("configmaps", { metadata: { name: "a" } });
    await quota({ configmaps: "1" });
    await expect.poll(status, SINKING).toEqual({ hard: { configmaps: "1" }, used: { configmaps: "1" } });
    const body = { spec: { hard: { configmaps: null, secrets: "2" } } };
    await server.request("PATCH", `${path}/resourcequotas/q`, {
      body,
      headers: { "content-type": "application/merge-patch+json" },
    });
    await expect.poll(status, SINKING).toEqual({ hard: { secrets: "2" }, used: { secrets: "0" } });
  });

  it("does not count finished pods", async () => {
    const { path, create, quota, status } = await inNamespace(server, "done");
    await quota({ pods: "1" });
    await expect.poll(status, SINKING).toMatchObject({ used: { pods: "0" } });
    await create("pods", pod("a"));
    expect(await status()).toMatchObject({ used: { pods: "1" } });
    await server.request("PATCH", `${path}/pods/a/status`, {
      body: { status: { phase: "Succeeded" } },
      headers: { "content-type": "application/merge-patch+json" },
    });
    await expect.poll(status, SINKING).toMatchObject({ used: { pods: "0" } });
  });
});
