import { describe, expect, it } from "vitest";
import { GNOSTIC_V2 } from "../../../model/schema/openapi/gnosticV2.ts";
import { decodeGnostic } from "../../../model/schema/openapi/testing/decodeGnostic.ts";
import { group, Leaf } from "./documentPart.ts";
import { encodeDocument } from "./encodedDocument.ts";

const swagger = (value: string): Leaf => new Leaf(GNOSTIC_V2, "Document", "swagger", value);
const text = (chunks: readonly Uint8Array[]): string => Buffer.concat(chunks).toString();

describe("an encoded document", () => {
  it("hashes the JSON text, and encodes protobuf on demand", async () => {
    const one = await encodeDocument([swagger("2.0")]);
    expect(text(one.json)).toBe('{"swagger":"2.0"}');
    expect(one.hash).toMatch(/^[0-9A-F]{128}$/);
    expect(one.hash).toBe((await encodeDocument([swagger("2.0")])).hash);
    expect(one.hash).not.toBe((await encodeDocument([swagger("2.1")])).hash);
    expect(await one.protobuf()).toBe(await one.protobuf());
    expect(decodeGnostic(GNOSTIC_V2, Buffer.concat(await one.protobuf()))).toEqual({ swagger: "2.0" });
  });

  it("is the same in JSON and protobuf when it is composed of parts", async () => {
    const definitions = ["a", 'b"\u2028'].map((name) => new Leaf(GNOSTIC_V2, "Definitions", name, { title: name }));
    const document = await encodeDocument([
      group(GNOSTIC_V2, "Document", "paths", []),
      swagger("2.0"),
      group(GNOSTIC_V2, "Document", "definitions", definitions),
    ]);
    const value = { paths: {}, swagger: "2.0", definitions: { a: { title: "a" }, 'b"\u2028': { title: 'b"\u2028' } } };
    expect(JSON.parse(text(document.json))).toEqual(value);
    expect(decodeGnostic(GNOSTIC_V2, Buffer.concat(await document.protobuf()))).toEqual(value);
  });
});
