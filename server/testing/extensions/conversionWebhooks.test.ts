import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type HookServer, startHookServer } from "../../access/webhook/testing/hookServer.ts";
import { DEFINITIONS_PATH, definition } from "../../api/extensions/testing/definitions.ts";
import type { TestAnswer } from "../httpClient.ts";
import { namespace } from "../objects.ts";
import { startTestServer, type TestServer } from "../testServer.ts";

type Json = Record<string, unknown>;
type Made = { apiVersion: string; kind: string; metadata: Json; spec?: Json };

let server: TestServer;
let hook: HookServer;
beforeAll(async () => {
  [server, hook] = await Promise.all([startTestServer(), startHookServer()]);
  await server.request("POST", "/api/v1/namespaces", { body: namespace("conv") });
});
afterAll(() => Promise.all([server.stop(), hook.stop()]));
beforeEach(() => {
  hook.received.length = 0;
  hook.answer(({ body }) => review(body, converted));
});

/** v1 has `spec.host` and `spec.port`, v2 `spec.hostPort`. */
function converted(object: Made, to: string): Made {
  const { host, port, hostPort, ...rest } = object.spec ?? {};
  const spec: Json = { ...rest };
  if (to.endsWith("/v2") && host !== undefined) spec["hostPort"] = `${String(host)}:${String(port)}`;
  if (to.endsWith("/v1") && typeof hostPort === "string") {
    const [name, number] = hostPort.split(":");
    Object.assign(spec, { host: name, port: Number(number) });
  }
  return { ...object, apiVersion: to, spec };
}

interface Request {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: Made[];
}
const requestOf = (body: Json): Request => body["request"] as Request;
const review = (body: Json, convert: (object: Made, to: string) => unknown): Json => {
  const { uid, desiredAPIVersion, objects } = requestOf(body);
  return answering(body, {
    uid,
    result: { status: "Success" },
    convertedObjects: objects.map((object) => convert(object, desiredAPIVersion)),
  });
};
const answering = ({ apiVersion, kind }: Json, response: Json): Json => ({ apiVersion, kind, response });

const text = { type: "string" };
const schemas: Record<string, Json> = {
  v1: { host: text, port: { type: "integer" }, level: { type: "string", default: "low" }, old: text },
  v2: { hostPort: text, level: text, extra: { type: "string", default: "never filled in on reading" } },
};
const versions = (stored: string) =>
  ["v1", "v2"].map((name) => ({
    name,
    served: true,
    storage: name === stored,
    schema: {
      openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties: schemas[name] } } },
    },
    subresources: { status: {} },
    selectableFields: name === "v2" ? [{ jsonPath: ".spec.hostPort" }] : [{ jsonPath: ".spec.host" }],
  }));

async function define(singular: string, reviewVersions = ["v1"]): Promise<void> {
  const body = definition(singular, { versions: versions("v1") });
  const clientConfig = { url: `${hook.url}/convert`, caBundle: Buffer.from(hook.ca).toString("base64") };
  const conversion = { strategy: "Webhook", webhook: { conversionReviewVersions: reviewVersions, clientConfig } };
  const made = await server.request("POST", DEFINITIONS_PATH, {
    body: { ...body, spec: { ...body.spec, conversion } },
  });
  expect(made.status).toBe(201);
}

const at = (version: string, plural: string, rest = "") =>
  `/apis/test.example.com/${version}/namespaces/conv/${plural}${rest}`;
const thing = (version: string, kind: string, name: string, spec: Json, metadata: Json = {}) => ({
  apiVersion: `test.example.com/${version}`,
  kind,
  metadata: { name, ...metadata },
  spec,
});
const patch = (path: string, body: unknown, type = "merge-patch+json"): Promise<TestAnswer> =>
  server.request("PATCH", path, { headers: { "content-type": `application/${type}` }, body });
const create = (version: string, kind: string, name: string, spec: Json, metadata: Json = {}): Promise<TestAnswer> =>
  server.request("POST", at(version, `${kind.toLowerCase()}s`), { body: thing(version, kind, name, spec, metadata) });

describe("a conversion webhook", () => {
  it("converts objects between versions for all reads and writes", async () => {
    await define("gate");
    const made = await create("v2", "Gate", "a", { hostPort: "h:1" });
    expect([made.status, made.body["spec"]]).toEqual([201, { hostPort: "h:1", level: "low" }]);
    expect((await server.request("GET", at("v1", "gates", "/a"))).body["spec"]).toEqual({
      host: "h",
      port: 1,
      level: "low",
    });
    const put = await server.request("PUT", at("v2", "gates", "/a"), {
      body: thing("v2", "Gate", "a", { hostPort: "i:2" }, { resourceVersion: made.body.metadata.resourceVersion }),
    });
    expect(put.body["spec"]).toMatchObject({ hostPort: "i:2" });
    expect((await patch(at("v2", "gates", "/a"), { spec: { hostPort: "j:3" } })).body["spec"]).toMatchObject({
      hostPort: "j:3",
    });
    expect((await server.request("GET", at("v1", "gates", "/a"))).body["spec"]).toMatchObject({ host: "j", port: 3 });
    expect((await patch(at("v2", "gates", "/a/status"), { status: { x: 1 } })).status).toBe(200);
    expect((await server.request("DELETE", at("v2", "gates", "/a"))).status).toBe(200);
    expect((await server.request("GET", at("v1", "gates", "/a"))).status).toBe(404);
  });

  it("receives a ConversionReview, and is called once for concurrent reads of the same object", async () => {
    await define("lamp");
    await create("v1", "Lamp", "a", { host: "h", port: 1 });
    hook.received.length = 0;
    const answers = await Promise.all(Array.from({ length: 16 }, () => server.request("GET", at("v2", "lamps", "/a"))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(hook.received).toHaveLength(1);
    const [{ method, path, headers, body }] = hook.received as [(typeof hook.received)[0]];
    expect([method, path, headers["content-type"]]).toEqual(["POST", "/convert?timeout=30s", "application/json"]);
    expect(body).toMatchObject({ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview" });
    expect(requestOf(body)).toMatchObject({
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      desiredAPIVersion: "test.example.com/v2",
      objects: [
        { apiVersion: "test.example.com/v1", metadata: { name: "a" }, spec: { host: "h", port: 1, level: "low" } },
      ],
    });
  });

  it("converts lists in batches, applies selectors to converted objects, and is not called unnecessarily", async () => {
    await define("pole");
    const count = 230;
    for (let i = 0; i < count; i++) await create("v1", "Pole", `p${i}`, { host: `h${i}`, port: i });
    hook.received.length = 0;
    const list = await server.request("GET", at("v2", "poles"));
    const items = (list.body as unknown as { items: Made[] }).items;
    expect(items).toHaveLength(count);
    for (const { spec, metadata } of items) {
      const number = String(metadata["name"]).slice(1);
      expect(spec?.["hostPort"]).toBe(`h${number}:${number}`);
    }
    expect(hook.received.map(({ body }) => requestOf(body).objects.length)).toEqual([100, 100, 30]);
    const page = await server.request("GET", at("v2", "poles", "?limit=10"));
    expect((page.body as unknown as { items: Made[] }).items).toHaveLength(10);
    const one = await server.request("GET", at("v2", "poles", "?fieldSelector=spec.hostPort%3Dh7:7"));
    expect((one.body as unknown as { items: Made[] }).items.map(({ metadata }) => metadata["name"])).toEqual(["p7"]);
    const table = await server.request("GET", at("v2", "poles", "?limit=3"), {
      headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
    });
    expect(table.status).toBe(200);
    hook.received.length = 0;
    expect((await server.request("GET", at("v1", "poles"))).status).toBe(200);
    expect(hook.received).toHaveLength(0);
  });

  it("converts watch events in order", async () => {
    await define("wire");
    const events = await server.watch(`${at("v2", "wires")}?watch=true`);
    const next = async () => {
      const event = (await events.next()) as unknown as { type: string; object: Made };
      return [event.type, event.object.apiVersion, event.object.spec?.["hostPort"]];
    };
    await create("v1", "Wire", "a", { host: "h", port: 1 });
    for (const port of [2, 3, 4]) await patch(at("v1", "wires", "/a"), { spec: { port } });
    await server.request("DELETE", at("v1", "wires", "/a"));
    const told = [];
    for (let i = 0; i < 5; i++) told.push(await next());
    expect(told).toEqual([
      ["ADDED", "test.example.com/v2", "h:1"],
      ["MODIFIED", "test.example.com/v2", "h:2"],
      ["MODIFIED", "test.example.com/v2", "h:3"],
      ["MODIFIED", "test.example.com/v2", "h:4"],
      ["DELETED", "test.example.com/v2", "h:4"],
    ]);
    events.close();
  });

  it("keeps field owners across versions", async () => {
    await define("rail");
    const apply = (version: string, manager: string, spec: Json, force = "") =>
      patch(
        at(version, "rails", `/a?fieldManager=${manager}${force}`),
        thing(version, "Rail", "a", spec),
        "apply-patch+yaml",
      );
    expect((await apply("v1", "one", { host: "h", port: 1 })).status).toBe(201);
    const other = await apply("v2", "two", { hostPort: "i:2" });
    expect([other.status, other.body["message"]]).toEqual([409, expect.stringContaining("conflict")]);
    expect((await apply("v2", "two", { hostPort: "h:1" })).status).toBe(200);
    const forced = await apply("v2", "two", { hostPort: "i:2" }, "&force=true");
    expect([forced.status, forced.body["spec"]]).toEqual([200, expect.objectContaining({ hostPort: "i:2" })]);
    const owners = (forced.body.metadata.managedFields ?? []) as { manager: string; apiVersion: string }[];
    expect(owners.map(({ manager, apiVersion }) => [manager, apiVersion])).toEqual([["two", "test.example.com/v2"]]);
  });

  it("converts objects to a new storage version when they are written", async () => {
    await define("stone");
    await create("v1", "Stone", "a", { host: "h", port: 1 });
    const changed = await patch(`${DEFINITIONS_PATH}/stones.test.example.com`, { spec: { versions: versions("v2") } });
    expect(changed.body["status"]).toMatchObject({ storedVersions: ["v1", "v2"] });
    hook.received.length = 0;
    const got = await server.request("GET", at("v2", "stones", "/a"));
    expect(got.body["spec"]).toMatchObject({ hostPort: "h:1" });
    expect(hook.received).toHaveLength(1);
    await patch(at("v2", "stones", "/a"), { spec: { hostPort: "k:9" } });
    hook.received.length = 0;
    expect((await server.request("GET", at("v2", "stones", "/a"))).body["spec"]).toMatchObject({ hostPort: "k:9" });
    expect(hook.received).toHaveLength(0);
    expect((await server.request("GET", at("v1", "stones", "/a"))).body["spec"]).toMatchObject({ host: "k", port: 9 });
  });

  it("may change labels and annotations, but no other metadata", async () => {
    await define("brick");
    hook.answer(({ body }) =>
      review(body, (object, to) => {
        const { metadata, ...rest } = converted(object, to);
        return {
          ...rest,
          metadata: {
            ...metadata,
            labels: { made: "true" },
            finalizers: ["x/y"],
            generation: 77,
            resourceVersion: "1",
          },
        };
      }),
    );
    const made = await create("v1", "Brick", "a", { host: "h", port: 1 }, { annotations: { a: "b" } });
    const got = await server.request("GET", at("v2", "bricks", "/a"));
    expect(got.body.metadata).toMatchObject({
      labels: { made: "true" },
      annotations: { a: "b" },
      generation: 1,
      resourceVersion: made.body.metadata.resourceVersion,
    });
    expect(got.body.metadata).not.toHaveProperty("finalizers");
  });
});

describe("a conversion webhook that sends large requests as the same user", () => {
  /** Two of these bodies exceed the room of one user. */
  const large = (body: object): string => JSON.stringify(body).replace("{", `{${" ".repeat(2_500_000)}`);
  const sent: Promise<number>[] = [];
  beforeAll(() => define("post"));
  beforeEach(() => {
    sent.length = 0;
    // The webhook answers only after its own request was answered.
    hook.answer(async ({ body }) => {
      const path = "/api/v1/namespaces/conv/configmaps?dryRun=All";
      const own = server.request("POST", path, { body: large({ metadata: { generateName: "own-" } }) });
      sent.push(own.then(({ status }) => status));
      await own;
      return review(body, converted);
    });
  });
  const body = (port: number, metadata: Json = {}) =>
    large(thing("v2", "Post", "a", { hostPort: `h:${port}` }, metadata));
  const sendPatch = (type: string, text: string, query = "") =>
    server.request("PATCH", at("v2", "posts", `/a${query}`), {
      headers: { "content-type": `application/${type}` },
      body: text,
    });
  const operations = [{ op: "replace", path: "/spec/hostPort", value: "h:4" }];

  it.each<[string, number, () => Promise<TestAnswer>]>([
    ["creates", 201, () => server.request("POST", at("v2", "posts"), { body: body(1) })],
    [
      "replaces",
      200,
      async () => {
        const { resourceVersion } = (await server.request("GET", at("v1", "posts", "/a"))).body.metadata;
        return server.request("PUT", at("v2", "posts", "/a"), { body: body(2, { resourceVersion }) });
      },
    ],
    ["merges", 200, () => sendPatch("merge-patch+json", body(3))],
    ["patches", 200, () => sendPatch("json-patch+json", large(operations))],
    ["applies", 200, () => sendPatch("apply-patch+yaml", body(5), "?fieldManager=me&force=true")],
    [
      "deletes",
      200,
      () => server.request("DELETE", at("v2", "posts", "/a"), { body: large({ kind: "DeleteOptions" }) }),
    ],
  ])("gets its requests answered while a client %s with a large body", async (_, status, request) => {
    const answer = await request();
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(await Promise.all(sent))).toEqual(new Set([201]));
  });
});

describe("an invalid webhook response is reported, and nothing is written", () => {
  const type = "test.example.com/v2, Kind=Coin";
  const refused = (name: string) => create("v2", "Coin", name, { hostPort: "h:1" });
  beforeAll(() => define("coin"));

  const metadata = (change: Json) => (body: Json) =>
    review(body, (object, to) => ({ ...converted(object, to), metadata: { ...object.metadata, ...change } }));
  const cases: [string, (body: Json) => Json | { status: number; text: string; type: string }, string][] = [
    [
      "a failure",
      (body) => answering(body, { uid: requestOf(body).uid, result: { status: "Failure", message: "no way" } }),
      `conversion webhook for ${type} failed: no way`,
    ],
    [
      "a failure without a word",
      (body) => answering(body, { uid: requestOf(body).uid, result: { status: "Failed" } }),
      `conversion webhook for ${type} failed: response.result.status was 'Failed', not 'Success'`,
    ],
    [
      "no response",
      (body) => ({ apiVersion: body["apiVersion"], kind: body["kind"] }),
      `conversion webhook for ${type} failed: no response provided`,
    ],
    [
      "another kind of answer",
      () => ({ apiVersion: "x/v1", kind: "Y" }),
      `conversion webhook for ${type} failed: expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got x/v1, Kind=Y`,
    ],
    [
      "too few objects",
      (body) => answering(body, { uid: requestOf(body).uid, result: { status: "Success" }, convertedObjects: [] }),
      `conversion webhook for ${type} returned 0 objects, expected 1`,
    ],
    [
      "another version",
      (body) => review(body, (object) => ({ ...object, apiVersion: "test.example.com/v3" })),
      `conversion webhook for ${type} returned invalid object at index 0: invalid groupVersion (expected test.example.com/v1, received test.example.com/v3)`,
    ],
    [
      "another kind",
      (body) => review(body, (object, to) => ({ ...object, apiVersion: to, kind: "Note" })),
      `conversion webhook for ${type} returned invalid object at index 0: invalid kind (expected Coin, received Note)`,
    ],
    [
      "another name",
      metadata({ name: "b" }),
      `conversion webhook for ${type} returned invalid object: must have the same name: NAME != b`,
    ],
    [
      "labels that are none",
      metadata({ labels: { a: 1 } }),
      `conversion webhook for ${type} returned invalid metadata: metadata.labels[a] must be a string, but is int64 in converted object`,
    ],
    [
      "labels that cannot be",
      metadata({ labels: { "a b": "c" } }),
      `conversion webhook for ${type} returned invalid metadata: metadata.labels: Invalid value: "a b": name part must`,
    ],
    [
      "an error",
      () => ({ status: 503, text: "away", type: "text/plain" }),
      `conversion webhook for ${type} failed: the server is currently unable to handle the request`,
    ],
  ];
  it.each(cases)("%s", async (what, answer, message) => {
    hook.answer(({ body }) => answer(body));
    const name = what.replaceAll(" ", "-");
    const answered = await refused(name);
    expect([answered.status, answered.body["message"]]).toEqual([
      500,
      expect.stringContaining(message.replace("NAME", name)),
    ]);
    expect((await server.request("GET", at("v1", "coins", `/${name}`))).status).toBe(404);
  });

  it("a response with another UID", async () => {
    hook.answer(({ body }) => answering(body, { uid: "1", result: { status: "Success" }, convertedObjects: [] }));
    expect((await refused("a")).body["message"]).toMatch(/failed: expected response\.uid="[0-9a-f-]{36}", got "1"$/);
  });

  it("v1beta1 reviews do not require a UID", async () => {
    await define("medal", ["v7", "v1beta1"]);
    hook.answer(({ body }) => {
      expect(body["apiVersion"]).toBe("apiextensions.k8s.io/v1beta1");
      const { objects, desiredAPIVersion } = requestOf(body);
      return {
        response: {
          result: { status: "Success" },
          convertedObjects: objects.map((object) => converted(object, desiredAPIVersion)),
        },
      };
    });
    expect((await create("v2", "Medal", "a", { hostPort: "h:1" })).status).toBe(201);
  });

  it("one object that cannot be converted does not prevent reading others", async () => {
    await define("token");
    await create("v1", "Token", "good", { host: "h", port: 1 });
    await create("v1", "Token", "bad", { host: "h", port: 1 });
    hook.answer(({ body }) => {
      if (requestOf(body).objects.some(({ metadata: { name } }) => name === "bad")) {
        return answering(body, { uid: requestOf(body).uid, result: { status: "Failure", message: "bad" } });
      }
      return review(body, converted);
    });
    const [list, good] = await Promise.all([
      server.request("GET", at("v2", "tokens")),
      server.request("GET", at("v2", "tokens", "/good")),
    ]);
    expect([list.status, good.status]).toEqual([500, 200]);
  });
});
