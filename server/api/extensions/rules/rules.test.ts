import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestAnswer } from "../../../testing/httpClient.ts";
import { startTestServer, type TestServer } from "../../../testing/testServer.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { DEFINITIONS_PATH, definition, object } from "../testing/definitions.ts";

const PATH = "/apis/test.example.com/v1/namespaces/default/rules";
const MERGE = { "content-type": "application/merge-patch+json" };

const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        min: { type: "integer" },
        max: { type: "integer" },
        fixed: { type: "string", "x-kubernetes-validations": [{ rule: "self == oldSelf", message: "is fixed" }] },
        even: { type: "integer", "x-kubernetes-validations": [{ rule: "self % 2 == 0", message: "must be even" }] },
      },
      "x-kubernetes-validations": [{ rule: "!has(self.min) || !has(self.max) || self.min <= self.max" }],
    },
    status: { type: "object", properties: { done: { type: "integer" } } },
  },
  "x-kubernetes-validations": [
    { rule: "!has(self.status) || !has(self.status.done) || self.status.done < 10", message: "too much is done" },
    { rule: "self.metadata.name != 'forbidden'", message: "not this name" },
  ],
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const version = { subresources: { status: {} } };
  expect(
    (await server.request("POST", DEFINITIONS_PATH, { body: definition("rule", { schema, version }) })).status,
  ).toBe(201);
});
afterAll(() => server.stop());

const create = (name: string, spec: object): Promise<TestAnswer> =>
  server.request("POST", PATH, { body: object("Rule", name, { spec }) });
const patch = (path: string, body: object): Promise<TestAnswer> =>
  server.request("PATCH", `${PATH}/${path}`, { body, headers: MERGE });
const causes = ({ body }: TestAnswer): string[] =>
  ((body["details"] as { causes?: { field: string; message: string }[] } | undefined)?.causes ?? []).map(
    ({ field, message }) => `${field}: ${message}`,
  );

describe("Validation rules of a definition", () => {
  it("are evaluated on create", async () => {
    expect((await create("a", { min: 1, max: 2, fixed: "x" })).status).toBe(201);
    const refused = await create("b", { min: 3, max: 2, even: 1 });
    expect(refused.status).toBe(422);
    expect(causes(refused)).toEqual([
      'spec: Invalid value: "object": failed rule: !has(self.min) || !has(self.max) || self.min <= self.max',
      'spec.even: Invalid value: "integer": must be even',
    ]);
    expect(causes(await create("forbidden", {}))).toEqual(['<nil>: Invalid value: "object": not this name']);
  });

  it("are evaluated on updates of the object and its status", async () => {
    expect(causes(await patch("a", { spec: { fixed: "y" } }))).toEqual([
      'spec.fixed: Invalid value: "string": is fixed',
    ]);
    expect((await patch("a", { spec: { fixed: null } })).status).toBe(200);
    expect((await patch("a/status", { status: { done: 9 } })).status).toBe(200);
    expect(causes(await patch("a/status", { status: { done: 10 } }))).toEqual([
      '<nil>: Invalid value: "object": too much is done',
    ]);
  });

  it("are skipped for objects that violate the schema", async () => {
    expect(causes(await create("c", { min: "x", even: 1 }))).toEqual([
      'spec.min: Invalid value: "string": spec.min in body must be of type integer: "string"',
      expect.stringMatching(/^<nil>: Invalid value: "null": some validation rules were not checked/),
    ]);
  });

  it("produce only warnings for unchanged values if added later", async () => {
    const stricter = structuredClone(schema);
    stricter.properties.spec.properties.min = {
      type: "integer",
      "x-kubernetes-validations": [{ rule: "self > 5" }],
    } as never;
    const { body } = await server.request("GET", `${DEFINITIONS_PATH}/rules.test.example.com`);
    const spec = structuredClone(body["spec"]) as { versions: { schema: { openAPIV3Schema: object } }[] };
    for (const version of spec.versions) version.schema.openAPIV3Schema = stricter;
    const path = `${DEFINITIONS_PATH}/rules.test.example.com`;
    expect((await server.request("PUT", path, { body: { ...body, spec } })).status).toBe(200);
    const changed = await patch("a", { spec: { max: 9 } });
    expect(changed.status).toBe(200);
    expect(changed.headers["warning"]).toContain("spec.min: Invalid value");
    expect(causes(await patch("a", { spec: { min: 2 } }))).toEqual([
      'spec.min: Invalid value: "integer": failed rule: self > 5',
    ]);
  });
});

describe("Definition with validation rules", () => {
  it("is rejected if a rule does not compile, costs too much, or rejects a default", async () => {
    const refuse = async (property: JsonSchema): Promise<string> => {
      const body = definition("other", { schema: { type: "object", properties: { p: property } } });
      const answer = await server.request("POST", DEFINITIONS_PATH, { body });
      expect(answer.status).toBe(422);
      return causes(answer).join("\n");
    };
    const rule = (text: string) => ({ "x-kubernetes-validations": [{ rule: text }] });
    expect(await refuse({ type: "string", ...rule("self.x") })).toContain("compilation failed: ERROR: <input>:1:5");
    const list = { type: "array", items: { type: "string" } };
    expect(await refuse({ ...list, ...rule("self.all(x, self.all(y, x == y))") })).toContain(
      "estimated rule cost exceeds budget",
    );
    expect(await refuse({ type: "integer", default: 1, ...rule("self > 1") })).toBe(
      'spec.validation.openAPIV3Schema.properties[p].default: Invalid value: "integer": failed rule: self > 1',
    );
  });
});
