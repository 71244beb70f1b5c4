import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, type HostileBody, numbered, sendHostile } from "./hostileBody.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All";
/** Memory that may be needed to serve a body of very many small values. */
const ROOMY = { heap: 2 ** 31 };
/** Long enough to cause a stall if work is not split into steps, short enough for a test. */
const LENGTH = 300_000;

const definition = (schema: string, more = ""): string =>
  `{"metadata":{"name":"ws.example.com"},"spec":{"group":"example.com","scope":"Namespaced","names":{"plural":"ws","kind":"W"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"${schema}}}${more}}]}}`;
const named = (count: number, value: string): string => numbered(count, (i) => `"k${i}":${value}`);
const list = (keys: string): string =>
  `,"properties":{"a":{"type":"array","items":{"type":"object"},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":[${keys}]}}`;

const STATUS = ',"subresources":{"status":{}}';

type Row = readonly [name: string, schema: () => string, status: number, more?: () => string];

const BODIES: readonly Row[] = [
  ["properties without a type", () => `,"properties":{${named(30_000, "{}")}}`, 422],
  [
    "very many required properties",
    () => `,"properties":{${named(20_000, '{"type":"string"}')}},"required":[${numbered(20_000, (i) => `"k${i}"`)}]`,
    201,
  ],
  ["empty schemas in oneOf", () => `,"oneOf":[${filled("{},", LENGTH)}{}]`, 201],
  ["schemas in allOf", () => `,"allOf":[${filled('{"required":["a"]},', LENGTH)}{}]`, 201],
  ["empty validation rules", () => `,"x-kubernetes-validations":[${filled("{},", LENGTH)}{}]`, 422],
  [
    "validation rules that do not compile",
    () => `,"x-kubernetes-validations":[${numbered(20_000, (i) => `{"rule":"${i} =="}`)}]`,
    422,
  ],
  [
    "a default of very many members",
    () =>
      `,"properties":{"a":{"type":"object","additionalProperties":{"type":"string"},"default":{${named(60_000, '"a"')}}}}`,
    201,
  ],
  [
    "a default that violates its schema",
    () =>
      `,"properties":{"a":{"type":"object","additionalProperties":{"type":"string"},"default":{${named(60_000, "1")}}}}`,
    422,
  ],
  [
    "a pattern as long as the body",
    () => `,"properties":{"a":{"type":"string","pattern":"${filled("(a|b)*", LENGTH)}"}}`,
    422,
  ],
  [
    "a pattern that takes long to compile",
    () => `,"properties":{"a":{"type":"string","pattern":"${filled("(a{1000})", 900)}"}}`,
    201,
  ],
  // Each error quotes all keys.
  ["list map keys that are not properties", () => list(numbered(60_000, (i) => `"k${i}"`)), 422],
  ["a repeated list map key", () => list(filled('"k",', 400_000).slice(0, -1)), 422],
  [
    "printer columns",
    () => "",
    201,
    () =>
      `,"additionalPrinterColumns":[${numbered(12_000, (i) => `{"name":"c${i}","type":"string","jsonPath":".spec.a${i}"}`)}]`,
  ],
  [
    "properties that an error message contains",
    () => `,"maxProperties":1,"properties":{${named(100_000, '{"type":"string"}')}}`,
    422,
    () => STATUS,
  ],
  [
    "a description that an error message contains",
    () => `,"maxProperties":1,"description":"${filled("\\u200b", 2_500_000)}"`,
    422,
    () => STATUS,
  ],
  [
    "printer columns that an error message contains",
    () => "",
    422,
    () =>
      `},${numbered(900, (i) => `{"name":"v${i + 2}","storage":true,"additionalPrinterColumns":[${filled("{},", 2_400)}{}]`, "},")}`,
  ],
  [
    "a printer column path as long as the body",
    () => "",
    422,
    () => `,"additionalPrinterColumns":[{"name":"c","type":"string","jsonPath":"${filled("[*]", LENGTH)}"}]`,
  ],
];

describe("a definition that fills the body does not delay other clients, and ends no process", () => {
  it.each(BODIES.map((row) => ({ name: row[0], row })))(
    "$name",
    { timeout: 120_000 },
    async ({ row: [, schema, status, more = () => ""] }) => {
      const sent: HostileBody = {
        name: "",
        path: DEFINITIONS,
        body: () => definition(schema(), more()),
        status,
        limits: ROOMY,
      };
      const answer = await sendHostile(server, sent);
      expect({ status: answer.status, text: answer.status === status ? "" : answer.text }).toEqual({
        status,
        text: "",
      });
    },
  );
});
