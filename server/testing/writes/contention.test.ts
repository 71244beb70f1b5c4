import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configMap } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

const CLIENTS = 16;
const EACH = 4;
const MAPS = "/api/v1/namespaces/default/configmaps";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ disableAdmissionPlugins: ["ServiceAccount"] });
});
afterAll(() => server.stop());

/** Sixteen concurrent clients, each sending requests one after the other. @returns the number of answers by status */
async function contend(act: (client: number, i: number) => Promise<{ status: number }>): Promise<object> {
  const counts: Record<number, number> = {};
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let i = 0; i < EACH; i++) {
        const { status } = await act(client, i);
        counts[status] = (counts[status] ?? 0) + 1;
      }
    }),
  );
  return counts;
}

const ALL_WELL = { 200: CLIENTS * EACH };
const patch = (path: string, type: string, body: unknown) =>
  server.request("PATCH", path, { body, headers: { "content-type": `application/${type}` } });

describe("concurrent writers of one object", () => {
  const own = (client: number, i: number) => ({ [`c${client}-${i}`]: "1" });
  const data = (client: number, i: number) => ({ data: own(client, i) });
  const patches: Readonly<Record<string, (path: string, client: number, i: number) => Promise<{ status: number }>>> = {
    json: (path, client, i) =>
      patch(path, "json-patch+json", [{ op: "add", path: `/data/c${client}-${i}`, value: "1" }]),
    merge: (path, client, i) => patch(path, "merge-patch+json", data(client, i)),
    strategic: (path, client, i) => patch(path, "strategic-merge-patch+json", data(client, i)),
    apply: (path, client, i) =>
      patch(`${path}?fieldManager=m-${client}-${i}`, "apply-patch+yaml", configMap("apply", own(client, i))),
  };

  it.each(Object.keys(patches))("with %s patches all succeed, and lose no changes of others", async (name) => {
    const path = `${MAPS}/${name}`;
    await server.request("POST", MAPS, { body: configMap(name, { begun: "1" }) });
    expect(await contend((client, i) => patches[name]?.(path, client, i) ?? Promise.reject(name))).toEqual(ALL_WELL);
    const { body } = await server.request("GET", path);
    expect(Object.keys(body["data"] as object)).toHaveLength(CLIENTS * EACH + 1);
  });

  it("that copy the resource version into data see an earlier one, and lose no changes", async () => {
    const path = `${MAPS}/versions`;
    await server.request("POST", MAPS, { body: configMap("versions", { begun: "1" }) });
    const told = new Map<string, string>();
    const codes = await contend(async (client, i) => {
      const copied = `c${client}-${i}`;
      const answer = await patch(path, "json-patch+json", [
        client % 2 === 0
          ? { op: "copy", from: "/metadata/resourceVersion", path: `/data/${copied}` }
          : { op: "add", path: `/data/${copied}`, value: "1" },
      ]);
      const { data, metadata } = answer.body as unknown as ReturnType<typeof configMap>;
      const { resourceVersion = "" } = metadata as { resourceVersion?: string };
      if (client % 2 === 0) told.set(data?.[copied] ?? "", resourceVersion);
      return answer;
    });
    expect(codes).toEqual(ALL_WELL);
    expect(told.size).toBe((CLIENTS / 2) * EACH);
    // Each write saw an earlier version than its own; no two saw the same version.
    for (const [seen, own] of told) expect(Number(seen)).toBeLessThan(Number(own));
  });

  it("with PUT without a resource version all succeed", async () => {
    await server.request("POST", MAPS, { body: configMap("put") });
    const put = (client: number, i: number) =>
      server.request("PUT", `${MAPS}/put`, { body: configMap("put", own(client, i)) });
    expect(await contend(put)).toEqual(ALL_WELL);
  });

  it("with the same resource version succeed once", async () => {
    const { body: seen } = await server.request("POST", MAPS, { body: configMap("versioned") });
    const { resourceVersion } = seen.metadata;
    const path = `${MAPS}/versioned`;
    const puts = Array.from({ length: CLIENTS }, (_, i) =>
      server.request("PUT", path, { body: { ...seen, data: { a: `${i}` } } }),
    );
    const codes = (await Promise.all(puts)).map(({ status }) => status);
    expect([codes.filter((code) => code === 200).length, new Set(codes)]).toEqual([1, new Set([200, 409])]);
    const late = await patch(path, "merge-patch+json", { metadata: { resourceVersion }, data: { b: "1" } });
    expect([late.status, late.body.reason]).toEqual([409, "Conflict"]);
    const { resourceVersion: _, ...metadata } = { ...seen.metadata, uid: "other" };
    const other = await server.request("PUT", path, { body: { ...seen, metadata } });
    expect([other.status, other.body.reason]).toEqual([409, "Conflict"]);
  });

  it("that apply fields of another owner get conflicts", async () => {
    await server.request("POST", MAPS, { body: configMap("owned") });
    const codes = await contend((client, i) =>
      patch(
        `${MAPS}/owned?fieldManager=m-${client}`,
        "apply-patch+yaml",
        configMap("owned", { one: `${client}-${i}` }),
      ),
    );
    expect(codes).toEqual({ 200: EACH, 409: (CLIENTS - 1) * EACH });
  });

  it("that apply a missing object create it once", async () => {
    const statuses = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) =>
        patch(`${MAPS}/fresh?fieldManager=m-${client}`, "apply-patch+yaml", configMap("fresh", own(client, 0))),
      ),
    );
    const codes = statuses.map(({ status }) => status).sort();
    expect(codes).toEqual([...Array(CLIENTS - 1).fill(200), 201]);
    const { body } = await server.request("GET", `${MAPS}/fresh`);
    expect(Object.keys(body["data"] as object)).toHaveLength(CLIENTS);
  });

  it("of scale, status and labels do not conflict", async () => {
    const deployments = "/apis/apps/v1/namespaces/default/deployments";
    const labels = { app: "web" };
    await server.request("POST", deployments, {
      body: {
        kind: "Deployment",
        apiVersion: "apps/v1",
        metadata: { name: "web" },
        spec: {
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
        },
      },
    });
    const web = `${deployments}/web`;
    const acts = [
      (n: number) => patch(`${web}/scale`, "merge-patch+json", { spec: { replicas: n } }),
      (n: number) => patch(`${web}/status`, "merge-patch+json", { status: { observedGeneration: n } }),
      (n: number) => patch(web, "strategic-merge-patch+json", { metadata: { labels: { [`l${n}`]: "1" } } }),
      (n: number) =>
        server.request("PUT", `${web}/scale`, {
          body: {
            kind: "Scale",
            apiVersion: "autoscaling/v1",
            metadata: { name: "web", namespace: "default" },
            spec: { replicas: n },
          },
        }),
    ];
    const counts = await contend((client, i) => acts[client % acts.length]?.(client * EACH + i) ?? Promise.reject());
    expect(counts).toEqual(ALL_WELL);
  });

  it("all succeed while it is being deleted, until its last finalizer is removed", async () => {
    await server.request("POST", MAPS, {
      body: { ...configMap("ending"), metadata: { name: "ending", finalizers: ["example.com/hold"] } },
    });
    const path = `${MAPS}/ending`;
    const counts = await contend((client, i) =>
      client % 4 === 0 ? server.request("DELETE", path) : patch(path, "merge-patch+json", data(client, i)),
    );
    expect(counts).toEqual(ALL_WELL);
    const last = await patch(path, "merge-patch+json", { metadata: { finalizers: null } });
    expect([last.status, (await server.request("GET", path)).status]).toEqual([200, 404]);
  });

  it("in dry runs neither block others nor store anything", async () => {
    await server.request("POST", MAPS, { body: configMap("rehearsed") });
    const counts = await contend((client, i) =>
      patch(`${MAPS}/rehearsed${client % 2 === 0 ? "?dryRun=All" : ""}`, "merge-patch+json", data(client, i)),
    );
    expect(counts).toEqual(ALL_WELL);
    const { body } = await server.request("GET", `${MAPS}/rehearsed`);
    expect(Object.keys(body["data"] as object)).toHaveLength((CLIENTS / 2) * EACH);
  });
});

it("sixteen concurrent evictions use up sixteen allowed disruptions, and the next is refused", async () => {
  const labels = { app: "evicted" };
  const pods = "/api/v1/namespaces/default/pods";
  const names = Array.from({ length: CLIENTS + 1 }, (_, i) => `evicted-${i}`);
  for (const name of names) {
    await server.request("POST", pods, {
      body: {
        kind: "Pod",
        apiVersion: "v1",
        metadata: { name, labels },
        spec: { containers: [{ name: "c", image: "i" }] },
      },
    });
    await patch(`${pods}/${name}/status`, "merge-patch+json", {
      status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
    });
  }
  const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  await server.request("POST", budgets, {
    body: {
      kind: "PodDisruptionBudget",
      apiVersion: "policy/v1",
      metadata: { name: "b" },
      spec: { minAvailable: 1, selector: { matchLabels: labels } },
    },
  });
  await patch(`${budgets}/b/status`, "merge-patch+json", {
    status: {
      disruptionsAllowed: CLIENTS,
      observedGeneration: 1,
      currentHealthy: 17,
      desiredHealthy: 1,
      expectedPods: 17,
    },
  });
  const codes = await Promise.all(
    names.map(async (name) => {
      const body = { kind: "Eviction", apiVersion: "policy/v1", metadata: { name } };
      return (await server.request("POST", `${pods}/${name}/eviction`, { body })).status;
    }),
  );
  expect(codes.sort()).toEqual([...Array(CLIENTS).fill(201), 429]);
  // The server itself makes the change that an eviction counts.
  expect((await server.request("GET", `${budgets}/b`)).body.metadata.managedFields).toContainEqual(
    expect.objectContaining({ manager: "kube-apiserver", operation: "Update", subresource: "status" }),
  );
});
