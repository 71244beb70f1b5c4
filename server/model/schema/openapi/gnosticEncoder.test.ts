import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../../../shared/object.ts";
import { encodeGnostic } from "./gnosticEncoder.ts";
import { GNOSTIC_V2 } from "./gnosticV2.ts";
import { GNOSTIC_V3 } from "./gnosticV3.ts";
import { decodeGnostic, rawFields } from "./testing/decodeGnostic.ts";

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

describe("Binary form of version 2", () => {
  it("encodes strings and messages like protobuf", () => {
    expect(hex(encodeGnostic(GNOSTIC_V2, { swagger: "2.0", info: { title: "A", version: "B" } }))).toBe(
      "0a03322e30" + "1206" + "0a0141" + "120142",
    );
  });

  it("encodes free-form values as YAML-compatible text", () => {
    const bytes = encodeGnostic(GNOSTIC_V2, {
      definitions: { D: { "x-list": [{ a: 1 }], default: { b: null } } },
    });
    const text = Buffer.from(bytes).toString();
    expect(parse('[{"a":1,"t":"yes: no # \\n"}]\n')).toEqual([{ a: 1, t: "yes: no # \n" }]);
    expect(text).toContain('[{"a":1}]\n');
    expect(text).toContain('{"b":null}\n');
    expect(decodeGnostic(GNOSTIC_V2, bytes)).toEqual({
      definitions: { D: { "x-list": [{ a: 1 }], default: { b: null } } },
    });
  });

  it("distinguishes kinds of parameters", () => {
    const document: JsonObject = {
      paths: {
        "/a/{n}": {
          get: {
            operationId: "a",
            parameters: [
              { $ref: "#/parameters/pretty" },
              { name: "body", in: "body", required: true, schema: { $ref: "#/definitions/D" } },
              { name: "q", in: "query", type: "integer", uniqueItems: true },
            ],
            responses: { "200": { description: "OK", schema: { type: "string" } }, "401": { description: "no" } },
            "x-action": "get",
          },
          parameters: [{ name: "n", in: "path", type: "string", required: true, uniqueItems: true }],
        },
      },
      security: [{ BearerToken: [] }],
      securityDefinitions: { BearerToken: { type: "apiKey", name: "authorization", in: "header" } },
    };
    expect(decodeGnostic(GNOSTIC_V2, encodeGnostic(GNOSTIC_V2, document))).toEqual(document);
  });

  it("handles large, negative and fractional numbers and booleans", () => {
    const document: JsonObject = {
      definitions: {
        D: { maximum: 1.5, maxLength: 300, minItems: -1, exclusiveMinimum: false, additionalProperties: true },
      },
    };
    expect(decodeGnostic(GNOSTIC_V2, encodeGnostic(GNOSTIC_V2, document))).toEqual(document);
  });

  it("omits unknown fields", () => {
    expect(decodeGnostic(GNOSTIC_V2, encodeGnostic(GNOSTIC_V2, { swagger: "2.0", unheard: { of: 1 } }))).toEqual({
      swagger: "2.0",
    });
  });

  it("encodes an operation's fields under the specified numbers", () => {
    const bytes = encodeGnostic(GNOSTIC_V2, { paths: { "/": { patch: { operationId: "x", tags: ["t"] } } } });
    const only = (parent: Uint8Array, number: number): Uint8Array =>
      rawFields(parent).find((field) => field.number === number)?.value as Uint8Array;
    const named = only(only(bytes, 8), 2);
    expect(Buffer.from(only(named, 1)).toString()).toBe("/");
    const operation = only(only(named, 2), 8);
    expect(Buffer.from(only(operation, 5)).toString()).toBe("x");
    expect(Buffer.from(only(operation, 1)).toString()).toBe("t");
  });
});

it("documents with very many definitions and properties can be encoded", () => {
  const many = (count: number, value: JsonObject): JsonObject =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
  const definition = { type: "object", properties: many(130_000, { type: "string" }) };
  const v2 = { swagger: "2.0", definitions: { D: definition } };
  // Compare texts, because comparing each member would take too long.
  expect(JSON.stringify(decodeGnostic(GNOSTIC_V2, encodeGnostic(GNOSTIC_V2, v2))) === JSON.stringify(v2)).toBe(true);
  const v3 = { openapi: "3.0.0", components: { schemas: many(130_000, { type: "object" }) } };
  expect(JSON.stringify(decodeGnostic(GNOSTIC_V3, encodeGnostic(GNOSTIC_V3, v3))) === JSON.stringify(v3)).toBe(true);
});

describe("Binary form of version 3", () => {
  it("round-trips", () => {
    const document: JsonObject = {
      openapi: "3.0.0",
      info: { title: "A", version: "B" },
      paths: {
        "/": {
          post: {
            operationId: "p",
            requestBody: { required: true, content: { "*/*": { schema: { $ref: "#/components/schemas/D" } } } },
            responses: { "200": { description: "OK" } },
          },
        },
      },
      components: {
        schemas: {
          D: {
            type: "object",
            properties: {
              a: { allOf: [{ $ref: "#/components/schemas/D" }], default: {}, description: "d" },
              b: { type: "array", items: { type: "string", default: "" } },
              c: { oneOf: [{ type: "integer" }, { type: "string" }], default: 3 },
            },
            additionalProperties: { type: "boolean", default: false },
            "x-map-type": "atomic",
          },
        },
        securitySchemes: { BearerToken: { type: "apiKey", name: "authorization", in: "header" } },
      },
    };
    expect(decodeGnostic(GNOSTIC_V3, encodeGnostic(GNOSTIC_V3, document))).toEqual(document);
  });
});
