import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decodeProto } from "../../model/encoding/protobuf/decodeProto.ts";
import { encodeProto } from "../../model/encoding/protobuf/encodeProto.ts";
import { decodeUnknown, encodeUnknown } from "../../model/encoding/protobuf/envelope.ts";
import { loadSchema } from "../../model/schema/schema.ts";
import type { TestAnswer } from "../httpClient.ts";
import { collect, open } from "../httpClient.ts";
import { configMap, core, namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
const maps = core("forms", "configmaps");
const PROTOBUF = "application/vnd.kubernetes.protobuf";
const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", "/api/v1/namespaces", { body: namespace("forms") });
  await server.request("POST", maps, { body: configMap("a", { k: "v", other: "w" }) });
});
afterAll(() => server.stop());

const get = (path: string, accept: string, headers: Record<string, string> = {}): Promise<TestAnswer> =>
  server.request("GET", path, { headers: { accept, ...headers } });
const node = (name: string) => loadSchema(server.vocabulary).definition(name);

describe("Tables", () => {
  it("have the server's columns, and include metadata by default", async () => {
    const table = await get(maps, TABLE);
    expect(table.body).toMatchObject({ kind: "Table", apiVersion: "meta.k8s.io/v1" });
    expect(table.body.columnDefinitions?.[0]).toMatchObject({
      name: "Name",
      type: "string",
      format: "name",
      priority: 0,
    });
    expect(table.body.columnDefinitions?.[0]?.description).toContain("Name must be unique within a namespace");
    expect(table.body.rows?.[0]?.cells.slice(0, 2)).toEqual(["a", 2]);
    expect(table.body.rows?.[0]?.cells[2]).toMatch(/^\d+s$/);
    expect(table.body.rows?.[0]?.object).toMatchObject({ kind: "PartialObjectMetadata", apiVersion: "meta.k8s.io/v1" });
    const none = await get(`${maps}?includeObject=None`, TABLE);
    expect(none.body.rows?.[0]?.object).toBeNull();
    const whole = await get(`${maps}?includeObject=Object`, TABLE);
    expect(whole.body.rows?.[0]?.object).toMatchObject({ data: { k: "v" } });
    const wrong = await get(`${maps}?includeObject=Some`, TABLE);
    expect(wrong.status).toBe(400);
  });

  it("are available for single objects and for writes", async () => {
    const one = await get(`${maps}/a`, TABLE);
    expect(one.body.rows).toHaveLength(1);
    const made = await server.request("POST", maps, { body: configMap("t"), headers: { accept: TABLE } });
    expect([made.status, made.body.kind, made.body.rows?.[0]?.cells[0]]).toEqual([201, "Table", "t"]);
  });

  it("are paged like lists", async () => {
    const page = await get(`${maps}?limit=1`, TABLE);
    expect(page.body.rows).toHaveLength(1);
    expect(page.body.metadata).toHaveProperty("continue");
    expect(page.body.metadata).toHaveProperty("remainingItemCount");
  });

  it("fall back according to the Accept header", async () => {
    const old = await get(maps, `application/json;as=Table;v=v9;g=meta.k8s.io,application/json`);
    expect(old.body.kind).toBe("ConfigMapList");
    const beta = await get(maps, "application/json;as=Table;v=v1beta1;g=meta.k8s.io");
    expect(beta.body.apiVersion).toBe("meta.k8s.io/v1beta1");
  });
});

describe("partial metadata", () => {
  it("has separate media types for objects and lists", async () => {
    const one = await get(`${maps}/a`, "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io");
    expect(Object.keys(one.body)).toEqual(["kind", "apiVersion", "metadata"]);
    const list = await get(maps, "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io");
    expect(list.body).toMatchObject({ kind: "PartialObjectMetadataList", apiVersion: "meta.k8s.io/v1" });
    const crossed = await get(maps, "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io");
    expect([crossed.status, crossed.body.message]).toEqual([
      406,
      "you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)",
    ]);
  });
});

describe("YAML", () => {
  it("is accepted and returned", async () => {
    const body = "kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: yaml\ndata:\n  k: '1'\n";
    const made = await server.request("POST", maps, {
      body,
      headers: { "content-type": "application/yaml", accept: "application/yaml" },
    });
    expect([made.status, made.headers["content-type"]]).toEqual([201, "application/yaml"]);
    expect(made.text).toContain('data:\n  k: "1"\n');
    expect(made.text.startsWith("apiVersion: v1\n")).toBe(true);
    expect((await get(`${maps}/yaml`, "application/json")).body["data"]).toEqual({ k: "1" });
  });

  it("that is invalid is refused", async () => {
    const headers = { "content-type": "application/yaml" };
    const answer = await server.request("POST", maps, { body: "a: [1", headers });
    expect([answer.status, answer.body.reason]).toEqual([400, "BadRequest"]);
  });
});

describe("protobuf", () => {
  it("is accepted and returned, for objects and lists", async () => {
    const definition = node("api.core.v1.ConfigMap");
    const raw = encodeProto(definition, { metadata: { name: "proto" }, data: { k: "v" } });
    const made = await server.request("POST", maps, {
      body: Buffer.from(encodeUnknown({ apiVersion: "v1", kind: "ConfigMap", raw })),
      headers: { "content-type": PROTOBUF, accept: PROTOBUF },
    });
    expect([made.status, made.headers["content-type"]]).toEqual([201, PROTOBUF]);
    const envelope = decodeUnknown(made.bytes);
    expect(envelope).toMatchObject({ apiVersion: "v1", kind: "ConfigMap" });
    const decoded = decodeProto(definition, envelope.raw);
    const json = (await get(`${maps}/proto`, "application/json")).body;
    expect(decoded).toMatchObject({ data: { k: "v" }, metadata: { uid: json.metadata.uid } });
    const list = decodeUnknown((await get(maps, PROTOBUF)).bytes);
    expect(list.kind).toBe("ConfigMapList");
    const { items } = decodeProto(node("api.core.v1.ConfigMapList"), list.raw) as { items: unknown[] };
    expect(items.length).toBe((await get(maps, "application/json")).body.items.length);
  });

  it("is refused with the reason when it is malformed", async () => {
    const headers = { "content-type": PROTOBUF };
    const message = async (method: string, path: string, body: Buffer): Promise<unknown[]> => {
      const answer = await server.request(method, path, { body, headers });
      return [answer.status, answer.body["message"]];
    };
    const unrecognized = "the object provided is unrecognized (must be of type ConfigMap): ";
    expect(await message("POST", maps, Buffer.from("k8s\0"))).toEqual([400, `${unrecognized}empty body (6b387300)`]);
    const noPrefix = "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]";
    expect(await message("POST", maps, Buffer.from("{}"))).toEqual([400, `${unrecognized}${noPrefix} ({})`]);
    const cut = encodeUnknown({ apiVersion: "v1", kind: "ConfigMap", raw: Buffer.from([10, 5, 1]) });
    const what = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: unexpected EOF';
    expect(await message("POST", maps, Buffer.from(cut))).toEqual([400, what]);
    expect(await message("DELETE", `${maps}/none`, Buffer.from("{}"))).toEqual([500, noPrefix]);
  });

  it("is used for errors, too", async () => {
    const answer = await get(`${maps}/none`, PROTOBUF);
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, PROTOBUF]);
    const { kind, raw } = decodeUnknown(answer.bytes);
    expect(kind).toBe("Status");
    expect(decodeProto(node("apimachinery.pkg.apis.meta.v1.Status"), raw)).toMatchObject({
      code: 404,
      reason: "NotFound",
      message: 'configmaps "none" not found',
    });
  });

  it("frames watch events with their length", async () => {
    const connection = { agent: server.agent, url: server.url };
    const response = await open(connection, "GET", `${maps}?watch=true&timeoutSeconds=1`, {
      headers: { accept: `${PROTOBUF};stream=watch` },
    });
    expect(response.headers["content-type"]).toBe(`${PROTOBUF};stream=watch`);
    const bytes = await collect(response);
    // The first field of the first event, its type: tag and length, then the text.
    expect(bytes.subarray(4, 6)).toEqual(Buffer.from([0x0a, 5]));
    expect(bytes.toString("utf8", 6, 11)).toBe("ADDED");
    let frames = 0;
    for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at)) frames += 1;
    expect(frames).toBe((await get(maps, "application/json")).body.items.length);
  });

  it("that is invalid is refused", async () => {
    const headers = { "content-type": PROTOBUF };
    const answer = await server.request("POST", maps, { body: Buffer.from("nonsense"), headers });
    expect([answer.status, answer.body.reason]).toEqual([400, "BadRequest"]);
  });
});

describe("negotiation", () => {
  it("refuses unsupported media types, and lists the supported ones", async () => {
    const answer = await get(maps, "text/html");
    expect(answer.status).toBe(406);
    expect(answer.body.reason).toBe("NotAcceptable");
    for (const type of ["application/json", "application/yaml", PROTOBUF]) expect(answer.body.message).toContain(type);
    expect((await get(maps, "text/html,application/*;q=0.1,*/*;q=0.5")).status).toBe(200);
    expect((await get(maps, "*/*")).headers["content-type"]).toBe("application/json");
  });

  it("refuses Tables for discovery documents unless another type is acceptable", async () => {
    const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
    for (const path of ["/api", "/api/v1", "/apis/apps", "/apis/apps/v1"]) {
      expect([path, (await get(path, table)).status]).toEqual([path, 406]);
      expect([path, (await get(path, `${table},application/json`)).status]).toEqual([path, 200]);
    }
  });

  it("refuses bodies of unknown types and bodies that are too large", async () => {
    const type = await server.request("POST", maps, { body: "x", headers: { "content-type": "text/plain" } });
    expect([type.status, type.body.reason, type.body.message]).toEqual([
      415,
      "UnsupportedMediaType",
      `the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, ${PROTOBUF}`,
    ]);
    const large = await server.request("POST", maps, { body: configMap("large", { k: "x".repeat(3 * 1024 * 1024) }) });
    expect([large.status, large.body.reason, large.body.message]).toEqual([
      413,
      "RequestEntityTooLarge",
      "Request entity too large: limit is 3145728",
    ]);
    expect((await get(maps, "application/json")).status).toBe(200);
  });

  it("indents output for curl and browsers, and on request", async () => {
    const plain = await get(`${maps}/a`, "application/json");
    expect(plain.text).not.toContain("\n  ");
    const curl = await get(`${maps}/a`, "*/*", { "user-agent": "curl/8.0" });
    expect(curl.text).toContain('{\n  "kind": "ConfigMap"');
    const asked = await get(`${maps}/a?pretty=true`, "application/json");
    expect(asked.text).toContain('\n  "apiVersion": "v1"');
    const declined = await get(`${maps}/a?pretty=false`, "*/*", { "user-agent": "curl/8.0" });
    expect(declined.text).not.toContain("\n  ");
  });
});

describe("compression", () => {
  it("applies to large responses for clients that accept gzip", async () => {
    await server.request("POST", maps, { body: configMap("big", { k: "abcdefgh".repeat(20_000) }) });
    const gzip = { "accept-encoding": "gzip" };
    const plain = await get(maps, "application/json");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    const packed = await get(maps, "application/json", gzip);
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 10);
    expect(gunzipSync(packed.bytes).toString()).toBe(plain.text);
    const small = await get(`${maps}/a`, "application/json", gzip);
    expect(small.headers["content-encoding"]).toBeUndefined();
    const big = await get(`${maps}/big`, "application/json", gzip);
    expect(big.headers["content-encoding"]).toBe("gzip");
  });
});
