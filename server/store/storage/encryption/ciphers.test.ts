import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aesCbc, aesGcm, type Cipher, secretbox } from "./ciphers.ts";
import { TransformError } from "./transformError.ts";

const key = (length: number): Uint8Array => Buffer.alloc(length, "correct horse battery staple 1234");
const ciphers: Readonly<Record<string, { cipher: Cipher; other: Cipher; overhead: (length: number) => number }>> = {
  ...Object.fromEntries(
    [16, 24, 32].flatMap((length) => {
      const wrong = Buffer.alloc(length, 7);
      const padded = (plain: number): number => 16 + plain + 16 - (plain % 16);
      return [
        [`aescbc with ${length} bytes`, { cipher: aesCbc(key(length)), other: aesCbc(wrong), overhead: padded }],
        [
          `aesgcm with ${length} bytes`,
          { cipher: aesGcm(key(length)), other: aesGcm(wrong), overhead: (plain: number) => 12 + plain + 16 },
        ],
      ];
    }),
  ),
  secretbox: {
    cipher: secretbox(key(32)),
    other: secretbox(Buffer.alloc(32, 7)),
    overhead: (plain: number) => 24 + 16 + plain,
  },
};
const bytes = fc.uint8Array({ maxLength: 200 });

describe.each(Object.entries(ciphers))("%s", (name, { cipher, other, overhead }) => {
  it("decrypts what it encrypted, and uses a new nonce each time", () => {
    fc.assert(
      fc.property(bytes, fc.string(), (plain, place) => {
        const sealed = cipher.seal(plain, place);
        expect(sealed).toHaveLength(overhead(plain.length));
        expect(Buffer.from(cipher.open(sealed, place))).toEqual(Buffer.from(plain));
        expect(cipher.seal(plain, place)).not.toEqual(sealed);
      }),
    );
  });

  it("never contains the plain text", () => {
    const sealed = Buffer.from(cipher.seal(Buffer.from("a secret that is long enough to be found"), "/a"));
    expect(sealed.includes("secret")).toBe(false);
  });

  it("refuses truncated values", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: name === "secretbox" ? 39 : name.startsWith("aescbc") ? 15 : 11 }),
        (short) => {
          expect(() => cipher.open(short, "/a")).toThrow("the stored data was shorter than the required size");
        },
      ),
    );
  });

  it("does not decrypt a value that another key encrypted", () => {
    fc.assert(
      fc.property(bytes, (plain) => {
        const opened = (): unknown => Buffer.from(cipher.open(other.seal(plain, "/a"), "/a"));
        // The padding may be valid by chance: then at least the text differs.
        try {
          expect(opened()).not.toEqual(Buffer.from(plain));
        } catch (error) {
          if (!(error instanceof TransformError)) throw error;
        }
      }),
    );
  });
});

describe.each(["aesgcm with 16 bytes", "aesgcm with 32 bytes", "secretbox"])("%s", (name) => {
  it("detects every flipped bit", () => {
    const { cipher } = ciphers[name] as { cipher: Cipher };
    fc.assert(
      fc.property(bytes, fc.nat(), fc.integer({ min: 0, max: 7 }), (plain, at, bit) => {
        const sealed = Buffer.from(cipher.seal(plain, "/a"));
        const i = at % sealed.length;
        sealed[i] = (sealed[i] ?? 0) ^ (1 << bit);
        expect(() => cipher.open(sealed, "/a")).toThrow(TransformError);
      }),
    );
  });
});

it("aesgcm does not decrypt a value at another storage key", () => {
  const cipher = aesGcm(key(32));
  const sealed = cipher.seal(Buffer.from("x"), "/registry/secrets/a/one");
  expect(() => cipher.open(sealed, "/registry/secrets/a/two")).toThrow("cipher: message authentication failed");
});

describe("aescbc", () => {
  const cipher = aesCbc(key(32));

  it("reports values of invalid block length", () => {
    expect(() => cipher.open(Buffer.alloc(17), "/a")).toThrow("the stored data is not a multiple of the block size");
    expect(() => cipher.open(Buffer.alloc(16), "/a")).toThrow("invalid PKCS7 data (empty or not padded)");
  });

  it("reports invalid padding", () => {
    // Changing the last byte of the nonce changes the last byte of the first block.
    const sealed = Buffer.from(cipher.seal(Buffer.from("fifteen letters"), "/a"));
    const withLast = (last: number): Buffer => {
      const changed = Buffer.from(sealed);
      changed[15] = (changed[15] ?? 0) ^ 1 ^ last;
      return changed;
    };
    expect(Buffer.from(cipher.open(withLast(1), "/a")).toString()).toBe("fifteen letters");
    expect(() => cipher.open(withLast(0), "/a")).toThrow("invalid PKCS7 data (empty or not padded)");
    expect(() => cipher.open(withLast(17), "/a")).toThrow("invalid PKCS7 data (empty or not padded)");
    expect(() => cipher.open(withLast(2), "/a")).toThrow("invalid padding on input");
  });
});

describe("published test vectors decrypt", () => {
  const hex = (text: string): Buffer => Buffer.from(text, "hex");

  it.each([
    [
      "AES-128-CBC with PKCS#7",
      aesCbc(hex("2b7e151628aed2a6abf7158809cf4f3c")),
      "000102030405060708090a0b0c0d0e0f" + "7649abac8119b246cee98e9b12e9197d8964e0b149c10b7b682e6e39aaeb731c",
      "6bc1bee22e409f96e93d7e117393172a",
    ],
    [
      "AES-128-GCM",
      aesGcm(Buffer.alloc(16)),
      "000000000000000000000000" + "0388dace60b6a392f328c2b971b2fe78" + "ab6e47d42cec13bdf53a67b21257bddf",
      "00000000000000000000000000000000",
    ],
    [
      "XSalsa20-Poly1305",
      secretbox(hex("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389")),
      "69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37" +
        "f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186a" +
        "c0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae" +
        "90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74" +
        "e355a5",
      "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c6129" +
        "6cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde" +
        "048977eb48f59ffd4924ca1c60902e52f0a089bc76897040e082f937763848645e0705",
    ],
  ])("%s", (_, cipher, sealed, plain) => {
    expect(Buffer.from(cipher.open(hex(sealed), "")).toString("hex")).toBe(plain);
  });
});
