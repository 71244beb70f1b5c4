import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectNoStall } from "../longestStall.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";
import { type HostileBody, MAPS, numbered, sendHostile } from "./hostileBody.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const body = `{"metadata":{"name":"large"},"data":{${numbered(50_000, (i) => `"k${i}":""`)}}}`;
  expect((await server.request("POST", core("default", "configmaps"), { body })).status).toBe(201);
});
afterAll(() => server.stop());

const LARGE = `${core("default", "configmaps")}/large`;
const PROTOBUF = "application/vnd.kubernetes.protobuf";
/** Memory that may be needed to serve a body of very many small values. */
const ROOMY = { heap: 1024 * 1024 * 1024 };

const owned = (fields: string): string =>
  `{"metadata":{"name":"x","managedFields":[{"manager":"m","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":${fields}}]}}`;
const applied = (data: string): string =>
  `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":${data}}`;
const APPLY = { method: "PATCH", path: MAPS.replace("?", "/x?fieldManager=me&"), type: "application/apply-patch+yaml" };

const BODIES: readonly HostileBody[] = [
  {
    name: "many fields in managedFields",
    body: () => owned(`{${numbered(120_000, (i) => `"f:${i}":{}`)}}`),
    status: 201,
  },
  {
    name: "numbers in managedFields whose original text is kept",
    body: () => owned(`{"f:a":[${numbered(300_000, () => "1.0")}]}`),
    status: 201,
  },
  {
    name: "a value of the wrong type that the error message contains completely",
    ...(APPLY as { method: "PATCH" }),
    body: () => applied(`{"a":{${numbered(80_000, (i) => `"k${i}":{"a":[]}`)}}}`),
    status: 500,
    says: "expected string",
  },
];

describe("returning or logging a large body does not delay other requests", () => {
  it.each(BODIES)("$name", { timeout: 60_000 }, async (row) => {
    const { status, text } = await sendHostile(server, { limits: ROOMY, ...row });
    expect(status).toBe(row.status);
    expect(text).toContain(row.says ?? "");
  });
});

describe("reading a large object does not delay other requests", () => {
  it.each([
    ["as JSON", LARGE, "application/json"],
    ["in protobuf", LARGE, PROTOBUF],
    ["as a list in protobuf", core("default", "configmaps"), PROTOBUF],
  ])("%s", { timeout: 60_000 }, async (_, path, accept) => {
    const answer = await expectNoStall(server, () => server.request("GET", path, { headers: { accept } }), ROOMY);
    expect(answer.status).toBe(200);
    expect(answer.bytes.length).toBeGreaterThan(500_000);
  });
});
