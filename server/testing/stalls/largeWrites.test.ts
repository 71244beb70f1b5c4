import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../httpClient.ts";
import { expectNoStall } from "../longestStall.ts";
import { core } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

/**
 * Writes that block others for seconds if one of their steps is more than linear in its input, or does all its work at
 * once. The limits leave room for a busy machine: the bugs they detect take many times as long.
 */
const LIMITS = { stall: 350, heap: 1024 * 1024 * 1024 };
/** Number of values of an enumeration. */
const CHOICES = 2000;

const APPLY = "application/apply-patch+yaml";
const STRATEGIC = "application/strategic-merge-patch+json";
const OPERATIONS = "application/json-patch+json";
const MERGE = "application/merge-patch+json";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const list = (extra: object) => ({ type: "array", ...extra });
  const key = { type: "object", required: ["k"], properties: { k: { type: "string" }, v: { type: "integer" } } };
  const byKey = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"] };
  const spec = {
    type: "object",
    properties: {
      numbers: list({ items: { type: "integer" } }),
      set: list({ items: { type: "string" }, "x-kubernetes-list-type": "set" }),
      map: list({ items: key, ...byKey }),
      choices: list({ items: { type: "string", enum: many(CHOICES, (i) => `c${i}`) } }),
      words: list({ items: { type: "string", pattern: "^[a-z]+$" } }),
    },
  };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "heaps.test.io" },
    spec: {
      group: "test.io",
      scope: "Namespaced",
      names: { plural: "heaps", singular: "heap", kind: "Heap", listKind: "HeapList" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
  const made = await server.request("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    body: definition,
  });
  expect(made.status).toBe(201);
});
afterAll(() => server.stop());

const many = <T>(length: number, make: (i: number) => T): T[] => Array.from({ length }, (_, i) => make(i));
const variables = (length: number, value: string) => many(length, (i) => ({ name: `V${i}`, value: `${value}${i}` }));

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const deployment = (name: string, env: readonly object[]) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: "a" } },
    template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i", env }] } },
  },
});
const container = (fields: object) => ({ spec: { template: { spec: { containers: [{ name: "c", ...fields }] } } } });

const heaps = "/apis/test.io/v1/namespaces/default/heaps";
const heap = (name: string, spec: object) => ({ apiVersion: "test.io/v1", kind: "Heap", metadata: { name }, spec });

const maps = core("default", "configmaps");
const map = (name: string, metadata: object, data: object = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, ...metadata },
  data,
});

interface Row {
  /** The collection in which the object is created first, if at all. */
  readonly collection: string;
  readonly before?: (name: string) => { readonly kind: string };
  readonly method: "POST" | "PUT" | "PATCH";
  readonly type?: string;
  readonly query?: string;
  readonly body: (name: string) => object;
  readonly status: number;
  /** Limit in milliseconds, if it differs from the general one. */
  readonly stall?: number;
}

const SIZE = 10_000;
const LONG = 500_000;
const numbers = many(LONG, (i) => i % 10);
const env = variables(SIZE, "a");
const patchOf = (type: string) => ({ method: "PATCH", type, status: 200 }) as const;
/** The body of an apply is YAML, which is parsed without yielding. */
const applied = { ...patchOf(APPLY), stall: 1000 };
const withVariables = { collection: deployments, before: (name: string) => deployment(name, env) };

const rows: Record<string, Row> = {
  "a strategic merge of a long list": {
    ...withVariables,
    ...patchOf(STRATEGIC),
    body: () => container({ env: variables(SIZE, "b") }),
  },
  "a strategic merge in another order": {
    ...withVariables,
    ...patchOf(STRATEGIC),
    body: () => {
      const env = variables(SIZE, "b").reverse();
      return container({ env, "$setElementOrder/env": env.map(({ name }) => ({ name })) });
    },
  },
  "a strategic merge that deletes item by item": {
    ...withVariables,
    ...patchOf(STRATEGIC),
    body: () => container({ env: env.map(({ name }) => ({ name, $patch: "delete" })) }),
  },
  "a strategic merge of finalizers": {
    collection: maps,
    before: (name) => map(name, { finalizers: many(SIZE, (i) => `test.io/a${i}`) }),
    ...patchOf(STRATEGIC),
    body: () => ({ metadata: { finalizers: many(SIZE, (i) => `test.io/b${i}`) } }),
  },
  "operations at the front of a long array": {
    collection: heaps,
    before: (name) => heap(name, { numbers }),
    ...patchOf(OPERATIONS),
    body: () => many(SIZE, (i) => ({ op: "move", from: `/spec/numbers/${i}`, path: `/spec/numbers/${LONG - 1 - i}` })),
  },
  "a merge patch of many members": {
    collection: maps,
    before: (name) => map(name, {}, Object.fromEntries(many(SIZE, (i) => [`k${i}`, "a"]))),
    ...patchOf(MERGE),
    body: () => ({ data: Object.fromEntries(many(2 * SIZE, (i) => [`k${i}`, "b"])) }),
  },
  "an apply that makes a list by keys": {
    collection: heaps,
    ...applied,
    status: 201,
    query: "?fieldManager=m",
    body: (name) => heap(name, { map: many(SIZE, (i) => ({ k: `k${i}`, v: i })) }),
  },
  "an apply that conflicts in every item": {
    collection: heaps,
    before: (name) => heap(name, { map: many(SIZE, (i) => ({ k: `k${i}`, v: i })) }),
    ...applied,
    status: 409,
    query: "?fieldManager=m",
    body: (name) => heap(name, { map: many(SIZE, (i) => ({ k: `k${i}`, v: -i - 1 })) }),
  },
  "an apply that takes everything over": {
    collection: heaps,
    before: (name) => heap(name, { set: many(SIZE, (i) => `s${i}`) }),
    ...applied,
    query: "?fieldManager=m&force=true",
    body: (name) => heap(name, { set: many(SIZE, (i) => `s${SIZE / 2 + i}`) }),
  },
  "values among many choices": {
    collection: heaps,
    method: "POST",
    status: 201,
    body: (name) => heap(name, { choices: many(10 * SIZE, (i) => `c${CHOICES - 1 - (i % 10)}`) }),
  },
  "values that are none of many choices": {
    collection: heaps,
    method: "POST",
    status: 422,
    body: (name) => heap(name, { choices: many(10 * SIZE, (i) => `x${i}`) }),
  },
  "values of a wrong form": {
    collection: heaps,
    method: "POST",
    status: 422,
    body: (name) => heap(name, { words: many(10 * SIZE, (i) => `x${i}`) }),
  },
  "a set that holds everything twice": {
    collection: heaps,
    method: "POST",
    status: 422,
    body: (name) => heap(name, { set: many(10 * SIZE, (i) => `s${i >> 1}`) }),
  },
  "thousands of managers": {
    collection: maps,
    before: (name) => map(name, {}),
    method: "PUT",
    status: 200,
    body: (name) =>
      map(name, {
        managedFields: many(SIZE, (i) => ({
          manager: `m${i}`,
          operation: "Update",
          apiVersion: "v1",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:data": { [`f:k${i}`]: {} } },
        })),
      }),
  },
  "owners that stand twice": {
    collection: maps,
    method: "POST",
    status: 201,
    body: (name) =>
      map(name, {
        ownerReferences: many(SIZE, (i) => ({ apiVersion: "v1", kind: "Pod", name: "p", uid: `u${i >> 1}` })),
      }),
  },
  "owners that all control": {
    collection: maps,
    method: "POST",
    status: 422,
    body: (name) =>
      map(name, {
        ownerReferences: many(SIZE, (i) => ({
          apiVersion: "v1",
          kind: "Pod",
          name: "p",
          uid: `u${i}`,
          controller: true,
        })),
      }),
  },
};

describe("other requests are not delayed by", () => {
  it.each(Object.keys(rows))("%s", { timeout: 120_000 }, async (title) => {
    const row = rows[title] as Row;
    const { collection, before, method, type = "application/json", query = "", body } = row;
    const nameOf = (attempt: number) => `n${Object.keys(rows).indexOf(title)}-${attempt}`;
    let text = "";
    const prepare = async (attempt: number): Promise<void> => {
      text = JSON.stringify(body(nameOf(attempt)));
      if (before === undefined) return;
      const made = await server.request("POST", collection, { body: before(nameOf(attempt)) });
      expect(made.status).toBe(201);
    };
    const work = (attempt: number): Promise<TestAnswer> => {
      const at = method === "POST" ? collection : `${collection}/${nameOf(attempt)}`;
      const headers = { "content-type": type };
      return server.request(method, `${at}${query}`, { body: text, headers });
    };
    const answer = await expectNoStall(server, work, { ...LIMITS, prepare, stall: row.stall ?? LIMITS.stall });
    expect(answer.status).toBe(row.status);
  });
});

describe("an object that defaulting makes too large", () => {
  it("is not stored, and the stored object is unchanged", async () => {
    // Each container of a few bytes becomes one of hundreds of bytes.
    const template = (count: number) => ({
      metadata: { labels: { a: "b" } },
      spec: { containers: many(count, (i) => ({ name: `c${i}`, image: "i" })) },
    });
    const body = (count: number) => ({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "heap" },
      spec: { selector: { matchLabels: { a: "b" } }, template: template(count) },
    });
    const refused = await server.request("POST", deployments, { body: body(40_000) });
    expect(refused.status).toBe(500);
    expect(refused.body).toMatchObject({ status: "Failure", message: "etcdserver: request is too large", code: 500 });
    expect((await server.request("GET", `${deployments}/heap`)).status).toBe(404);
    expect((await server.request("POST", deployments, { body: body(3) })).status).toBe(201);
  });
});
