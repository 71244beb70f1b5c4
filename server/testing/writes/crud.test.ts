import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configMap, core, deployment, namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

let server: TestServer;
const maps = core("crud", "configmaps");
const path = (name: string): string => core("crud", "configmaps", name);

beforeAll(async () => {
  server = await startTestServer();
  await server.request("POST", "/api/v1/namespaces", { body: namespace("crud") });
});
afterAll(() => server.stop());

describe("create", () => {
  it("responds 201 with server-set fields, in the reference's field order", async () => {
    const answer = await server.request("POST", maps, {
      body: configMap("first", { a: "1" }),
      headers: { "user-agent": "tester/1.0" },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(Object.keys(answer.body)).toEqual(["kind", "apiVersion", "metadata", "data"]);
    expect(Object.keys(answer.body.metadata)).toEqual([
      "name",
      "namespace",
      "uid",
      "resourceVersion",
      "creationTimestamp",
      "managedFields",
    ]);
    expect(answer.body.metadata).toMatchObject({
      name: "first",
      namespace: "crud",
      uid: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      creationTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      managedFields: [
        {
          manager: "tester",
          operation: "Update",
          apiVersion: "v1",
          fieldsType: "FieldsV1",
          fieldsV1: { "f:data": { ".": {}, "f:a": {} } },
        },
      ],
    });
    expect((await server.request("GET", path("first"))).body).toEqual(answer.body);
  });

  it("sets kind and apiVersion when the body omits them", async () => {
    const answer = await server.request("POST", maps, { body: { metadata: { name: "bare" } } });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ kind: "ConfigMap", apiVersion: "v1" });
  });

  it("generates names from generateName", async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.request("POST", maps, { body: { metadata: { generateName: "made-" } } })),
    );
    const names = answers.map((answer) => answer.body.metadata.name);
    for (const name of names) expect(name).toMatch(/^made-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(new Set(names).size).toBe(3);
    expect(answers[0]?.body.metadata.generateName).toBe("made-");
  });

  it("applies defaults", async () => {
    const body = deployment("defaulted");
    const answer = await server.request("POST", "/apis/apps/v1/namespaces/crud/deployments", { body });
    expect(answer.status).toBe(201);
    expect(answer.body.metadata.generation).toBe(1);
    expect(answer.body["status"]).toEqual({});
    expect(answer.body["spec"]).toMatchObject({
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      template: {
        spec: {
          restartPolicy: "Always",
          dnsPolicy: "ClusterFirst",
          terminationGracePeriodSeconds: 30,
          containers: [{ imagePullPolicy: "IfNotPresent", ports: [{ containerPort: 80, protocol: "TCP" }] }],
        },
      },
    });
  });

  it.each([
    ["a name that already exists", configMap("first"), 409, "AlreadyExists", 'configmaps "first" already exists'],
    [
      "an object without a name",
      { metadata: {} },
      422,
      "Invalid",
      'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    ],
    [
      "an object with a resourceVersion",
      { metadata: { name: "x", resourceVersion: "1" } },
      500,
      undefined,
      "resourceVersion should not be set on objects to be created",
    ],
    [
      "an object of another namespace",
      { metadata: { name: "x", namespace: "other" } },
      400,
      "BadRequest",
      "the namespace of the provided object does not match the namespace sent on the request",
    ],
    [
      "an object of another kind",
      { apiVersion: "v1", kind: "Secret", metadata: { name: "x" } },
      400,
      "BadRequest",
      'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
    ],
  ])("refuses %s", async (_case, body, status, reason, message) => {
    const answer = await server.request("POST", maps, { body });
    expect([answer.status, answer.body.reason, answer.body.message]).toEqual([status, reason, message]);
    expect(answer.body).toMatchObject({ kind: "Status", apiVersion: "v1", status: "Failure", code: status });
  });

  it("refuses objects in a missing namespace", async () => {
    const answer = await server.request("POST", core("nowhere", "configmaps"), { body: configMap("x") });
    expect(answer.status).toBe(404);
    expect(answer.body.message).toBe('namespaces "nowhere" not found');
  });

  it("refuses malformed JSON and other text", async () => {
    const answer = await server.request("POST", maps, { body: "{" });
    expect(answer.status).toBe(400);
    expect(answer.body.reason).toBe("BadRequest");
    expect(answer.body.message).toContain("unexpected end of JSON input");
  });

  it("refuses wrong paths: names, methods, unknown resources", async () => {
    const named = await server.request("POST", path("x"), { body: configMap("x") });
    expect([named.status, named.body.message]).toEqual([
      405,
      "the server does not allow this method on the requested resource",
    ]);
    const everywhere = await server.request("POST", "/api/v1/configmaps", { body: configMap("x") });
    expect(everywhere.status).toBe(405);
    const unknown = await server.request("GET", "/api/v1/namespaces/crud/gadgets");
    expect([unknown.status, unknown.body.message]).toEqual([404, "the server could not find the requested resource"]);
    const version = await server.request("GET", "/apis/apps/v9/deployments");
    expect(version.status).toBe(404);
  });
});

describe("get and list", () => {
  it("responds 404 with details", async () => {
    const answer = await server.request("GET", path("missing"));
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: 'configmaps "missing" not found',
      reason: "NotFound",
      details: { name: "missing", kind: "configmaps" },
      code: 404,
    });
  });

  it("lists one namespace or all of them, without kind in items", async () => {
    await server.request("POST", "/api/v1/namespaces", { body: namespace("other") });
    for (const name of ["b", "a"]) {
      await server.request("POST", core("other", "configmaps"), { body: configMap(name) });
    }
    const one = await server.request("GET", core("other", "configmaps"));
    expect(one.body).toMatchObject({ kind: "ConfigMapList", apiVersion: "v1" });
    expect(one.body.items.map((item) => item.metadata.name)).toEqual(["a", "b"]);
    for (const item of one.body.items) expect(Object.keys(item)).not.toContain("kind");
    const all = await server.request("GET", "/api/v1/configmaps");
    const namespaces = new Set(all.body.items.map((item) => item.metadata.namespace));
    expect(namespaces).toContain("crud");
    expect(namespaces).toContain("other");
  });

  it("supports label and field selectors", async () => {
    for (const [name, app, tier] of [
      ["s1", "web", "front"],
      ["s2", "web", "back"],
      ["s3", "db", "back"],
    ] as const) {
      await server.request("POST", maps, { body: configMap(name, {}, { app, tier }) });
    }
    const select = async (query: Record<string, string>): Promise<(string | undefined)[]> => {
      const answer = await server.request("GET", `${maps}?${new URLSearchParams(query)}`);
      return answer.body.items?.map((item) => item.metadata.name) ?? [answer.body.message];
    };
    expect(await select({ labelSelector: "app=web" })).toEqual(["s1", "s2"]);
    expect(await select({ labelSelector: "app=web,tier!=front" })).toEqual(["s2"]);
    expect(await select({ labelSelector: "app in (web,db),tier" })).toEqual(["s1", "s2", "s3"]);
    expect(await select({ labelSelector: "app,!tier" })).toEqual([]);
    expect(await select({ fieldSelector: "metadata.name=s3" })).toEqual(["s3"]);
    expect(await select({ fieldSelector: "metadata.name=s3", labelSelector: "app=web" })).toEqual([]);
    expect(await select({ fieldSelector: "data.x=1" })).toEqual([
      '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ]);
    expect(await select({ labelSelector: "==" })).toEqual(["found '==', expected: !, identifier, or 'end of string'"]);
  });
});

describe("update", () => {
  it("replaces the object, increases the resource version, and is a no-op without changes", async () => {
    const created = (await server.request("POST", maps, { body: configMap("put", { a: "1" }) })).body;
    const updated = await server.request("PUT", path("put"), { body: { ...created, data: { b: "2" } } });
    expect(updated.status).toBe(200);
    expect(updated.body["data"]).toEqual({ b: "2" });
    expect(Number(updated.body.metadata.resourceVersion)).toBeGreaterThan(Number(created.metadata.resourceVersion));
    expect(updated.body.metadata.uid).toBe(created.metadata.uid);
    const again = await server.request("PUT", path("put"), { body: updated.body });
    expect(again.body.metadata.resourceVersion).toBe(updated.body.metadata.resourceVersion);
    const stale = await server.request("PUT", path("put"), { body: { ...created, data: { c: "3" } } });
    expect([stale.status, stale.body.reason, stale.body.message]).toEqual([
      409,
      "Conflict",
      'Operation cannot be fulfilled on configmaps "put": the object has been modified; please apply your changes to the latest version and try again',
    ]);
    const unconditional = await server.request("PUT", path("put"), { body: configMap("put", { d: "4" }) });
    expect(unconditional.body["data"]).toEqual({ d: "4" });
  });

  it("compares resource versions numerically", async () => {
    const created = (await server.request("POST", maps, { body: configMap("numbers", { a: "1" }) })).body;
    const put = (resourceVersion: string, data: object) =>
      server.request("PUT", path("numbers"), {
        body: { ...created, metadata: { name: "numbers", resourceVersion }, data },
      });
    expect((await put(`00${created.metadata.resourceVersion}`, { b: "2" })).status).toBe(200);
    expect((await put(`00${created.metadata.resourceVersion}`, { c: "3" })).status).toBe(409);
    expect((await put("000", { d: "4" })).body["data"]).toEqual({ d: "4" });
    const refused = await put("18446744073709551616", {});
    expect([refused.status, refused.body.message]).toEqual([
      500,
      'strconv.ParseUint: parsing "18446744073709551616": value out of range',
    ]);
  });

  it("refuses a body with another name, and missing objects", async () => {
    const other = await server.request("PUT", path("first"), { body: configMap("second") });
    expect([other.status, other.body.message]).toEqual([
      400,
      "the name of the object (second) does not match the name on the URL (first)",
    ]);
    const missing = await server.request("PUT", path("missing"), { body: configMap("missing") });
    expect(missing.status).toBe(404);
  });

  it("refuses changes of immutable data", async () => {
    await server.request("POST", maps, { body: { ...configMap("fixed", { a: "1" }), immutable: true } });
    const answer = await server.request("PUT", path("fixed"), {
      body: { ...configMap("fixed", { a: "2" }), immutable: true },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.details?.causes).toEqual([
      {
        reason: "FieldValueForbidden",
        message: "Forbidden: field is immutable when `immutable` is set",
        field: "data",
      },
    ]);
  });

  it("keeps spec and status separate", async () => {
    const at = "/apis/apps/v1/namespaces/crud/deployments";
    const created = (await server.request("POST", at, { body: deployment("split") })).body;
    const body = { ...created, spec: { ...(created["spec"] as object), replicas: 5 }, status: { replicas: 3 } };
    const status = await server.request("PUT", `${at}/split/status`, { body });
    expect(status.body["status"]).toMatchObject({ replicas: 3 });
    expect(status.body["spec"]).toMatchObject({ replicas: 1 });
    expect(status.body.metadata.generation).toBe(1);
    const main = await server.request("PUT", `${at}/split`, {
      body: { ...body, metadata: { name: "split" }, status: { replicas: 9 } },
    });
    expect(main.body["spec"]).toMatchObject({ replicas: 5 });
    expect(main.body["status"]).toMatchObject({ replicas: 3 });
    expect(main.body.metadata.generation).toBe(2);
    const scale = await server.request("GET", `${at}/split/scale`);
    expect(scale.body).toMatchObject({ kind: "Scale", apiVersion: "autoscaling/v1", spec: { replicas: 5 } });
    const scaled = await server.request("PUT", `${at}/split/scale`, {
      body: { ...scale.body, spec: { replicas: 7 } },
    });
    expect(scaled.body["spec"]).toEqual({ replicas: 7 });
    expect((await server.request("GET", `${at}/split`)).body["spec"]).toMatchObject({ replicas: 7 });
  });

  it("exactly one of many concurrent updates succeeds", async () => {
    const created = (await server.request("POST", maps, { body: configMap("race", { n: "0" }) })).body;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        server.request("PUT", path("race"), { body: { ...created, data: { n: `w${i}` } } }),
      ),
    );
    const codes = answers.map((answer) => answer.status).sort();
    expect(codes).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const winner = answers.find((answer) => answer.status === 200);
    expect((await server.request("GET", path("race"))).body["data"]).toEqual(winner?.body["data"]);
  });
});

it("endpoints keep their subsets in the written order", async () => {
  const ports = [{ name: "b", port: 2, protocol: "TCP" }];
  const subsets = [
    { addresses: [{ ip: "192.0.2.9" }, { ip: "192.0.2.1" }], ports },
    { addresses: [{ ip: "192.0.2.5" }], notReadyAddresses: [{ ip: "192.0.2.7" }], ports },
  ];
  const body = { metadata: { name: "grouped" }, subsets };
  const answer = await server.request("POST", core("crud", "endpoints"), { body });
  expect([answer.status, answer.body["subsets"]]).toEqual([201, subsets]);
});
