import { beforeEach, describe, expect, it } from "vitest";
import { aesGcm } from "../ciphers.ts";
import {
  decodeEncryptedObject,
  type EncryptedObject,
  encodeEncryptedObject,
  type KeySource,
  SOURCE_TYPES,
} from "./encryptedObject.ts";
import { KmsKeys, SEED_LIFETIME } from "./kmsKeys.ts";
import { kmsTransformer } from "./kmsTransformer.ts";
import { type FakeKms, fakeKms } from "./testing/fakeKms.ts";

const PLACE = "/registry/secrets/default/s";
const DOWN = new Error("rpc error: code = DeadlineExceeded desc = context deadline exceeded");
let now = 0;
let kms: FakeKms;
let keys: KmsKeys;
beforeEach(() => {
  now = Date.parse("2026-01-01T00:00:00Z");
  kms = fakeKms();
  keys = new KmsKeys(kms, () => now);
});

const stored = async (keyId = "1"): Promise<Uint8Array> => {
  const other = new KmsKeys(
    { ...kms, encrypt: async (...args) => ({ ...(await kms.encrypt(...args)), keyId }) },
    () => now,
  );
  await other.rotate(keyId);
  return kmsTransformer(other).toStorage("planted", PLACE) as Uint8Array;
};
const read = (value: Uint8Array) => kmsTransformer(keys).fromStorage(value, PLACE);

describe("the data encryption seed for writing", () => {
  it("is created once for each key ID of the plug-in", async () => {
    await keys.rotate("1");
    const { source } = keys.forWriting();
    expect(source).toMatchObject({ keyId: "1", type: SOURCE_TYPES.seed });
    await keys.rotate("1");
    expect(keys.forWriting().source).toBe(source);
    kms.answer = { ...kms.answer, keyId: "2" };
    await keys.rotate("2");
    expect(keys.forWriting().source.keyId).toBe("2");
    expect(kms.asked.encrypt).toBe(2);
  });

  it("is not used after its lifetime without a successful check of the plug-in", async () => {
    expect(() => keys.forWriting()).toThrow("got unexpected nil transformer");
    await keys.rotate("1");
    now += SEED_LIFETIME;
    keys.forWriting();
    now += 1;
    expect(() => keys.forWriting()).toThrow(
      'encryptedDEKSource with keyID hash "sha256:6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b" ' +
        "expired at 2026-01-01T00:03:00Z (current time is 2026-01-01T00:03:00Z)",
    );
    await keys.rotate("1");
    keys.forWriting();
  });

  it("is kept when the plug-in does not encrypt with the new key", async () => {
    await keys.rotate("1");
    await expect(keys.rotate("2")).rejects.toThrow(
      /^failed to rotate DEK uid="[-0-9a-f]+", useSeed=true, errState=<nil>, errGen=<nil>, statusKeyIDHash="sha256:d4735e/,
    );
    kms.down = DOWN;
    await expect(keys.rotate("2")).rejects.toThrow(
      "errGen=failed to encrypt DEK, error: rpc error: code = DeadlineExceeded desc = context deadline exceeded,",
    );
    expect(keys.forWriting().source.keyId).toBe("1");
  });
});

describe("stored values", () => {
  it("are read with data keys that the plug-in decrypts once, however many values share them", async () => {
    const value = await stored();
    const source = decodeEncryptedObject(value);
    await keys.rotate("1");
    await Promise.all([keys.unlock([source, source]), keys.unlock([source])]);
    await keys.unlock([source]);
    expect(read(value)).toEqual({ value: "planted", stale: false });
    expect(kms.asked.decrypt).toBe(1);
  });

  it("that this server encrypted need no call to the plug-in", async () => {
    await keys.rotate("1");
    const value = kmsTransformer(keys).toStorage("planted", PLACE) as Uint8Array;
    await keys.unlock([decodeEncryptedObject(value)]);
    expect(read(value)).toEqual({ value: "planted", stale: false });
    expect(kms.asked.decrypt).toBe(0);
  });

  it("that were encrypted under another key, or with a data key of their own, are stale", async () => {
    const [value, own] = [await stored("0"), plain()];
    await keys.rotate("1");
    await keys.unlock([decodeEncryptedObject(value), decodeEncryptedObject(own)]);
    expect(read(value)).toEqual({ value: "planted", stale: true });
    expect(read(own)).toEqual({ value: "own", stale: true });
  });

  it("cannot be read while the plug-in fails to decrypt, and can be read once it succeeds", async () => {
    const value = await stored();
    const source = decodeEncryptedObject(value);
    await keys.rotate("1");
    kms.down = DOWN;
    await keys.unlock([source]);
    expect(() => read(value)).toThrow(`failed to decrypt DEK, error: ${DOWN.message}`);
    // The plug-in's refusal is remembered for a moment.
    await keys.unlock([source]);
    expect(kms.asked.decrypt).toBe(1);
    expect(await keys.retry()).toBe(false);
    kms.down = undefined;
    expect(await keys.retry()).toBe(true);
    expect(read(value)).toEqual({ value: "planted", stale: false });
  });

  /** A value as stored by servers that made a key for each value. */
  const plain = (): Uint8Array => {
    const key = Buffer.alloc(32, 3);
    const source: KeySource = {
      keyId: "1",
      encrypted: Uint8Array.from(key, (byte) => byte ^ 0xff),
      annotations: [],
      type: SOURCE_TYPES.key,
    };
    return encodeEncryptedObject({ ...source, data: aesGcm(key).seal(Buffer.from("own"), PLACE) });
  };
});

describe("invalid encrypted objects are refused", () => {
  const good: EncryptedObject = {
    keyId: "1",
    encrypted: Buffer.from("e"),
    annotations: [],
    type: 1,
    data: Buffer.from("d"),
  };
  it.each<[string, Partial<EncryptedObject>]>([
    ["unknown encryptedDEKSourceType: 2", { type: 2 }],
    ["encrypted data is empty", { data: Buffer.alloc(0) }],
    ["failed to validate encrypted DEK source: encrypted DEK source is empty", { encrypted: Buffer.alloc(0) }],
    [
      "failed to validate encrypted DEK source: encrypted DEK source is 1025 bytes, which exceeds the max size of 1024",
      { encrypted: Buffer.alloc(1025) },
    ],
    ["failed to validate key id: keyID is empty", { keyId: "" }],
    ["failed to validate key id: keyID is 1025 bytes, which exceeds the max size of 1024", { keyId: "k".repeat(1025) }],
    [
      'failed to validate annotations: annotations: Invalid value: "plain": should be a domain with at least two segments separated by dots',
      { annotations: [{ key: "plain", value: Buffer.alloc(0) }] },
    ],
    [
      "failed to validate annotations: total size of annotations is 32772, which exceeds the max size of 32768",
      { annotations: [{ key: "a.bc", value: Buffer.alloc(32_768) }] },
    ],
  ])("%s", (text, more) => {
    expect(() => decodeEncryptedObject(encodeEncryptedObject({ ...good, ...more }))).toThrow(text);
  });

  it("malformed protobuf", () => {
    expect(() => decodeEncryptedObject(Buffer.from([0xff]))).toThrow("proto: cannot parse invalid wire-format data");
  });
});
