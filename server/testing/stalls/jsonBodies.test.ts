import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, type HostileBody, MAPS, numbered, sendHostile } from "./hostileBody.ts";

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const data = (members: string): string => `{"metadata":{"name":"x"},"data":{${members}}}`;
const POD = MAPS.replace("configmaps", "pods");
const limited = (cpu: string): string =>
  `{"metadata":{"name":"x"},"spec":{"containers":[{"name":"a","image":"b","resources":{"limits":{"cpu":${cpu}}}}]}}`;

/** Memory that may be needed to serve a body of very many small values. */
const ROOMY = { heap: 1024 * 1024 * 1024 };
const SERVICE = MAPS.replace("configmaps", "services");

const BODIES: readonly HostileBody[] = [
  {
    name: "a million empty objects in an unknown field",
    body: () => `{"metadata":{"name":"x"},"x":[${filled("{},")}{}]}`,
    status: 201,
  },
  {
    name: "empty owner references",
    body: () => `{"metadata":{"name":"x","ownerReferences":[${filled("{},", 600_000)}{}]}}`,
    status: 422,
    limits: ROOMY,
  },
  {
    name: "invalid finalizers",
    body: () => `{"metadata":{"name":"x","finalizers":[${filled('"",', 600_000)}""]}}`,
    status: 422,
    limits: ROOMY,
  },
  {
    name: "empty ports",
    path: SERVICE,
    body: () => `{"metadata":{"name":"x"},"spec":{"ports":[${filled("{},", 600_000)}{}]}}`,
    status: 422,
    limits: ROOMY,
  },
  {
    name: "an unknown field next to a long key with many items",
    body: () => `{"metadata":{"name":"x"},"x":1,"${"k".repeat(30_000)}":[${numbered(12_000, () => '{"a":1}')}]}`,
    status: 201,
  },
  {
    name: "many duplicate fields below a key that takes up half of the body",
    body: () => `{"metadata":{"name":"x"},"${"k".repeat(300_000)}":[${numbered(20_000, () => '{"a":1,"a":2}')}]}`,
    status: 201,
  },
  { name: "many unknown fields", body: () => `{${numbered(60_000, (i) => `"k${i}":1`)}}`, status: 422 },
  { name: "a repeated key", body: () => data(numbered(100_000, () => '"k":""')), status: 201 },
  { name: "a syntax error after a long list", body: () => `{"a":[${filled("1,")}`, status: 400 },
  { name: "a syntax error after a long string", body: () => `{"a":"${filled("\\u0041")}"`, status: 400 },
  { name: "an integer of millions of digits", body: () => data(`"k":${filled("9")}`), status: 400 },
  { name: "a quantity of millions of digits", path: POD, body: () => limited(filled("9")), status: 403 },
  {
    name: "a string of digits that is not a quantity",
    path: POD,
    body: () => limited(`"${filled("9")}x"`),
    status: 400,
  },
  { name: "a fraction of millions of digits", path: POD, body: () => limited(`"0.${filled("9")}"`), status: 403 },
  {
    name: "numbers that are nearly out of range",
    body: () => `{"metadata":{"name":"x"},"x":[${filled(`${"1".repeat(308)},`)}1]}`,
    status: 201,
  },
  { name: "an exponent that is out of range", path: POD, body: () => limited('"1e-999999999"'), status: 403 },
];

describe("a hostile JSON body does not delay other requests", () => {
  it.each(BODIES)("$name", { timeout: 60_000 }, async (row) => {
    expect((await sendHostile(server, row)).status).toBe(row.status);
  });
});

describe("the response has a limited size when the body is long", () => {
  const long = `{"metadata":{"name":"x"},"${"k".repeat(200_000)}":{"a":1,"a":2,"b":1,"b":2},"y":1}`;

  it("in errors of strict field validation", async () => {
    const body = `{"metadata":{"name":"x"},"kind":"ConfigMap",${numbered(500, (i) => `"${"k".repeat(5000)}${i}":1`)}}`;
    for (const text of [long, body]) {
      const answer = await server.request("POST", `${MAPS}&fieldValidation=Strict`, { body: text });
      expect(answer.status).toBe(400);
      expect(answer.bytes.length).toBeLessThan(500_000);
    }
  });

  it("in warnings", async () => {
    const answer = await server.request("POST", MAPS, { body: long });
    expect(answer.status).toBe(201);
    expect(String(answer.headers["warning"]).length).toBeLessThan(8192);
  });
});
