import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";
import { filled, type HostileBody, numbered, sendHostile } from "./hostileBody.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const REVIEWS = "/apis/authorization.k8s.io/v1";
const TOKEN_REVIEWS = "/apis/authentication.k8s.io/v1/tokenreviews";
/** The client is in its own thread, so it needs no margin. */
const LIMITS = { margin: 1, heap: 2 ** 31 };
const MANY = 120_000;
const resourceAttributes = '"resourceAttributes":{"namespace":"default","verb":"get","resource":"pods"}';

const BODIES: readonly (HostileBody & { readonly times: number })[] = [
  {
    name: "a long user name",
    path: `${REVIEWS}/subjectaccessreviews`,
    body: () => `{"spec":{"user":"${filled("u")}",${resourceAttributes}}}`,
    times: 16,
    status: 201,
  },
  {
    name: "a long path",
    path: `${REVIEWS}/selfsubjectaccessreviews`,
    body: () => `{"spec":{"nonResourceAttributes":{"verb":"get","path":"${filled("/a")}"}}}`,
    times: 16,
    status: 201,
  },
  {
    name: "many groups of a user in a namespace",
    path: `${REVIEWS}/namespaces/default/localsubjectaccessreviews`,
    body: () =>
      `{"metadata":{"namespace":"default"},"spec":{"groups":[${numbered(MANY, (i) => `"g${i}"`)}],${resourceAttributes}}}`,
    times: 4,
    status: 201,
  },
  {
    name: "many extra attributes",
    path: `${REVIEWS}/subjectaccessreviews`,
    body: () => `{"spec":{"user":"u","extra":{${numbered(MANY, (i) => `"k${i}":["v"]`)}},${resourceAttributes}}}`,
    times: 2,
    status: 201,
  },
  {
    name: "a long token",
    path: TOKEN_REVIEWS,
    body: () => `{"spec":{"token":"${filled("e30.")}"}}`,
    times: 16,
    status: 201,
  },
];

describe("reviews from several clients at once do not delay other clients", () => {
  it.each(BODIES)("$name, $times times", { timeout: 120_000 }, async (row) => {
    const sent = await sendHostile(server, { ...row, limits: LIMITS });
    expect({ status: sent.status, text: sent.status === row.status ? "" : sent.text.slice(0, 300) }).toEqual({
      status: row.status,
      text: "",
    });
  });
});
