import { encode, rfc8949EncodeOptions } from "cborg";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { decodeStrict } from "../../schema/decode.ts";
import { loadSchema } from "../../schema/schema.ts";
import { randomValue, seeded } from "../../schema/testing/randomValue.ts";
import { CborError } from "./cborError.ts";
import { decodeCbor } from "./decodeCbor.ts";
import { encodeCbor } from "./encodeCbor.ts";

const schema = loadSchema();
const names = schema.names();
const secret = schema.definition("api.core.v1.Secret");
const from = (hex: string, node?: StructNode): unknown => decodeCbor(Buffer.from(hex.replaceAll(" ", ""), "hex"), node);

function refusal(hex: string): CborError {
  try {
    from(hex);
  } catch (error) {
    if (error instanceof CborError) return error;
    throw error;
  }
  throw new Error(`${hex} was taken`);
}

describe("Decoding", () => {
  it.each([
    ["text strings", "6161", "a"],
    ["byte strings", "4161", "a"],
    ["byte strings in several chunks", "5f 4161 4162 ff", "ab"],
    ["text strings in several chunks", "7f 6161 60 6162 ff", "ab"],
    ["a byte order mark and keeps it", "63efbbbf", "\ufeff"],
    ["arrays of indefinite length", "9f 01 02 ff", [1, 2]],
    ["maps of indefinite length", "bf 6161 01 ff", { a: 1 }],
    ["integers that are not in the shortest form", "1b0000000000000001", 1],
    ["integers above 2^53", "1b0020000000000001", 9007199254740993n],
    ["the largest 64-bit integer", "1b7fffffffffffffff", 2n ** 63n - 1n],
    ["the smallest 64-bit integer", "3b7fffffffffffffff", -(2n ** 63n)],
    ["half-precision floats", "f93e00", 1.5],
    ["single-precision floats", "fa3fc00000", 1.5],
    ["double-precision floats", "fb3ff8000000000000", 1.5],
    ["the tag for self-described CBOR", "d9d9f7 a0", {}],
    ["nested tags", "d9d9f7 d9d9f7 a0", {}],
    ["unknown tags", "d8ff 01", 1],
    ["bytes tagged as base64", "d6 426162", "YWI="],
    ["bytes tagged as base64url", "d5 42fbff", "-_8"],
    ["bytes tagged as hexadecimal", "d7 42fbff", "fbff"],
    ["encoding tags of values that are not bytes", "d6 01", 1],
    ["time strings", "c0 74323032362d30312d30325430333a30343a30355a", "2026-01-02T03:04:05Z"],
    ["times in seconds since 1970", "c1 1a695735a5", "2026-01-02T03:04:05Z"],
    ["times in fractions of a second", "c1 f93e00", "1970-01-01T00:00:01.5Z"],
  ])("accepts %s", (_what, hex, value) => {
    expect(from(hex)).toEqual(value);
  });

  it("decodes byte strings for bytes fields", () => {
    const data = (value: string): unknown => from(`a1 6464617461 a1 616b ${value}`, secret);
    expect(data("d6 42fbff")).toEqual({ data: { k: "+/8=" } });
    expect(data("d5 42fbff")).toEqual({ data: { k: "+/8=" } });
    expect(data("d7 42fbff")).toEqual({ data: { k: "+/8=" } });
    expect(data("44 2b2f383d")).toEqual({ data: { k: "+/8=" } });
  });

  it("rejects floats for integer fields", () => {
    const node = schema.definition("api.apps.v1.DeploymentSpec");
    const replicas = (value: string) => from(`a1 487265706c69636173 ${value}`, node);
    expect(decodeStrict(node, replicas("03")).value).toMatchObject({ replicas: 3 });
    expect(() => decodeStrict(node, replicas("f94200"))).toThrow(
      "json: cannot unmarshal number 3.0 into Go struct field",
    );
    expect(() => decodeStrict(node, replicas("fb7e37e43c8800759c"))).toThrow("json: cannot unmarshal number");
    expect(from("f94200")).toBe(3);
  });

  it("creates an own property for the key __proto__", () => {
    const value = from("a1 695f5f70726f746f5f5f 01") as object;
    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe("Malformed input", () => {
  it.each([
    ["", "EOF"],
    ["82 01", "unexpected EOF"],
    ["18", "unexpected EOF"],
    ["4261", "unexpected EOF"],
    ["a1 6161", "unexpected EOF"],
    ["d9d9f7", "unexpected EOF"],
    ["9f 01", "unexpected EOF"],
    ["01 02", "cbor: 1 bytes of extraneous data starting at index 1"],
    ["1c", "cbor: invalid additional information 28 for type positive integer"],
    ["1f", "cbor: invalid additional information 31 for type positive integer"],
    ["df", "cbor: invalid additional information 31 for type tag"],
    ["ff", 'cbor: unexpected "break" code'],
    ["a1 6161 ff", 'cbor: unexpected "break" code'],
    ["bf 6161 ff", 'cbor: unexpected "break" code'],
    ["5f 6161 ff", "cbor: wrong element type UTF-8 text string for indefinite-length byte string"],
    ["5f 5f 4161 ff ff", "cbor: indefinite-length byte string chunk is not definite-length"],
    ["5bffffffffffffffff", "cbor: byte string length 18446744073709551615 is too large, causing integer overflow"],
    ["9bffffffffffffffff", "cbor: array length 18446744073709551615 is too large, it would cause integer overflow"],
    ["f81f", "cbor: invalid simple value 31 for type primitives"],
    ["f7", "cbor: data item of cbor type primitives is not accepted by protocol: simple value 23 is not recognized"],
    ["e0", "cbor: data item of cbor type primitives is not accepted by protocol: simple value 0 is not recognized"],
    ["f8ff", "cbor: data item of cbor type primitives is not accepted by protocol: simple value 255 is not recognized"],
    ["f97e00", "cbor: data item of cbor type primitives is not accepted by protocol: floating-point NaN"],
    [
      "fb7ff0000000000000",
      "cbor: data item of cbor type primitives is not accepted by protocol: floating-point infinity",
    ],
    ["c2 4101", "cbor: data item of cbor type tag is not accepted by protocol: bignum"],
    [`${"81".repeat(65)}01`, "cbor: exceeded max nested level 64"],
    [`${"c6".repeat(66)}01`, "cbor: exceeded max nested level 64"],
    ["990401", "cbor: exceeded max number of elements 1024 for CBOR array"],
    [`9f${"01".repeat(1025)}ff`, "cbor: exceeded max number of elements 1024 for CBOR array"],
    ["b90401", "cbor: exceeded max number of key-value pairs 1024 for CBOR map"],
    ["9a7fffffff", "cbor: exceeded max number of elements 1024 for CBOR array"],
  ])("is rejected: %.40s", (hex, message) => {
    expect(refusal(hex)).toMatchObject({ message, inContent: false });
  });

  it("is reported before unsupported content", () => {
    expect(refusal("82 61ff 1c").message).toMatch(/additional information/);
    expect(refusal("82 61ff").message).toBe("unexpected EOF");
  });
});

describe("Content that JSON cannot represent", () => {
  const wrongKey = (name: string): string =>
    `cbor: cannot unmarshal ${name} into Go value of type string (map key is of type ${name} and cannot be used to match struct field name)`;

  it.each([
    ["61ff", "cbor: invalid UTF-8 string"],
    ["41ff", "cbor: invalid UTF-8 string"],
    ["7f61c361bcff", undefined],
    [
      "1bffffffffffffffff",
      "cbor: cannot unmarshal positive integer into Go value of type int64 (18446744073709551615 overflows Go's int64)",
    ],
    [
      "3b8000000000000000",
      "cbor: cannot unmarshal negative integer into Go value of type int64 (-9223372036854775809 overflows Go's int64)",
    ],
    ["a1 6161 a2 6162 01 4162 02", 'cbor: found duplicate map key "b" at map element index 1'],
    ["a1 6161 a1 01 02", wrongKey("positive integer")],
    ["c0 01", "cbor: tag number 0 must be followed by text string, got positive integer"],
    ["c0 6161", /^cbor: cannot set a for time.Time: parsing time/],
    ["c1 6161", "cbor: tag number 1 must be followed by integer or floating-point number, got UTF-8 text string"],
    ["c1 1b7fffffffffffffff", /year outside of range/],
  ])("is rejected: %s", (hex, message) => {
    if (message === undefined) expect(from(hex)).toBe("ü");
    else if (typeof message === "string") expect(refusal(hex)).toMatchObject({ message, inContent: true });
    else expect(refusal(hex).message).toMatch(message);
  });

  it("hides the kind if it concerns the object's own members", () => {
    expect(refusal("a2 6161 01 6161 02").inContent).toBe(false);
    expect(refusal("a1 01 02")).toMatchObject({ message: wrongKey("positive integer"), inContent: false });
    // The first error is about content, but the one that affects the kind is reported.
    expect(refusal("a2 6161 a2 6162 01 6162 02 6161 03").message).toMatch(/key "a"/);
  });
});

describe("Round trips", () => {
  it("preserve any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as unknown;
        expect(decodeCbor(encodeCbor(json))).toEqual(json);
      }),
    );
  });

  it("preserve any 64-bit integer", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        expect(BigInt(decodeCbor(encodeCbor(value)) as number | bigint)).toBe(value);
      }),
    );
  });

  it("preserve every built-in type as the same JSON", () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(names.length - 1), (seed, which) => {
        const node = schema.definition(names[which] ?? "");
        const { value } = decodeStrict(node, randomValue(node, seeded(seed)));
        expect(JSON.stringify(decodeCbor(encodeCbor(value, node), node)), node.name).toBe(JSON.stringify(value));
        expect(JSON.stringify(decodeCbor(encodeCbor(value, node))), node.name).toBe(JSON.stringify(value));
      }),
      { numRuns: 1000 },
    );
  });

  it("preserve every built-in type in one sample", () => {
    for (const name of names) {
      const node = schema.definition(name);
      const { value } = decodeStrict(node, randomValue(node, seeded(3)));
      expect(JSON.stringify(decodeCbor(encodeCbor(value, node), node)), name).toBe(JSON.stringify(value));
    }
  });

  it("decode the output of another encoder", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as unknown;
        expect(decodeCbor(encode(json, rfc8949EncodeOptions))).toEqual(json);
      }),
    );
  });
});

describe("Arbitrary bytes", () => {
  it("are decoded or rejected without other errors", () => {
    const attempt = (bytes: Uint8Array): void => {
      try {
        decodeCbor(bytes, secret);
      } catch (error) {
        expect(error).toBeInstanceOf(CborError);
      }
    };
    fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), attempt), { numRuns: 2000 });
    const whole = encodeCbor(
      { kind: "Secret", metadata: { name: "a" }, data: { k: "YWI=" }, list: [1, 2.5, null] },
      secret,
    );
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(whole);
        changed[at] = byte;
        attempt(changed);
        attempt(whole.subarray(0, at));
      }),
      { numRuns: 2000 },
    );
  });
});
