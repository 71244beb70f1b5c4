import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { configMap, core, namespace, pod } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
let count = 0;
let name = "";
beforeAll(async () => {
  server = await startTestServer();
  // Pods need the service account that a controller would create.
  await server.request("POST", core("default", "serviceaccounts"), { body: { metadata: { name: "default" } } });
});
afterAll(() => server.stop());
beforeEach(() => {
  count += 1;
  name = `object-${count}`;
});

const maps = core("default", "configmaps");
const at = (): string => `${maps}/${name}`;
const create = (metadata: Record<string, unknown> = {}): Promise<TestAnswer> =>
  server.request("POST", maps, { body: { metadata: { name, ...metadata } } });
const remove = (body?: Record<string, unknown>, query = ""): Promise<TestAnswer> =>
  server.request("DELETE", at() + query, { body });
const merge = (body: unknown): Promise<TestAnswer> =>
  server.request("PATCH", at(), { body, headers: { "content-type": "application/merge-patch+json" } });

const JOB_WARNING = /child pods are preserved by default when jobs are deleted/;

describe("delete", () => {
  it("of a service also deletes its endpoints, but not in a dry run", async () => {
    const services = core("default", "services");
    const endpoints = `${core("default", "endpoints")}/${name}`;
    const spec = { ports: [{ port: 80 }] };
    await server.request("POST", services, { body: { metadata: { name }, spec } });
    // A controller may have created the endpoints before.
    await server.request("PUT", endpoints, { body: { metadata: { name } } });
    await server.request("DELETE", `${services}/${name}?dryRun=All`);
    expect((await server.request("GET", endpoints)).status).toBe(200);
    expect((await server.request("DELETE", `${services}/${name}`)).status).toBe(200);
    expect((await server.request("GET", endpoints)).status).toBe(404);
  });

  it("warns of orphaned pods of jobs, whether or not the job exists", async () => {
    const jobs = "/apis/batch/v1/namespaces/default/jobs";
    const warning = async (path: string): Promise<unknown> =>
      (await server.request("DELETE", jobs + path)).headers["warning"];
    expect(await warning("/none")).toMatch(JOB_WARNING);
    expect(await warning("")).toMatch(JOB_WARNING);
    expect(await warning("/none?propagationPolicy=Background")).toBeUndefined();
    expect(await warning("?orphanDependents=true")).toBeUndefined();
  });

  it("refuses to delete a system priority class by name, but not together with all others", async () => {
    const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
    const named = `${classes}/system-node-critical`;
    const refused = await server.request("DELETE", `${named}?dryRun=All`);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe(
      'priorityclasses.scheduling.k8s.io "system-node-critical" is forbidden: this is a system priority class and cannot be deleted',
    );
    expect((await server.request("DELETE", `${classes}?fieldSelector=metadata.name=system-node-critical`)).status).toBe(
      200,
    );
    expect((await server.request("GET", named)).status).toBe(404);
    // Its name is reserved even when it does not exist.
    expect((await server.request("DELETE", named)).status).toBe(403);
  });

  it("responds with a Status with the uid, and 404 afterwards", async () => {
    const { uid } = (await create()).body.metadata;
    const answer = await remove();
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Success",
      details: { name, kind: "configmaps", uid },
    });
    expect((await remove()).status).toBe(404);
  });

  it("checks preconditions", async () => {
    const { uid, resourceVersion } = (await create()).body.metadata;
    const other = "00000000-0000-0000-0000-000000000001";
    const wrongUid = await remove({ preconditions: { uid: other } });
    expect([wrongUid.status, wrongUid.body.message]).toEqual([
      409,
      `Operation cannot be fulfilled on ConfigMap "${name}": the UID in the precondition (${other}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    ]);
    const wrongVersion = await remove({ preconditions: { resourceVersion: "1" } });
    expect([wrongVersion.status, wrongVersion.body.message]).toEqual([
      409,
      `Operation cannot be fulfilled on ConfigMap "${name}": the ResourceVersion in the precondition (1) does not match the ResourceVersion in record (${resourceVersion}). The object might have been modified`,
    ]);
    expect((await remove({ preconditions: { uid, resourceVersion } })).status).toBe(200);
  });

  it("reports failed preconditions of namespaces with other messages", async () => {
    const path = `/api/v1/namespaces/${name}`;
    const { uid, resourceVersion } = (await server.request("POST", "/api/v1/namespaces", { body: namespace(name) }))
      .body.metadata;
    const refused = async (preconditions: object) => {
      const { status, body } = await server.request("DELETE", path, { body: { preconditions } });
      return [status, body.message, body.details];
    };
    const head = `Operation cannot be fulfilled on namespaces "${name}": Precondition failed:`;
    const details = { name, kind: "namespaces" };
    expect(await refused({ uid: "x" })).toEqual([
      409,
      `${head} UID in precondition: x, UID in object meta: ${uid}`,
      details,
    ]);
    expect(await refused({ resourceVersion: "1" })).toEqual([
      409,
      `${head} ResourceVersion in precondition: 1, ResourceVersion in object meta: ${resourceVersion}`,
      details,
    ]);
    const answer = await server.request("DELETE", path, { body: { orphanDependents: false, preconditions: { uid } } });
    expect([answer.status, answer.body.metadata.finalizers]).toEqual([202, ["foregroundDeletion"]]);
  });

  it("refuses contradictory and unknown options", async () => {
    await create();
    const both = await remove({ propagationPolicy: "Background", orphanDependents: true });
    expect([both.status, both.body.details?.causes?.[0]?.field]).toEqual([422, "propagationPolicy"]);
    const unknown = await remove(undefined, "?propagationPolicy=Sometimes");
    expect(unknown.body.message).toBe(
      'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "Sometimes": supported values: "Foreground", "Background", "Orphan", "nil"',
    );
    expect((await server.request("GET", at())).status).toBe(200);
  });
});

describe("finalizers", () => {
  it("keep an object until the last one is removed", async () => {
    await create({ finalizers: ["example.com/one", "example.com/two"] });
    const deleted = await remove();
    expect(deleted.status).toBe(200);
    expect(deleted.body.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: expect.any(Array) });
    expect(deleted.body.metadata.deletionTimestamp).toMatch(/Z$/);
    const again = await remove();
    expect(again.body.metadata.resourceVersion).toBe(deleted.body.metadata.resourceVersion);
    const taken = await server.request("POST", maps, { body: configMap(name) });
    expect(taken.body.message).toBe(`object is being deleted: configmaps "${name}" already exists`);
    const added = await merge({
      metadata: { finalizers: ["example.com/one", "example.com/two", "example.com/three"] },
    });
    expect(added.status).toBe(422);
    expect((await merge({ metadata: { finalizers: ["example.com/two"] } })).status).toBe(200);
    expect((await server.request("GET", at())).status).toBe(200);
    expect((await merge({ metadata: { finalizers: [] } })).status).toBe(200);
    expect((await server.request("GET", at())).status).toBe(404);
  });

  it("make the response 202 when dependents are not orphaned", async () => {
    await create({ finalizers: ["example.com/one"] });
    const accepted = await remove({ orphanDependents: false, gracePeriodSeconds: 0 });
    expect([accepted.status, accepted.body.kind]).toEqual([202, "ConfigMap"]);
    await merge({ metadata: { finalizers: null } });
  });

  it("are set from the propagation policy", async () => {
    await create();
    const foreground = await remove(undefined, "?propagationPolicy=Foreground");
    expect(foreground.body.metadata.finalizers).toEqual(["foregroundDeletion"]);
    const orphan = await remove({ propagationPolicy: "Orphan" });
    expect(orphan.body.metadata.finalizers).toEqual(["orphan"]);
    const background = await remove(undefined, "?propagationPolicy=Background");
    expect(background.body["status"]).toBe("Success");
  });
});

describe("graceful deletion", () => {
  const pods = core("default", "pods");
  const podAt = (): string => `${pods}/${name}`;

  it("removes a pod without a node at once", async () => {
    await server.request("POST", pods, { body: pod(name) });
    const answer = await server.request("DELETE", podAt());
    expect([answer.status, answer.body.kind]).toEqual([200, "Pod"]);
    expect((await server.request("GET", podAt())).status).toBe(404);
  });

  it("gives a running pod its grace period, which can only be shortened", async () => {
    await server.request("POST", pods, { body: { ...pod(name), spec: { ...pod(name).spec, nodeName: "n1" } } });
    const first = await server.request("DELETE", podAt());
    expect(first.body.metadata.deletionGracePeriodSeconds).toBe(30);
    const longer = await server.request("DELETE", `${podAt()}?gracePeriodSeconds=60`);
    expect(longer.body.metadata.deletionGracePeriodSeconds).toBe(30);
    const shorter = await server.request("DELETE", `${podAt()}?gracePeriodSeconds=5`);
    expect(shorter.body.metadata.deletionGracePeriodSeconds).toBe(5);
    expect((await server.request("DELETE", `${podAt()}?gracePeriodSeconds=0`)).status).toBe(200);
    expect((await server.request("GET", podAt())).status).toBe(404);
  });
});

describe("deletecollection", () => {
  it("deletes the selected objects", async () => {
    await server.request("POST", "/api/v1/namespaces", { body: namespace("many") });
    const all = core("many", "configmaps");
    for (const [item, color] of [
      ["a", "red"],
      ["b", "red"],
      ["c", "blue"],
    ] as const) {
      await server.request("POST", all, { body: configMap(item, {}, { color }) });
    }
    const rehearsed = await server.request("DELETE", `${all}?dryRun=All`);
    expect(rehearsed.body).toMatchObject({ kind: "Status", status: "Success" });
    expect((await server.request("GET", all)).body.items).toHaveLength(3);
    const answer = await server.request("DELETE", `${all}?labelSelector=color%3Dred`);
    expect([answer.status, answer.body.kind]).toEqual([200, "Status"]);
    expect((await server.request("GET", all)).body.items.map((item) => item.metadata.name)).toEqual(["c"]);
  });

  it("is refused with a resource version that is not a number", async () => {
    const { status, body } = await server.request("DELETE", `${core("default", "configmaps")}?resourceVersion=abc`);
    expect([status, body.message]).toEqual([
      400,
      expect.stringContaining('invalid resource version: resourceVersion: Invalid value: "abc"'),
    ]);
  });

  it("is refused across namespaces", async () => {
    expect((await server.request("DELETE", "/api/v1/configmaps")).status).toBe(405);
  });
});

describe("the response to a deletion", () => {
  const storage = "/apis/storage.k8s.io/v1";
  it.each([
    ["storageclasses", { provisioner: "example.com/x" }],
    ["csidrivers", { spec: {} }],
    ["csinodes", { spec: { drivers: [] } }],
    ["volumeattachments", { spec: { attacher: "x", nodeName: "n", source: { persistentVolumeName: "v" } } }],
  ])("is the deleted object for %s", async (plural, more) => {
    const body = { metadata: { name: "answered" }, ...more };
    expect((await server.request("POST", `${storage}/${plural}`, { body })).status).toBe(201);
    const answer = await server.request("DELETE", `${storage}/${plural}/answered`);
    expect([answer.status, answer.body.metadata.name]).toEqual([200, "answered"]);
  });
});

it("shows a force-deleted pod with a grace period of zero before its removal", async () => {
  const server = await startTestServer();
  try {
    const { request, watch } = server;
    const pods = "/api/v1/namespaces/default/pods";
    await request("POST", "/api/v1/namespaces/default/serviceaccounts", { body: { metadata: { name: "default" } } });
    const body = { metadata: { name: "p" }, spec: { nodeName: "n", containers: [{ name: "c", image: "i" }] } };
    const made = await request("POST", pods, { body });
    const events = await watch(`${pods}?watch=true&resourceVersion=${made.body.metadata.resourceVersion}`);
    await request("DELETE", `${pods}/p`);
    await request("DELETE", `${pods}/p?gracePeriodSeconds=0`);
    const told = [];
    for (let i = 0; i < 3; i++) {
      const event = await events.next();
      told.push([event?.type, event?.object.metadata.deletionGracePeriodSeconds]);
    }
    expect(told).toEqual([
      ["MODIFIED", 30],
      ["MODIFIED", 0],
      ["DELETED", 0],
    ]);
    events.close();
  } finally {
    await server.stop();
  }
});

it.each([
  ["/api/v1/pods", { spec: { containers: null }, status: {} }],
  ["/api/v1/configmaps", {}],
  ["/api/v1/services", { spec: {}, status: { loadBalancer: {} } }],
])("bookmarks of %s contain the kind's required empty fields", async (path, members) => {
  const server = await startTestServer();
  try {
    const query = "watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
    const events = await server.watch(`${path}?${query}`);
    for (let event = await events.next(); event !== undefined; event = await events.next()) {
      if (event.type !== "BOOKMARK") continue;
      const { kind: _k, apiVersion: _a, metadata: _m, ...rest } = event.object as unknown as Record<string, unknown>;
      expect(rest).toEqual(members);
      break;
    }
    events.close();
  } finally {
    await server.stop();
  }
});
