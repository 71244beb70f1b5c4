import { describe, expect, it } from "vitest";
import { atOnce } from "../../../shared/steps.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { loadSchema } from "../schema/schema.ts";
import { encodeJson, encodeValue, typePrefix } from "./objectEncoder.ts";
import { decodeProto } from "./protobuf/decodeProto.ts";
import { decodeUnknown } from "./protobuf/envelope.ts";

const object = { data: { a: "1" }, metadata: { name: "x" }, apiVersion: "v1", kind: "ConfigMap" };

describe("encodeJson", () => {
  it("starts with the type so that a list can cut it off", () => {
    const text = atOnce(encodeJson(object)).toString();
    const prefix = typePrefix("ConfigMap", "v1");
    expect(text.startsWith(prefix)).toBe(true);
    expect(JSON.parse(`{${text.slice(prefix.length)}`)).toEqual({ data: { a: "1" }, metadata: { name: "x" } });
  });

  it("escapes quotes in type names", () => {
    expect(typePrefix('a"b', "g/v1")).toBe('{"kind":"a\\"b","apiVersion":"g/v1",');
  });
});

describe("encodeValue", () => {
  const node = loadSchema(createVocabulary()).definition("api.core.v1.ConfigMap");

  it("encodes JSON, pretty on request", () => {
    expect(encodeValue({ a: 1 }, "json", false).toString()).toBe('{"a":1}');
    expect(encodeValue({ a: 1 }, "json", true).toString()).toBe('{\n  "a": 1\n}\n');
  });

  it("encodes YAML with sorted members", () => {
    expect(encodeValue(object, "yaml", false).toString()).toBe(
      'apiVersion: v1\ndata:\n  a: "1"\nkind: ConfigMap\nmetadata:\n  name: x\n',
    );
  });

  it("encodes protobuf if the type is known, otherwise JSON", () => {
    const envelope = decodeUnknown(encodeValue(object, "protobuf", false, node));
    expect(envelope).toMatchObject({ apiVersion: "v1", kind: "ConfigMap" });
    expect(decodeProto(node, envelope.raw)).toMatchObject({ data: { a: "1" }, metadata: { name: "x" } });
    expect(JSON.parse(encodeValue(object, "protobuf", false).toString())).toEqual(object);
  });
});
