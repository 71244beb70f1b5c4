import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configMap, core, deployment, namespace, secret } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { CBOR, cborRequest, cborWatch } from "./cborClient.ts";

const APPLY = "application/apply-patch+cbor";
const maps = core("forms", "configmaps");
const secrets = core("forms", "secrets");
const TABLE = `${CBOR};as=Table;v=v1;g=meta.k8s.io`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ featureGates: { CBORServingAndStorage: "true" } });
  await server.request("POST", "/api/v1/namespaces", { body: namespace("forms") });
});
afterAll(() => server.stop());

const call = (method: string, path: string, options?: Parameters<typeof cborRequest>[3]) =>
  cborRequest(server, method, path, options);

describe("objects in CBOR", () => {
  it("are created, read, replaced and deleted, and are the same in JSON", async () => {
    const created = await call("POST", secrets, { body: secret("a") });
    expect(created).toMatchObject({ status: 201, body: secret("a") });
    expect(created.headers["content-type"]).toBe(CBOR);
    expect(created.bytes.subarray(0, 3).toString("hex")).toBe("d9d9f7");
    expect(created.bytes.includes("plain bytes")).toBe(true);

    const read = await call("GET", `${secrets}/a`);
    const json = await server.request("GET", `${secrets}/a`);
    expect(read.body).toEqual(json.body);
    expect(json.headers["content-type"]).toBe("application/json");

    const data = { l: Buffer.from("x").toString("base64") };
    const replaced = await call("PUT", `${secrets}/a`, { body: { ...read.body, data } });
    expect(replaced).toMatchObject({ status: 200, body: { data } });

    const dry = { apiVersion: "v1", kind: "DeleteOptions", dryRun: ["All"] };
    expect((await call("DELETE", `${secrets}/a`, { body: dry })).status).toBe(200);
    const deleted = await call("DELETE", `${secrets}/a`, { body: { propagationPolicy: "Background" } });
    expect(deleted.body).toMatchObject({ kind: "Status", status: "Success", details: { name: "a" } });
    expect(await call("GET", `${secrets}/a`)).toMatchObject({ status: 404, body: { reason: "NotFound" } });
  });

  it("may be sent in one format and returned in another", async () => {
    const sent = await call("POST", maps, { body: configMap("mixed", { k: "v" }), accept: "application/json" });
    expect(sent).toMatchObject({ status: 201, body: { data: { k: "v" } } });
    expect((await call("GET", `${maps}/mixed`, { accept: "*/*" })).headers["content-type"]).toBe("application/json");
    const yaml = await call("GET", `${maps}/mixed`, { accept: "application/yaml" });
    expect(yaml.text).toContain("k: v");
  });

  it("are available through subresources", async () => {
    const path = "/apis/apps/v1/namespaces/forms/deployments";
    expect((await call("POST", path, { body: deployment("d", 2) })).status).toBe(201);
    const scale = await call("GET", `${path}/d/scale`);
    expect(scale.body).toMatchObject({ kind: "Scale", spec: { replicas: 2 } });
    const spec = { replicas: 3 };
    const { name, namespace: within } = scale.body.metadata;
    const body = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name, namespace: within }, spec };
    expect((await call("PUT", `${path}/d/scale`, { body })).body).toMatchObject({ spec });
    const current = (await call("GET", `${path}/d`)).body;
    const status = { observedGeneration: 1, replicas: 3 };
    expect((await call("PUT", `${path}/d/status`, { body: { ...current, status } })).body).toMatchObject({ status });
  });

  it("include reviews and responses of other actions", async () => {
    const body = {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SelfSubjectAccessReview",
      spec: { nonResourceAttributes: { path: "/x", verb: "get" } },
    };
    const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    expect(await call("POST", path, { body })).toMatchObject({ status: 201, body: { status: { allowed: true } } });
  });
});

describe("collections in CBOR", () => {
  beforeAll(async () => {
    for (const name of ["la", "lb", "lc"]) {
      await server.request("POST", secrets, { body: { ...secret(name), metadata: { name, labels: { in: "list" } } } });
    }
  });
  const path = `${secrets}?labelSelector=in%3Dlist`;

  it("are lists, the same as in JSON", async () => {
    const list = await call("GET", path);
    expect(list.headers["content-type"]).toBe(CBOR);
    expect(list.body).toEqual((await server.request("GET", path)).body);
    expect(list.body.items).toHaveLength(3);
    expect((await call("GET", path)).bytes.equals(list.bytes)).toBe(true);
    const page = await call("GET", `${path}&limit=2`);
    expect(page.body.items).toHaveLength(2);
    expect(page.body.metadata).toMatchObject({ continue: expect.stringMatching(/./) });
  });

  it("are Tables and partial metadata", async () => {
    const table = await call("GET", path, { accept: TABLE });
    expect(table.headers["content-type"]).toBe(CBOR);
    const json = await server.request("GET", path, { headers: { accept: TABLE.replace("cbor", "json") } });
    expect(table.body.columnDefinitions).toEqual(json.body.columnDefinitions);
    expect(table.body.rows?.map(({ cells }) => cells[0])).toEqual(["la", "lb", "lc"]);
    const partial = `${CBOR};as=PartialObjectMetadataList;v=v1;g=meta.k8s.io`;
    const metadata = await call("GET", path, { accept: partial });
    expect(metadata.body).toMatchObject({ kind: "PartialObjectMetadataList" });
    expect(metadata.body.items[0]).not.toHaveProperty("data");
  });

  it("are deleted with deletecollection", async () => {
    const deleted = await call("DELETE", path, { body: { kind: "DeleteOptions", apiVersion: "v1" } });
    expect(deleted.body).toMatchObject({ kind: "Status", status: "Success" });
    expect((await call("GET", path)).body.items).toEqual([]);
  });
});

describe("invalid CBOR bodies", () => {
  it("are refused with the reference's messages", async () => {
    const cut = await call("POST", maps, { body: Uint8Array.of(0xd9, 0xd9, 0xf7, 0xa1) });
    expect(cut).toMatchObject({ status: 400, body: { reason: "BadRequest", kind: "Status" } });
    expect(cut.body.message).toBe(
      "the object provided is unrecognized (must be of type ConfigMap): unable to determine group/version/kind: unexpected EOF (d9d9f7a1)",
    );
    expect((await call("POST", maps, { body: new Uint8Array() })).status).toBe(400);
    const options = await call("DELETE", `${maps}/none`, { body: Uint8Array.of(0xff) });
    expect(options.body.message).toContain('cbor: unexpected "break" code');
    const other = await call("POST", maps, { body: { ...configMap("x"), kind: "Secret" } });
    expect(other.status).toBe(400);
    const wrong = await call("POST", maps, { body: { ...configMap("x"), data: { k: 1 } } });
    expect(wrong.status).toBe(400);
  });

  it("have unknown fields reported as in JSON", async () => {
    const body = { ...configMap("strict"), foo: 1, metadata: { name: "strict", bar: 2 } };
    const json = await server.request("POST", `${maps}?fieldValidation=Strict`, { body });
    const cbor = await call("POST", `${maps}?fieldValidation=Strict`, { body });
    expect(cbor.status).toBe(400);
    expect(cbor.body.message).toBe(json.body.message);
    const warned = await call("POST", `${maps}?fieldValidation=Warn`, { body });
    expect(warned.status).toBe(201);
    expect(warned.headers["warning"]).toContain('unknown field \\"foo\\"');
  });

  it("may not repeat a map key", async () => {
    const body = Buffer.from("a14464617461a2416b4161416b4162", "hex");
    const twice = await call("POST", `${maps}?fieldValidation=Ignore`, { body });
    expect(twice.body.message).toBe(
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: cbor: found duplicate map key "k" at map element index 1',
    );
  });
});

describe("discovery in CBOR", () => {
  it("supports only resource lists", async () => {
    for (const path of ["/api/v1", "/apis/apps/v1"]) {
      expect(await call("GET", path)).toMatchObject({ status: 200, body: { kind: "APIResourceList" } });
    }
    for (const path of ["/api", "/apis", "/apis/apps"]) expect((await call("GET", path)).status).toBe(406);
  });
});

describe("without the feature gate", () => {
  it("CBOR is not supported", async () => {
    const plain = await startTestServer();
    try {
      const path = core("default", "configmaps");
      const read = await cborRequest(plain, "GET", path);
      expect(read.status).toBe(406);
      expect(read.text).not.toContain("cbor");
      expect(read.headers["content-type"]).toBe("application/json");
      const sent = await cborRequest(plain, "POST", path, { body: configMap("a"), accept: "application/json" });
      expect(sent).toMatchObject({ status: 415, body: { reason: "UnsupportedMediaType" } });
      expect(sent.text).not.toContain("cbor");
      const applied = { body: configMap("a"), accept: "application/json", contentType: APPLY };
      expect((await cborRequest(plain, "PATCH", `${path}/a?fieldManager=m`, applied)).status).toBe(415);
      expect((await cborRequest(plain, "GET", "/api/v1")).status).toBe(406);
      const either = await cborRequest(plain, "GET", path, { accept: `${CBOR},application/json` });
      expect(either.headers["content-type"]).toBe("application/json");
      await expect(cborWatch(plain, `${path}?watch=true`, "application/cbor-seq")).rejects.toThrow("406");
    } finally {
      await plain.stop();
    }
  });
});
