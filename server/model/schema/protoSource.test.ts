import { describe, expect, it } from "vitest";
import { parseDescriptions } from "./descriptions.ts";
import { parseProtoFiles } from "./protoSource.ts";

const parse = (body: string): ReturnType<typeof parseProtoFiles> =>
  parseProtoFiles([
    { name: "a.proto", text: `syntax = "proto3";\npackage a.v1;\noption (definitions) = "x.a.v1";\n${body}` },
  ]);

const fieldsOf = (body: string): unknown => parse(body).definitions["a.v1.M"]?.fields;

describe("parseProtoFiles", () => {
  it("parses types, numbers and pointers", () => {
    expect(
      fieldsOf(
        `message M { string s = 1; optional int64 i = 3; repeated M list = 4; map<string, bytes> m = 5; google.protobuf.Value v = 6; }`,
      ),
    ).toEqual([
      { name: "s", type: "string", tag: 1 },
      { name: "i", type: "int64", tag: 3, pointer: true },
      { name: "list", type: "[]a.v1.M", tag: 4 },
      { name: "m", type: "{}bytes", tag: 5 },
      { name: "v", type: "any", tag: 6 },
    ]);
  });

  it("parses options", () => {
    expect(
      fieldsOf(`message M {
        string a = 1 [(required) = true, (enum) = "|x|y", (default) = "x"];
        string b = 2 [(required) = true, (keep) = false];
        bool c = 3 [(keep) = true, (default) = "false"];
        repeated string d = 4 [(list_type) = "map", (map_keys) = "x,y", (patch) = "merge", (merge_key) = "x"];
        string e = 5 [json_name = "$e-{product}"];
      }`),
    ).toEqual([
      { name: "a", type: "string", tag: 1, keep: true, required: true, enum: ["", "x", "y"], default: "x" },
      { name: "b", type: "string", tag: 2, required: true },
      { name: "c", type: "bool", tag: 3, keep: true, default: false },
      { name: "d", type: "[]string", tag: 4, listType: "map", mapKeys: ["x", "y"], patch: "merge", mergeKey: "x" },
      { name: "$e-{product}", type: "string", tag: 5 },
    ]);
  });

  it("adds kind and apiVersion first for types with a gvk", () => {
    const source = parse(
      `message M { option (gvk) = "a/v1"; string s = 1; } message N { option (gvk) = "*"; option (type_meta) = false; }`,
    );
    expect(source.definitions["a.v1.M"]).toMatchObject({
      gvk: "a/v1",
      fields: [{ name: "kind" }, { name: "apiVersion" }, { name: "s" }],
    });
    expect(source.definitions["a.v1.N"]).toEqual({ gvk: "*", fields: [] });
    expect(source.packages).toEqual({ "a.v1": "x.a.v1" });
  });

  it("omits numbers of json_only messages", () => {
    expect(fieldsOf(`message M { option (json_only) = true; string s = 1; }`)).toEqual([{ name: "s", type: "string" }]);
  });

  it("inlines the fields of embedded messages at any depth", () => {
    expect(
      fieldsOf(
        `message M { string z = 1; N n = 2 [(embedded) = true]; } message N { O o = 1 [(embedded) = true]; string y = 2; } message O { string x = 1; }`,
      ),
    ).toEqual([
      { name: "z", type: "string", tag: 1 },
      { name: "n", type: "a.v1.N", tag: 2, embedded: true },
      { name: "x", type: "string", via: "n" },
      { name: "y", type: "string", via: "n" },
    ]);
  });

  it("parses JSON forms", () => {
    expect(
      parse(`message M { option (json) = "T"; option (openapi) = '{"type":"string"}'; }`).definitions["a.v1.M"],
    ).toEqual({
      json: "T",
      openapi: { type: "string" },
      fields: [],
    });
  });

  it("reports the position of an error", () => {
    expect(() => parse("message {")).toThrow("a.proto: ");
    expect(() => parse("message M { Nope n = 1; }")).toThrow("a.v1.M.n: a.v1.Nope is not declared");
    const twice = { name: "b.proto", text: 'syntax = "proto3"; package a.v1; message M {}' };
    expect(() => parseProtoFiles([twice, twice])).toThrow("b.proto: a.v1.M is declared twice");
  });
});

describe("parseDescriptions", () => {
  it("takes the comment before a type or member", () => {
    const text = [
      "/** Not about anything. */",
      'import { X } from "x";',
      "/**",
      " * A thing.",
      " *",
      " * More.",
      " */",
      "export interface A {",
      "    /** The b. */",
      "    b?: string;",
      "    c: X;",
      "    /** With a dash. */",
      '    "x-d"?: string;',
      "}",
      "/** Text. */",
      "export declare type T = string;",
    ].join("\n");
    expect(Object.fromEntries(parseDescriptions(text))).toEqual({
      A: { "": "A thing.\n\nMore.", b: "The b.", "x-d": "With a dash." },
      T: { "": "Text." },
    });
  });
});
