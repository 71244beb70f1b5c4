import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { DEFINITIONS_PATH, definition, object } from "../../api/extensions/testing/definitions.ts";
import { readBack } from "../../model/encoding/cbor/testing/readBack.ts";
import { credentials } from "../httpClient.ts";
import { configMap, core, namespace, secret } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { CBOR, cborRequest, cborWatch } from "./cborClient.ts";

const APPLY = "application/apply-patch+cbor";
const WIDGETS = "/apis/test.example.com/v1/namespaces/forms/widgets";
const maps = core("forms", "configmaps");
const secrets = core("forms", "secrets");

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ featureGates: { CBORServingAndStorage: "true" } });
  await server.request("POST", "/api/v1/namespaces", { body: namespace("forms") });
  const schema = {
    type: "object",
    properties: { spec: { type: "object", properties: { size: { type: "number" }, text: { type: "string" } } } },
  };
  await server.request("POST", DEFINITIONS_PATH, { body: definition("widget", { schema }) });
});
afterAll(() => server.stop());

const call = (method: string, path: string, options?: Parameters<typeof cborRequest>[3]) =>
  cborRequest(server, method, path, options);

describe("watches in CBOR", () => {
  it.each([CBOR, "application/cbor-seq"])("are sequences of events, requested as %s", async (accept) => {
    const name = `w${accept.length}`;
    const path = `${secrets}?watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&fieldSelector=metadata.name%3D${name}`;
    const { contentType, events } = await cborWatch(server, path, accept);
    expect(contentType).toBe("application/cbor-seq");
    const next = async () => (await events.next()).value;
    expect(await next()).toMatchObject({ type: "BOOKMARK", object: { kind: "Secret" } });
    await server.request("POST", secrets, { body: secret(name) });
    expect(await next()).toMatchObject({ type: "ADDED", object: secret(name) });
    await server.request("DELETE", `${secrets}/${name}`);
    expect(await next()).toMatchObject({ type: "DELETED", object: { metadata: { name } } });
    await events.return(undefined);
  });

  it("send errors as events", async () => {
    const revision = (await server.request("GET", secrets)).body.metadata.resourceVersion;
    const future = `sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&resourceVersion=${Number(revision) + 1000}`;
    const { events } = await cborWatch(server, `${secrets}?watch=true&${future}`);
    expect((await events.next()).value).toMatchObject({ type: "ERROR", object: { kind: "Status", code: 504 } });
    expect((await events.next()).done).toBe(true);
  });

  it("are binary WebSocket messages, whatever their last byte", async () => {
    const url = `${server.url.replace("https:", "wss:")}${maps}?watch=true&fieldSelector=metadata.name%3Dlines`;
    const socket = new WebSocket(url, {
      ca: server.running.admin.ca,
      headers: { ...credentials("admin"), accept: CBOR },
    });
    const message = new Promise<[Buffer, boolean]>((resolve, reject) => {
      socket.on("message", (data: Buffer, binary) => resolve([data, binary]));
      socket.on("error", reject);
    });
    await server.request("POST", maps, { body: configMap("lines", { k: "one line\n" }) });
    const [bytes, binary] = await message;
    socket.terminate();
    expect(binary).toBe(true);
    expect(bytes.at(-1)).toBe(0x0a);
    expect(readBack(bytes)).toMatchObject({ type: "ADDED", object: { data: { k: "one line\n" } } });
  });

  it("use a media type that lists do not accept", async () => {
    const list = await call("GET", secrets, { accept: "application/cbor-seq" });
    expect(list.status).toBe(406);
    expect(list.text).toContain("only the following media types are accepted");
    expect(list.text).toContain("application/vnd.kubernetes.protobuf, application/cbor");
  });
});

describe("apply in CBOR", () => {
  const apply = (name: string, data: Record<string, string>, manager: string) =>
    call("PATCH", `${maps}/${name}?fieldManager=${manager}`, { body: configMap(name, data), contentType: APPLY });

  it("creates, updates, and reports conflicts", async () => {
    const created = await apply("applied", { k: "1" }, "one");
    expect(created).toMatchObject({ status: 201, body: { data: { k: "1" } } });
    expect(created.body.metadata.managedFields).toMatchObject([{ manager: "one", operation: "Apply" }]);
    expect(await apply("applied", { k: "2" }, "one")).toMatchObject({ status: 200, body: { data: { k: "2" } } });
    expect(await apply("applied", { k: "3" }, "two")).toMatchObject({ status: 409, body: { reason: "Conflict" } });
  });

  it("refuses a body that is not an object", async () => {
    const patch = (body: Uint8Array) => call("PATCH", `${maps}/applied?fieldManager=one`, { body, contentType: APPLY });
    const list = await patch(Uint8Array.of(0x80));
    expect(list).toMatchObject({ status: 400, body: { reason: "BadRequest" } });
    expect(list.body.message).toMatch(/^error decoding CBOR: cbor: cannot unmarshal array/);
    expect((await patch(Uint8Array.of(0xa1))).body.message).toBe("error decoding CBOR: unexpected EOF");
  });

  it("is the only patch type available in CBOR", async () => {
    for (const contentType of [CBOR, "application/merge-patch+cbor", "application/strategic-merge-patch+cbor"]) {
      expect((await call("PATCH", `${maps}/applied`, { body: {}, contentType })).status).toBe(415);
    }
    const custom = await call("PATCH", `${WIDGETS}/x`, { body: {}, accept: "application/json" });
    expect(custom.body.message).toMatch(/application\/apply-patch\+yaml, application\/apply-patch\+cbor$/);
    const headers = { "content-type": "application/merge-patch+json", accept: CBOR };
    const merged = await server.request("PATCH", `${maps}/applied`, { body: { data: { m: "1" } }, headers });
    expect(merged.headers["content-type"]).toBe(CBOR);
  });
});

describe("custom resources in CBOR", () => {
  const widget = object("Widget", "w", { spec: { size: 3, text: "YQ==", gone: true } });

  it("encode whole numbers as integers, and text as text", async () => {
    const created = await call("POST", WIDGETS, { body: widget });
    expect(created).toMatchObject({ status: 201, body: { kind: "Widget", spec: { size: 3, text: "YQ==" } } });
    expect(created.body["spec"]).not.toHaveProperty("gone");
    expect(created.bytes.includes(Buffer.from("4473697a6503", "hex"))).toBe(true);
    const large = { ...widget, metadata: { name: "large" }, spec: { size: 1.5 } };
    expect((await call("POST", WIDGETS, { body: large })).body).toMatchObject({ spec: { size: 1.5 } });
    const list = await call("GET", WIDGETS);
    expect(list.body).toEqual((await server.request("GET", WIDGETS)).body);
    expect(list.body.items.map(({ kind }) => kind)).toEqual(["Widget", "Widget"]);
    expect((await call("GET", `${WIDGETS}/w`)).body).toEqual((await server.request("GET", `${WIDGETS}/w`)).body);
  });

  it("are applied and watched", async () => {
    const { events } = await cborWatch(server, `${WIDGETS}?watch=true&fieldSelector=metadata.name%3Dv`);
    const body = object("Widget", "v", { spec: { size: 1 } });
    const applied = await call("PATCH", `${WIDGETS}/v?fieldManager=m`, { body, contentType: APPLY });
    expect(applied.status).toBe(201);
    expect((await events.next()).value).toMatchObject({ type: "ADDED", object: { kind: "Widget", spec: { size: 1 } } });
    await events.return(undefined);
    const strict = await call("POST", `${WIDGETS}?fieldValidation=Strict&dryRun=All`, { body: { ...body, foo: 1 } });
    expect(strict.body.message).toMatch(/strict decoding error: unknown field "foo"$/);
  });

  it("keep 64-bit integers", async () => {
    await server.request("POST", DEFINITIONS_PATH, { body: definition("number") });
    const path = WIDGETS.replace("widgets", "numbers");
    const large = { least: -(2n ** 63n), odd: 9007199254740993n };
    const created = await call("POST", path, { body: object("Number", "n", large) });
    expect(created).toMatchObject({ status: 201, body: large });
    expect((await call("GET", path)).body.items).toMatchObject([large]);
    expect((await server.request("GET", `${path}/n`)).text).toContain('"odd":9007199254740993');
  });

  it("must include kind", async () => {
    const silent = await call("POST", WIDGETS, { body: { metadata: { name: "x" } } });
    expect(silent.body.message).toContain("Object 'Kind' is missing in 'd9d9f7");
  });
});
