import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSqliteStorage } from "../../store/storage/sqlite/sqliteStorage.ts";
import { startTestServer, type TestServer, temporaryFolder } from "../testServer.ts";
import { fillFromReference, type ReferenceStore, referenceStore } from "./referenceStore.ts";

const kit = referenceStore();
if (kit === undefined) console.warn("readOnly.test.ts: the recorded store is not at hand");

/** Not stored anywhere: the reference asks other programs for each request. */
const DYNAMIC = ["/api/v1/componentstatuses"];
/** Lists whose members have another order, as in every answer for these kinds. */
const OTHER_ORDER = ["/apis/events.k8s.io/v1/events", "/apis/example.org/v1/gadgets"];

describe.skipIf(kit === undefined)("a reference server's store that is served read-only", () => {
  const { lists, entries, revision } = kit as ReferenceStore;
  let dataDir: string;
  let file: string;
  let server: TestServer;

  const contents = async (): Promise<unknown> => {
    const storage = await openSqliteStorage({ file, readOnly: true });
    try {
      return { ...(await storage.range({ prefix: "" })), compacted: await storage.revisionAt(0) };
    } finally {
      await storage.close();
    }
  };

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    file = join(dataDir, "store.db");
    const storage = await openSqliteStorage({ file });
    await fillFromReference(storage, { lists, entries, revision });
    await storage.close();
    server = await startTestServer({ dataDir, readOnly: true, controllers: ["*"] });
  });
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it.each(Object.keys(lists).filter((path) => !DYNAMIC.includes(path)))("lists %s like the reference", async (path) => {
    const answer = await server.request("GET", path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(lists[path]);
    if (!OTHER_ORDER.includes(path)) expect(JSON.stringify(answer.body)).toBe(JSON.stringify(lists[path]));
  });

  it.each([
    ["POST", "/api/v1/namespaces", { kind: "Namespace", apiVersion: "v1", metadata: { name: "new" } }],
    ["POST", "/api/v1/namespaces?dryRun=All", { kind: "Namespace", apiVersion: "v1", metadata: { name: "new" } }],
    ["DELETE", "/api/v1/namespaces/shop/configmaps/settings", undefined],
    ["DELETE", "/api/v1/namespaces/shop/configmaps", undefined],
    ["PUT", "/apis/apps/v1/namespaces/shop/deployments/web/scale", { spec: { replicas: 3 } }],
    ["PATCH", "/api/v1/nodes/n1/status", { status: { phase: "Running" } }],
    ["DELETE", "/apis/example.org/v1/namespaces/shop/gadgets/g", undefined],
    ["DELETE", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.example.org", undefined],
  ])("refuses %s %s", async (method, path, body) => {
    const headers: Record<string, string> =
      method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {};
    const answer = await server.request(method, path, { body, headers });
    expect(answer.body).toMatchObject({ code: 403, reason: "Forbidden" });
    expect(JSON.stringify(answer.body)).toContain("this server is read-only (--read-only)");
  });

  it("refuses actions that would store something", async () => {
    const body = { kind: "Binding", apiVersion: "v1", metadata: { name: "p" }, target: { kind: "Node", name: "n1" } };
    const answer = await server.request("POST", "/api/v1/namespaces/shop/pods/p/binding", { body });
    expect(answer.status).toBeGreaterThanOrEqual(403);
  });

  it("allows actions that store nothing", async () => {
    const spec = { resourceAttributes: { verb: "get", resource: "pods" } };
    const review = { kind: "SelfSubjectAccessReview", apiVersion: "authorization.k8s.io/v1", spec };
    const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    expect((await server.request("POST", path, { body: review })).body).toMatchObject({ status: { allowed: true } });
    const token = { kind: "TokenRequest", apiVersion: "authentication.k8s.io/v1", spec: {} };
    const tokens = "/api/v1/namespaces/shop/serviceaccounts/default/token";
    expect((await server.request("POST", tokens, { body: token })).status).toBe(201);
    expect((await server.request("GET", "/readyz")).text).toBe("ok");
    expect(JSON.stringify((await server.request("GET", "/apis/example.org/v1")).body)).toContain("gadgets");
    expect((await server.request("GET", "/openapi/v3/apis/example.org/v1")).text).toContain("Gadget");
  });

  it("supports watches from the latest revision", async () => {
    const stream = await server.watch("/api/v1/namespaces?watch=1");
    expect(await stream.next()).toMatchObject({ type: "ADDED", object: { metadata: { name: "default" } } });
    stream.close();
  });

  it("is not modified", async () => {
    const before = await readFile(file);
    const wanted = new Map(entries.map(({ key, value }) => [key, value.toString("latin1")]));
    await server.stop();
    const { items, revision: now } = (await contents()) as {
      items: { key: string; value: Uint8Array }[];
      revision: number;
    };
    expect(now).toBe(revision);
    const found = items.filter(({ key }) => key.startsWith("/registry/"));
    expect(new Map(found.map(({ key, value }) => [key, Buffer.from(value).toString("latin1")]))).toEqual(wanted);
    expect((await readFile(file)).equals(before)).toBe(true);
    server = await startTestServer({ dataDir, readOnly: true });
  });
});
