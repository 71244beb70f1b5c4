import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isApiError } from "../../../../shared/status.ts";
import { immediately } from "../../../../shared/steps.ts";
import { loadSchema } from "../../schema/schema.ts";
import * as cborBody from "./cborBody.ts";
import { encodeCborObject } from "./encodeCbor.ts";

const readCborObject = immediately(cborBody.readCborObject);
const readCborPatch = immediately(cborBody.readCborPatch);

const expected = { kind: "ConfigMap", version: "v1" };
const node = loadSchema().definition("api.core.v1.ConfigMap");
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isApiError(error, "BadRequest")) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}
const unrecognized = (detail: string, quote: string): string =>
  `the object provided is unrecognized (must be of type ConfigMap): unable to determine group/version/kind: ${detail} (${quote})`;

describe("Request bodies", () => {
  it("are objects, or null for an empty object", () => {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };
    expect(readCborObject(encodeCborObject(object), expected, node)).toEqual(object);
    expect(readCborObject(bytes("f6"), expected, node)).toEqual({});
    expect(readCborObject(bytes("a0"), expected, node)).toEqual({});
  });

  it.each([
    ["", unrecognized("EOF", "<empty>")],
    ["a1", unrecognized("unexpected EOF", "a1")],
    [
      "80",
      unrecognized(
        "cbor: cannot unmarshal array into Go value of type v1.TypeMeta (cannot decode CBOR array to struct without toarray option)",
        "80",
      ),
    ],
    [
      "d9d9f7 6161",
      unrecognized("cbor: cannot unmarshal UTF-8 text string into Go value of type v1.TypeMeta", "d9d9f76161"),
    ],
    [
      "a1 646b696e64 20",
      unrecognized(
        "cbor: cannot unmarshal negative integer into Go struct field v1.TypeMeta.kind of type string",
        "a1646b696e6420",
      ),
    ],
    [
      "a1 646b696e64 a0",
      unrecognized("cbor: cannot unmarshal map into Go struct field v1.TypeMeta.kind of type string", "a1646b696e64a0"),
    ],
    [`98${"21"}${"00".repeat(32)}`, unrecognized("unexpected EOF", `9821${"00".repeat(28)} ...`)],
    ["a1 6161 61ff", 'ConfigMap in version "v1" cannot be handled as a ConfigMap: cbor: invalid UTF-8 string'],
  ])("are rejected: %s", (hex, message) => {
    expect(refusal(() => readCborObject(bytes(hex), expected, node))).toBe(message);
  });

  it("report an invalid apiVersion", () => {
    const body = encodeCborObject({ apiVersion: "a/b/c" });
    expect(refusal(() => readCborObject(body, expected, node))).toBe(
      `the object provided is unrecognized (must be of type ConfigMap): unexpected GroupVersion string: a/b/c (${body.toString("hex")})`,
    );
  });

  it("must contain the kind of a custom resource", () => {
    expect(refusal(() => readCborObject(bytes("a0"), { kind: "Widget", version: "v1" }))).toBe(
      "the object provided is unrecognized (must be of type Widget): Object 'Kind' is missing in 'a0' (a0)",
    );
  });

  it("of an apply must be objects too", () => {
    expect(readCborPatch(bytes("a1 6161 01"))).toEqual({ a: 1 });
    expect(refusal(() => readCborPatch(bytes("80")))).toBe(
      "error decoding CBOR: cbor: cannot unmarshal array into Go value of type map[string]interface {}",
    );
    expect(refusal(() => readCborPatch(bytes("a1")))).toBe("error decoding CBOR: unexpected EOF");
  });

  it("with arbitrary bytes are decoded or rejected with 400", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (random) => {
        for (const read of [readCborObject, readCborPatch]) {
          try {
            read(Buffer.from(random), expected, node);
          } catch (error) {
            expect(isApiError(error, "BadRequest")).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
