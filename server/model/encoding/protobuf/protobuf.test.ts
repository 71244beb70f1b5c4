import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { DecodeError, decodeStrict } from "../../schema/decode.ts";
import { loadSchema } from "../../schema/schema.ts";
import { randomValue, seeded } from "../../schema/testing/randomValue.ts";
import { decodeProto } from "./decodeProto.ts";
import { encodeProto } from "./encodeProto.ts";
import { decodeUnknown, encodeUnknown } from "./envelope.ts";

const schema = loadSchema();
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** Types whose fields (except kind and apiVersion) all have a binary form. */
const binary = schema
  .names()
  .map((name) => schema.definition(name))
  .filter(
    (node) => node.fields.some((field) => field.tag !== undefined) && schema.published(node.name ?? "") === undefined,
  );

function canonical(node: StructNode, value: unknown): Record<string, unknown> {
  const { kind: _k, apiVersion: _a, ...rest } = decodeStrict(node, value).value as Record<string, unknown>;
  const inlined = node.byName.get("kind")?.tag === undefined;
  return inlined ? rest : (decodeStrict(node, value).value as Record<string, unknown>);
}

describe("Objects", () => {
  it("have the reference's bytes: fields by number, including zero values of non-pointers", () => {
    const node = schema.definition("api.core.v1.ContainerPort");
    expect(hex(encodeProto(node, { containerPort: 80, protocol: "TCP" }))).toBe(
      `${"0a00"}${"1000"}${"1850"}${"2203544350"}${"2a00"}`,
    );
  });

  it("encode an embedded message from the same object and omit absent pointers", () => {
    const node = schema.definition("api.core.v1.SecretKeySelector");
    expect(hex(encodeProto(node, { name: "n", key: "k" }))).toBe("0a030a016e12016b");
    expect(hex(encodeProto(node, { name: "n", key: "k", optional: false }))).toBe("0a030a016e12016b1800");
    expect(decodeProto(node, Buffer.from("0a030a016e12016b1800", "hex"))).toEqual({
      name: "n",
      key: "k",
      optional: false,
    });
  });

  it("encode maps sorted, bytes raw, and wrapped scalars as messages", () => {
    const secret = schema.definition("api.core.v1.Secret");
    expect(hex(encodeProto(secret, { data: { b: "Yg==", a: "YQ==" }, type: "t" }))).toContain(
      "12060a0161120161" + "12060a0162120162",
    );
    const port = schema.definition("api.core.v1.TCPSocketAction");
    expect(hex(encodeProto(port, { port: "http" }))).toBe("0a0a080110001a04687474701200");
    expect(hex(encodeProto(port, { port: 80 }))).toBe("0a06080010501a001200");
  });

  it("use ten bytes for negative numbers (sign extension)", () => {
    const node = schema.definition("api.core.v1.ContainerPort");
    const bytes = encodeProto(node, { containerPort: -1 });
    expect(hex(bytes)).toContain("18ffffffffffffffffff01");
    expect(decodeProto(node, bytes)).toEqual({ containerPort: -1 });
  });

  it("skip unknown field numbers and accept packed numbers", () => {
    const node = schema.definition("api.core.v1.PodSecurityContext");
    expect(decodeProto(node, Buffer.from("2202010298f7020a", "hex"))).toEqual({ supplementalGroups: [1, 2] });
  });

  it("embed free-form values as JSON or raw bytes", () => {
    const node = schema.definition("apimachinery.pkg.apis.meta.v1.WatchEvent");
    const envelope = encodeUnknown({ apiVersion: "v1", kind: "X", raw: Buffer.from("{}") });
    expect(hex(encodeProto(node, { type: "A", object: { raw: envelope } }))).toContain(hex(envelope));
    const plain = encodeProto(node, { type: "A", object: { a: 1 } });
    expect(decodeProto(node, plain)).toEqual({ type: "A", object: { a: 1 } });
  });

  it("distinguish a schema from a boolean", () => {
    const node = schema.definition("apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");
    for (const additionalProperties of [true, false, { type: "string" }]) {
      expect(decodeProto(node, encodeProto(node, { additionalProperties }))).toEqual({ additionalProperties });
    }
  });
});

describe("Round trips", () => {
  it("preserve every type", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(binary.length - 1), (seed, which) => {
        const node = binary[which] as StructNode;
        const value = canonical(node, randomValue(node, seeded(seed)));
        expect(decodeProto(node, encodeProto(node, value)), node.name).toEqual(value);
      }),
      { numRuns: 1500 },
    );
  });

  it("preserve an empty and a filled sample of every type", () => {
    for (const node of binary) {
      for (const value of [{}, randomValue(node, seeded(7))]) {
        const expected = canonical(node, value);
        expect(JSON.stringify(decodeProto(node, encodeProto(node, expected))), node.name).toBe(
          JSON.stringify(expected),
        );
      }
    }
  });
});

describe("Invalid bytes", () => {
  const pod = schema.definition("api.core.v1.Pod");

  it("are always rejected with a DecodeError", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          decodeProto(pod, bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
        try {
          decodeUnknown(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
        }
      }),
    );
  });

  it("have a limited nesting depth", () => {
    const node = schema.definition("apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");
    let value: Record<string, unknown> = {};
    for (let i = 0; i < 1200; i += 1) value = { not: value };
    expect(() => decodeProto(node, encodeProto(node, value))).toThrow("exceeded max depth");
  });

  it("with a key named __proto__ cause no pollution", () => {
    const node = schema.definition("api.core.v1.ConfigMap");
    const data = JSON.parse('{"__proto__":"x"}') as Record<string, string>;
    const value = decodeProto(node, encodeProto(node, { data })) as { data: object };
    expect(Object.keys(value.data)).toEqual(["__proto__"]);
  });
});

describe("Protobuf envelope", () => {
  it("has the reference's bytes", () => {
    expect(hex(encodeUnknown({ apiVersion: "v1", kind: "P", raw: Uint8Array.of(1, 2) }))).toBe(
      "6b387300" + "0a07" + "0a027631" + "120150" + "12020102" + "1a00" + "2200",
    );
  });

  it("round-trips", () => {
    const bytes = encodeUnknown({
      apiVersion: "apps/v1",
      kind: "D",
      raw: Uint8Array.of(9),
      contentType: "application/json",
    });
    expect(decodeUnknown(bytes)).toMatchObject({ apiVersion: "apps/v1", kind: "D", contentType: "application/json" });
    expect([...decodeUnknown(bytes).raw]).toEqual([9]);
  });

  it("must start with the magic prefix", () => {
    expect(() => decodeUnknown(Buffer.from("{}"))).toThrow("expected prefix [107 56 115 0]");
  });
});
