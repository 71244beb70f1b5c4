import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError } from "../../../../shared/status.ts";
import type { FieldValidation } from "../../../api/registry/write/writeOptions.ts";
import { failure, openTestServices, type TestServices, testContext } from "../../../testing/testServices.ts";
import { bodyFormat } from "./bodyFormat.ts";
import { decodeObject } from "./decodeBody.ts";

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.close());

async function decode(
  body: string,
  validation: FieldValidation = "Warn",
  contentType = "application/json",
): Promise<{ object: ApiObject; warnings: string[] }> {
  const context = testContext("POST", "/api/v1/namespaces/a/configmaps", {
    body,
    headers: contentType === "" ? {} : { "content-type": contentType },
  });
  const object = await decodeObject(services, context, services.resource("", "v1", "configmaps"), validation);
  return { object, warnings: context.warnings };
}
const refused = (body: string, validation?: FieldValidation, type?: string) =>
  failure(() => decode(body, validation, type));

describe("bodyFormat", () => {
  it.each([
    ["", "json"],
    ["application/json; charset=utf-8", "json"],
    ["application/yaml", "yaml"],
    ["application/vnd.kubernetes.protobuf", "protobuf"],
  ])("reads content type %j as %s", (type, format) => {
    const headers: Record<string, string> = type === "" ? {} : { "content-type": type };
    expect(bodyFormat(testContext("POST", "/", { headers }), services)).toBe(format);
  });

  it("lists the accepted media types in a 415 error", async () => {
    const context = testContext("POST", "/", { headers: { "content-type": "text/xml" } });
    const error = await failure(() => bodyFormat(context, services));
    expect([error.code, error.message]).toEqual([
      415,
      "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf",
    ]);
  });
});

describe("decodeObject", () => {
  it("puts kind and apiVersion first, and fills in missing ones", async () => {
    const { object } = await decode('{"data":{"a":"1"},"metadata":{"name":"x"}}');
    expect(JSON.stringify(object)).toBe(
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x","creationTimestamp":null},"data":{"a":"1"}}',
    );
  });

  it("drops and reports unknown fields, in the order of the body", async () => {
    const text = '{"zebra":1,"metadata":{"name":"x","color":"red"},"apple":{},"data":{"a":"1","a":"2"}}';
    const { object, warnings } = await decode(text);
    expect(warnings).toEqual([
      'unknown field "zebra"',
      'unknown field "metadata.color"',
      'unknown field "apple"',
      'duplicate field "data.a"',
    ]);
    expect(Object.keys(object)).toEqual(["kind", "apiVersion", "metadata", "data"]);
    expect(object.metadata).not.toHaveProperty("color");
    expect(object["data"]).toEqual({ a: "2" });
    expect((await decode(text, "Ignore")).warnings).toEqual([]);
    const strict = await refused(text, "Strict");
    expect(strict).toMatchObject({ code: 400, reason: "BadRequest" });
    expect(strict.message).toContain('strict decoding error: unknown field "zebra", unknown field "metadata.color"');
  });

  it.each([
    ['{"data":{"a":1}}', "json: cannot unmarshal number into Go struct field ConfigMap.data of type string"],
    ['{"data":[]}', "json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string"],
    ['{"kind":"Secret","apiVersion":"v1"}', "cannot be handled as a ConfigMap"],
    ['{"apiVersion":"a/b/c"}', "unexpected GroupVersion string: a/b/c"],
    ['{"kind":5}', "json: cannot unmarshal number into Go struct field .kind of type string"],
    ["[1]", "json: cannot unmarshal array into Go value of type"],
    ["{", "unexpected end of JSON input"],
    ['{"a":}', "invalid character '}' looking for beginning of value"],
  ])("refuses %s", async (body, text) => {
    const error = await refused(body);
    expect(error.code).toBe(400);
    expect(error.message).toContain(text);
  });

  it("decodes YAML to the same object as JSON", async () => {
    const yaml = "metadata: {name: x}\ndata:\n  a: '1'\nmore: 1\n";
    const { object, warnings } = await decode(yaml, "Warn", "application/yaml");
    expect(object["data"]).toEqual({ a: "1" });
    expect(warnings).toEqual(['unknown field "more"']);
  });

  it("distinguishes empty managedFields (a reset) from absent ones", async () => {
    expect((await decode('{"metadata":{"managedFields":[]}}')).object.metadata.managedFields).toEqual([]);
    expect((await decode('{"metadata":{}}')).object.metadata.managedFields).toBeUndefined();
  });

  it("returns an object or fails with 400 for any body", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), async (body) => {
        try {
          expect((await decode(body)).object.kind).toBe("ConfigMap");
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          expect(error.code).toBe(400);
        }
      }),
      { numRuns: 150 },
    );
  });
});
