import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";
import { type HostileBody, MAPS, sendHostile } from "./hostileBody.ts";

/** Each case has one long text, made for an algorithm that scans the same characters repeatedly. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Nearly the maximum length of a path, which the head of a request limits. */
const LONG = 60_000;
const MANY = 1_000_000;
const SLASHES = "/".repeat(LONG);

const PATHS: readonly HostileBody[] = [
  { name: "very many segments of a non-resource path", path: `/healthz${"/a".repeat(LONG / 2)}`, status: 404 },
  {
    name: "slashes within the path of a resource",
    path: `/api/v1/namespaces/default/configmaps${SLASHES}x`,
    status: 404,
  },
  { name: "slashes within the path of an OpenAPI v3 document", path: `/openapi/v3/${SLASHES}x`, status: 404 },
  { name: "slashes within the path of the OpenAPI v2 document", path: `/openapi/v2${SLASHES}x`, status: 404 },
].map((row) => ({ ...row, method: "GET" }) as const);

const NAMES = "/api/v1/namespaces/default/configmaps";
/** Found by trying every expression of the sources with runs of characters. */
const HEADS: readonly HostileBody[] = [
  {
    name: "spaces within the accepted media type of a resource",
    path: NAMES,
    accept: `a${" ".repeat(LONG)}b`,
    status: 406,
  },
  {
    name: "spaces within the accepted media type of /version",
    path: "/version",
    accept: `a${" ".repeat(LONG)}b`,
    status: 406,
  },
  {
    name: "digits of an invalid quality value",
    path: NAMES,
    accept: `application/json;q=${"1".repeat(LONG)}x`,
    status: 200,
  },
  { name: "zeros of an invalid limit", path: `${NAMES}?limit=${"0".repeat(LONG)}x`, status: 400 },
]
  .map((row): HostileBody => ({ ...row, method: "GET" }))
  .concat({
    name: "spaces after a parameter of a content type",
    type: `application/json;a=b${" ".repeat(LONG)}x`,
    body: () => "{}",
    status: 415,
  });

const deployment = (spec: object): string =>
  JSON.stringify({
    metadata: { name: "x" },
    spec: {
      selector: { matchLabels: { a: "b" } },
      template: { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }], ...spec } },
    },
  });
const file = (name: string, path: string) => ({ configMap: { name, items: [{ key: "k", path }] } });

const BODIES: readonly HostileBody[] = [
  {
    name: "digits of an invalid resourceVersion",
    path: NAMES,
    body: () => JSON.stringify({ metadata: { generateName: "x", resourceVersion: `${"1".repeat(MANY / 4)}x` } }),
    status: 201,
  },
  {
    name: "slashes within the path of a projected file",
    path: "/apis/apps/v1/namespaces/default/deployments?dryRun=All",
    body: () =>
      deployment({
        volumes: [{ name: "v", projected: { sources: [file("a", `a${"/".repeat(MANY / 10)}x`), file("b", "b")] } }],
      }),
    status: 201,
  },
  {
    name: "digits without a unit in a cron schedule",
    path: "/apis/batch/v1/namespaces/default/cronjobs?dryRun=All",
    body: () =>
      JSON.stringify({
        metadata: { name: "x" },
        spec: {
          schedule: `@every ${"0".repeat(MANY)}`,
          jobTemplate: {
            spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } } },
          },
        },
      }),
    status: 422,
  },
  {
    name: "dates of an iSCSI name without an end",
    path: "/apis/apps/v1/namespaces/default/deployments?dryRun=All",
    body: () =>
      deployment({
        volumes: [{ name: "v", iscsi: { targetPortal: "t", lun: 0, iqn: "iqn.2000-01.".repeat(MANY / 12) } }],
      }),
    status: 422,
  },
  {
    name: "spaces within the filter of a column",
    path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All",
    body: () => {
      const jsonPath = `.spec.list[?(@.a${" ".repeat(MANY / 4)}==${" ".repeat(MANY / 4)}1)].b`;
      const schema = { openAPIV3Schema: { type: "object" } };
      const columns = [{ name: "c", type: "string", jsonPath }];
      const version = { name: "v1", served: true, storage: true, schema, additionalPrinterColumns: columns };
      const names = { plural: "as", singular: "a", kind: "A", listKind: "AList" };
      return JSON.stringify({
        metadata: { name: "as.example.com" },
        spec: { group: "example.com", scope: "Namespaced", names, versions: [version] },
      });
    },
    status: 201,
  },
  {
    name: "PEM blocks without an end in a certificate signing request",
    path: "/apis/certificates.k8s.io/v1/certificatesigningrequests?dryRun=All",
    body: () =>
      JSON.stringify({
        metadata: { name: "x" },
        spec: {
          request: Buffer.from("-----BEGIN X-----\n".repeat(MANY / 20)).toString("base64"),
          signerName: "example.com/x",
          usages: ["client auth"],
        },
      }),
    status: 422,
  },
];

/** Texts in which each character takes several characters in error messages. */
const ODD: readonly HostileBody[] = [
  ["a time of non-ASCII letters", `"creationTimestamp":"${"é".repeat(MANY / 2)}"`, 400],
  ["a finalizer of line breaks", `"finalizers":["${"\\n".repeat(MANY / 2)}"]`, 422],
].map(([name, member, status]) => ({
  name: String(name),
  path: MAPS,
  body: () => `{"metadata":{"name":"x",${String(member)}}}`,
  status: Number(status),
}));

describe("a long text does not delay other requests", () => {
  it.each([...PATHS, ...HEADS, ...BODIES, ...ODD])("$name", { timeout: 60_000 }, async (row) => {
    expect((await sendHostile(server, row)).status).toBe(row.status);
  });
});
