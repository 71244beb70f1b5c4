import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Error messages of the parsers. */
const QUANTITY = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const TIME = 'parsing time "now" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "now" as "2006"';
const typed = (kind: string, message: string): readonly [number, string] => [
  500,
  `failed to create typed patch object (/w; ${kind}): ${message}`,
];
const converted = (kind: string, message: string): readonly [number, string] => [
  500,
  `failed to convert new object (/w; ${kind}) to proper version: unable to convert unstructured object to ${kind}: ${message}`,
];

/** A value of the wrong type, and the error when it is created, and when it is applied. */
const cases: readonly [
  what: string,
  path: string,
  kind: string,
  content: object,
  created: string,
  applied: readonly [number, string],
][] = [
  [
    "a number in a string field",
    "/api/v1/namespaces/default/configmaps",
    "/v1, Kind=ConfigMap",
    { data: { a: 5 } },
    "json: cannot unmarshal number into Go struct field ConfigMap.data of type string",
    typed("/v1, Kind=ConfigMap", ".data.a: expected string, got &value.valueUnstructured{Value:5}"),
  ],
  [
    "a number that is too large",
    "/apis/coordination.k8s.io/v1/namespaces/default/leases",
    "coordination.k8s.io/v1, Kind=Lease",
    { spec: { leaseTransitions: 2147483648 } },
    "json: cannot unmarshal number 2147483648 into Go struct field LeaseSpec.spec.leaseTransitions of type int32",
    // The number is truncated to its lower 32 bits, as in the reference.
    [
      422,
      'Lease.coordination.k8s.io "w" is invalid: spec.leaseTransitions: Invalid value: -2147483648: must be greater than or equal to 0',
    ],
  ],
  [
    "bytes that are not base64",
    "/api/v1/namespaces/default/secrets",
    "/v1, Kind=Secret",
    { data: { a: "*" } },
    "illegal base64 data at input byte 0",
    converted("/v1, Kind=Secret", "error decoding from json: illegal base64 data at input byte 0"),
  ],
  [
    "an invalid quantity",
    "/api/v1/namespaces/default/limitranges",
    "/v1, Kind=LimitRange",
    { spec: { limits: [{ type: "Pod", max: { cpu: "a b" } }] } },
    QUANTITY,
    converted("/v1, Kind=LimitRange", QUANTITY),
  ],
  [
    "an invalid time",
    "/apis/coordination.k8s.io/v1/namespaces/default/leases",
    "coordination.k8s.io/v1, Kind=Lease",
    { spec: { renewTime: "now" } },
    TIME,
    converted("coordination.k8s.io/v1, Kind=Lease", TIME),
  ],
];

describe("values with an invalid format", () => {
  it.each(cases)("%s is refused", async (_what, path, kind, content, created, applied) => {
    const [apiVersion, name] = kind.replace(/^\//, "").split(", Kind=");
    const body = { apiVersion, kind: name, metadata: { name: "w" }, ...content };
    const post = await server.request("POST", path, { body });
    const version = apiVersion?.split("/").at(-1);
    expect([post.status, post.body.message]).toEqual([
      400,
      `${name} in version "${version}" cannot be handled as a ${name}: ${created}`,
    ]);
    const patch = await server.request("PATCH", `${path}/w?fieldManager=m`, {
      headers: { "content-type": "application/apply-patch+yaml" },
      body,
    });
    expect([patch.status, patch.body.message]).toEqual(applied);
    expect((await server.request("GET", `${path}/w`)).status).toBe(404);
  });
});
