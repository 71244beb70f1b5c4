import { beforeEach, describe, expect, it } from "vitest";
import { aesCbc, aesGcm } from "../ciphers.ts";
import { TransformError } from "../transformError.ts";
import { decodeEnvelope, encodeEnvelope } from "./envelope.ts";
import { EnvelopeKeys } from "./envelopeKeys.ts";
import { encryptedKeyOf, envelopeTransformer } from "./envelopeTransformer.ts";
import { type FakeKmsV1, fakeKmsV1 } from "./testing/fakeKmsV1.ts";

const PLACE = "/registry/secrets/default/s";
const DOWN = new Error("rpc error: code = Unavailable desc = out for lunch");
let kms: FakeKmsV1;
let now: number;
let keys: EnvelopeKeys;
const withCache = (size: number): EnvelopeKeys => new EnvelopeKeys(kms, size, () => now);
beforeEach(() => {
  kms = fakeKmsV1();
  now = Date.parse("2026-01-01T00:00:00Z");
  keys = withCache(10);
});

const write = async (text = "planted", by = keys): Promise<Uint8Array> =>
  (await envelopeTransformer(by).toStorage(text, PLACE)) as Uint8Array;
const keyOf = (stored: Uint8Array): Uint8Array => encryptedKeyOf(stored) ?? Buffer.alloc(0);
const read = (stored: Uint8Array, by = keys) => envelopeTransformer(by).fromStorage(stored, PLACE);

describe("an envelope-encrypted value", () => {
  it("starts with its own encrypted data key, prefixed with the key's length", async () => {
    const [one, other] = [await write(), await write()];
    expect(kms.asked.encrypt).toBe(2);
    expect([...one.subarray(0, 3), ...other.subarray(0, 3)]).toEqual([0, 33, 1, 0, 33, 2]);
    const { encryptedKey, data } = decodeEnvelope(one);
    const key = await kms.decrypt(encryptedKey);
    expect(Buffer.from(aesGcm(key).open(data, PLACE)).toString()).toBe("planted");
  });

  it("is read with the cached data key, and by another server once the plug-in decrypted that key", async () => {
    const stored = await write();
    expect(read(stored)).toEqual({ value: "planted", stale: false });
    expect(kms.asked.decrypt).toBe(0);
    const others = withCache(10);
    expect(() => read(stored, others)).toThrow(TransformError);
    await others.unlock([keyOf(stored)]);
    expect(read(stored, others)).toEqual({ value: "planted", stale: false });
  });

  it("that was written with the older cipher is stale", async () => {
    const key = Buffer.alloc(32, 7);
    const data = aesCbc(key).seal(Buffer.from("old"), PLACE);
    const stored = encodeEnvelope({ encryptedKey: await kms.encrypt(key), data });
    await keys.unlock([keyOf(stored)]);
    expect(read(stored)).toEqual({ value: "old", stale: true });
  });

  it("that neither cipher can decrypt reports the errors of both", async () => {
    const stored = encodeEnvelope({ encryptedKey: await kms.encrypt(Buffer.alloc(32)), data: Buffer.alloc(48, 1) });
    await keys.unlock([keyOf(stored)]);
    expect(() => read(stored)).toThrow(/^\[cipher: message authentication failed, invalid PKCS7 data/);
  });

  it("is not written while the plug-in fails, and reports the plug-in's error", async () => {
    kms.down = DOWN;
    await expect(write()).rejects.toThrow(new TransformError(DOWN.message));
  });

  it("is not readable until the plug-in decrypts its data key", async () => {
    const others = withCache(10);
    const stored = await write();
    kms.down = DOWN;
    await others.unlock([keyOf(stored)]);
    expect(() => read(stored, others)).toThrow(DOWN.message);
    kms.down = undefined;
    expect(await others.retry()).toBe(true);
    expect(read(stored, others).value).toBe("planted");
  });

  it.each([
    ["empty", Buffer.alloc(0)],
    ["shorter than a length prefix", Buffer.from([0])],
    ["shorter than its length prefix says", Buffer.from([0, 3, 1, 2])],
  ])("is not readable when it is %s", (_what, stored) => {
    expect(() => read(stored)).toThrow(
      "invalid data encountered by envelope transformer: failed to read uint16 length prefixed data",
    );
    expect(encryptedKeyOf(stored)).toBeUndefined();
  });

  it("whose data key has an invalid length is not readable", async () => {
    const stored = encodeEnvelope({ encryptedKey: await kms.encrypt(Buffer.alloc(5)), data: Buffer.alloc(40) });
    await keys.unlock([keyOf(stored)]);
    expect(() => read(stored)).toThrow("crypto/aes: invalid key size 5");
  });
});

describe("data key cache", () => {
  it.each([
    [2, "as many as were asked for", [false, true, true]],
    [-1, "not at all where that is switched off", [false, false, false]],
  ])("%i: %s", async (size, _what, expected) => {
    const few = withCache(size);
    const stored = [await write("0", few), await write("1", few), await write("2", few)];
    const isKnown = (value: Uint8Array): boolean => {
      try {
        return read(value, few).stale === false;
      } catch {
        return false;
      }
    };
    expect(stored.map(isKnown)).toEqual(expected);
  });

  it("keeps keys in use beyond its size", async () => {
    const few = withCache(1);
    const stored = await Promise.all(["0", "1", "2", "3"].map((text) => write(text)));
    const letGo = await few.hold(stored.map(keyOf));
    expect(stored.map((value) => read(value, few).value)).toEqual(["0", "1", "2", "3"]);
    letGo();
    expect(() => read(stored[0] as Uint8Array, few)).toThrow(TransformError);
    expect(read(stored[3] as Uint8Array, few).value).toBe("3");
  });
});
