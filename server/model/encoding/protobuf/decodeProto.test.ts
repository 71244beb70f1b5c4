import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance } from "../../../../shared/steps.ts";
import { DecodeError } from "../../../ground/formats/wording/decodeError.ts";
import { loadSchema } from "../../schema/schema.ts";
import { decodeProto, decodeProtoInSteps } from "./decodeProto.ts";
import { encodeProto } from "./encodeProto.ts";

const schema = loadSchema();
const decode = (name: string, hex: string) => decodeProto(schema.definition(name), Buffer.from(hex, "hex"));

describe("decodeProto", () => {
  it("takes the last of repeated singular fields and collects lists and maps", () => {
    expect(decode("api.core.v1.SecretKeySelector", "12016112016b")).toEqual({ key: "k" });
    expect(decode("api.core.v1.PodSecurityContext", "2001" + "2002")).toEqual({ supplementalGroups: [1, 2] });
    const map = decode("api.core.v1.ConfigMap", "12060a0161120131" + "12060a0162120132" + "12060a0161120133");
    expect(map).toMatchObject({ data: { a: "3", b: "2" } });
  });

  it("uses empty values for missing keys or values of map entries", () => {
    expect(decode("api.core.v1.ConfigMap", "1200")).toMatchObject({ data: { "": "" } });
  });

  it("skips unknown fields of every wire type", () => {
    const unknown = ["f83e01", "f93e0000000000000000", "fa3e026162", "fd3e00000000"];
    for (const field of unknown) {
      expect(decode("api.core.v1.SecretKeySelector", `${field}12016b${field}`)).toEqual({ key: "k" });
    }
  });

  it.each([
    ["a number in a string field", "api.core.v1.SecretKeySelector", "1001", "proto: wrong wireType = 0 for field key"],
    [
      "a string in a number field",
      "api.core.v1.ContainerPort",
      "1a0150",
      "proto: wrong wireType = 2 for field containerPort",
    ],
    ["a number in a message field", "api.core.v1.Pod", "1001", "proto: wrong wireType = 0 for field spec"],
    ["field number 0", "api.core.v1.Pod", "0201", "proto: illegal tag 0 (wire type 2)"],
    ["a truncated message", "api.core.v1.Pod", "0aff01", "unexpected EOF"],
    ["a truncated string", "api.core.v1.SecretKeySelector", "12056b", "unexpected EOF"],
    ["a key without a value", "api.core.v1.SecretKeySelector", "12", "unexpected EOF"],
    ["a field that is longer than its message", "api.core.v1.Pod", "0a030a0541424344", "unexpected EOF"],
  ])("rejects %s", (_title, name, hex, message) => {
    expect(() => decode(name, hex)).toThrow(DecodeError);
    expect(() => decode(name, hex)).toThrow(message);
  });

  it("rejects truncated input or decodes a valid part of it", () => {
    const node = schema.definition("api.core.v1.ConfigMap");
    const whole = { metadata: { name: "a", labels: { x: "y" } }, data: { k: "v", l: "w" } };
    const bytes = encodeProto(node, whole);
    expect(decodeProto(node, bytes)).toMatchObject(whole);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        let part: Record<string, unknown>;
        try {
          part = decodeProto(node, bytes.subarray(0, length));
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError);
          return;
        }
        const data = (part["data"] ?? {}) as Record<string, string>;
        for (const [key, value] of Object.entries(data)) expect(whole.data).toHaveProperty(key, value);
      }),
    );
  });

  it("decodes the same in steps with pauses as at once", () => {
    const node = schema.definition("api.core.v1.Pod");
    const one = {
      name: "a",
      args: ["b", ""],
      env: Array.from({ length: 2000 }, (_, i) => ({ name: `e${i}`, value: "" })),
    };
    const labels = Object.fromEntries(one.env.map(({ name }) => [name, "x"]));
    const bytes = encodeProto(node, { metadata: { labels }, spec: { containers: [one, { name: "small" }, one] } });
    const steps = decodeProtoInSteps(node, bytes);
    let pauses = 0;
    let step = advance(steps, 0);
    for (; step.done !== true; step = advance(steps, 0)) pauses += 1;
    expect(pauses).toBeGreaterThan(100);
    expect(step.value).toEqual(decodeProto(node, bytes));
    expect(step.value).toMatchObject({
      metadata: { labels },
      spec: { containers: [{ name: "a" }, { name: "small" }, { name: "a" }] },
    });
    expect(Buffer.from(encodeProto(node, step.value)).equals(Buffer.from(bytes))).toBe(true);
    for (const length of [bytes.length - 1, bytes.length >> 1]) {
      expect(() => decodeProto(node, bytes.subarray(0, length))).toThrow(DecodeError);
    }
  });

  it("prefers the schema over the boolean regardless of field order", () => {
    const node = schema.definition("apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");
    // additionalProperties { allows: true, schema { type: "x" } }, and in the reverse order.
    for (const parts of ["0801" + "12032a0178", "12032a0178" + "0801"]) {
      expect(decodeProto(node, Buffer.from(`f20107${parts}`, "hex"))).toEqual({
        additionalProperties: { type: "x" },
      });
    }
  });

  it.each([
    ["map entries", "api.core.v1.ConfigMap", { data: { a: "x".repeat(20_000), b: "" } }],
    [
      "lists of strings in wrapper messages",
      "api.authorization.v1.SubjectAccessReview",
      { spec: { extra: { a: Array.from({ length: 9000 }, () => "v"), b: [] } } },
    ],
    [
      "nested schemas",
      "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps",
      {
        properties: {
          a: { items: { allOf: Array.from({ length: 3000 }, () => ({ type: "object" })) } },
          b: { additionalProperties: { description: "x".repeat(20_000) } },
        },
        default: { a: Array.from({ length: 9000 }, () => "v") },
        example: [],
      },
    ],
  ])("decodes large %s the same in steps as at once", (_title, name, value) => {
    const node = schema.definition(name);
    const bytes = encodeProto(node, value);
    const steps = decodeProtoInSteps(node, bytes);
    let step = advance(steps, 0);
    while (step.done !== true) step = advance(steps, 0);
    expect(step.value).toMatchObject(value);
    expect(Buffer.from(encodeProto(node, step.value)).equals(Buffer.from(bytes))).toBe(true);
  });

  it("rejects embedded JSON with deep nesting", () => {
    const deep = "[".repeat(501) + "]".repeat(501);
    const message = encodeProto(schema.definition("api.apps.v1.ControllerRevision"), {
      data: { raw: Buffer.from(deep) },
    });
    expect(() => decodeProto(schema.definition("api.apps.v1.ControllerRevision"), message)).toThrow(
      "exceeded max depth",
    );
  });
});
