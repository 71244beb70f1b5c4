import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKeyLayout } from "../keyLayout.ts";
import type { Value } from "../storage.ts";
import { bytesOf, valueFrom } from "../value.ts";
import { CIPHERS, createTransformers, type EncryptionProvider, type EncryptionRule } from "./encryptionRules.ts";
import type { Transformer } from "./transformer.ts";

const secret = (fill: string): Uint8Array => Buffer.alloc(32, fill);
const provider = (name: "aescbc" | "aesgcm" | "secretbox", ...keys: string[]): EncryptionProvider => ({
  name,
  keys: keys.map((key) => ({ name: key, secret: secret(key) })),
});
const identity: EncryptionProvider = { name: "identity" };
const SECRETS = "/registry/secrets/default/a";
const rule = (resource: string, group: string, ...providers: EncryptionProvider[]): EncryptionRule => ({
  resources: [{ resource, group }],
  providers,
});
const of = (...providers: EncryptionProvider[]) =>
  createTransformers([rule("secrets", "", ...providers)], createKeyLayout(), "k8s").of(SECRETS);

/** A stored value as text, one character per byte. */
const latin = (stored: Value): string => Buffer.from(bytesOf(stored)).toString("latin1");

/** Encrypts with a transformer that works synchronously, without a plug-in. */
const seal = (transformer: Transformer, value: Value, place: string): Value =>
  transformer.toStorage(value, place) as Value;

describe("encrypted values", () => {
  it.each(["aescbc", "aesgcm", "secretbox"] as const)(
    "of %s start with the prefix of provider and key, followed by the cipher's bytes",
    (name) => {
      const stored = seal(of(provider(name, "key1")), '{"a":1}', SECRETS);
      const prefix = `k8s:enc:${name}:v1:key1:`;
      expect(latin(stored).startsWith(prefix)).toBe(true);
      const sealed = bytesOf(stored).subarray(prefix.length);
      expect(valueFrom(CIPHERS[name].create(secret("key1")).open(sealed, SECRETS))).toBe('{"a":1}');
      const former = prefix + Buffer.from(sealed).toString("base64");
      expect(of(provider(name, "key1")).fromStorage(former, SECRETS)).toEqual({ value: '{"a":1}', stale: true });
      expect(of(provider(name, "key1")).fromStorage(stored, SECRETS)).toEqual({ value: '{"a":1}', stale: false });
    },
  );

  it("start with the server's own vocabulary word", () => {
    const transformers = createTransformers([rule("secrets", "", provider("aesgcm", "k"))], createKeyLayout(), "orch");
    expect(latin(seal(transformers.of(SECRETS), "{}", SECRETS))).toMatch(/^orch:enc:aesgcm:v1:k:/);
  });

  it("round-trip any text", () => {
    const transformer = of(provider("secretbox", "k"));
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(transformer.fromStorage(seal(transformer, text, SECRETS), SECRETS).value).toBe(text);
      }),
    );
  });

  it("round-trip bytes", () => {
    const transformer = of(provider("aesgcm", "k"));
    const value = Buffer.from("k8s\0\n\x04", "latin1");
    expect(transformer.fromStorage(seal(transformer, value, SECRETS), SECRETS).value).toEqual(value);
  });

  it("of the identity provider are the plain values", () => {
    expect(seal(of(identity, provider("aesgcm", "k")), "{}", SECRETS)).toBe("{}");
  });
});

describe("decryption", () => {
  const byA = seal(of(provider("aescbc", "a")), "{}", SECRETS);

  it("tries all keys, and reports values as stale that were not encrypted with the first", () => {
    expect(of(provider("aescbc", "b", "a")).fromStorage(byA, SECRETS)).toEqual({ value: "{}", stale: true });
    expect(of(provider("aescbc", "a", "b")).fromStorage(byA, SECRETS)).toEqual({ value: "{}", stale: false });
    expect(of(provider("aesgcm", "a"), provider("aescbc", "a")).fromStorage(byA, SECRETS).stale).toBe(true);
    expect(of(provider("aescbc", "b"), provider("aescbc", "a")).fromStorage(byA, SECRETS).stale).toBe(true);
    expect(of(identity, provider("aescbc", "a")).fromStorage(byA, SECRETS)).toEqual({ value: "{}", stale: true });
    expect(of(provider("aescbc", "a"), identity).fromStorage("{}", SECRETS)).toEqual({ value: "{}", stale: true });
  });

  it("reports why it fails", () => {
    const reading =
      (stored: Value, ...providers: EncryptionProvider[]) =>
      () =>
        of(...providers).fromStorage(stored, SECRETS);
    expect(reading(byA, provider("aesgcm", "a"))).toThrow("no matching prefix found");
    expect(reading(byA, identity)).toThrow("no matching prefix found");
    expect(reading("{}", provider("aesgcm", "a"))).toThrow("no matching prefix found");
    expect(reading(byA, provider("aescbc", "b"))).toThrow("no matching key was found for the provided AES transformer");
    expect(
      reading(Buffer.from(latin(byA).replace("aescbc", "secretbox"), "latin1"), provider("secretbox", "b")),
    ).toThrow("no matching key was found for the provided Secretbox transformer");
    const byGcm = seal(of(provider("aesgcm", "a")), "{}", SECRETS);
    const again: EncryptionProvider = { name: "aesgcm", keys: [{ name: "a", secret: secret("z") }] };
    expect(reading(byGcm, again, provider("aesgcm", "b"))).toThrow(
      "[cipher: message authentication failed, no matching key was found for the provided AES transformer]",
    );
  });
});

describe("rule precedence", () => {
  const all = createTransformers(
    [
      rule("deployments", "apps", provider("aesgcm", "own")),
      rule("*", "apps", provider("aesgcm", "group")),
      rule("*", "", provider("aesgcm", "core")),
      rule("*", "*", provider("aesgcm", "all")),
    ],
    createKeyLayout(),
    "k8s",
  );
  const keyFor = (place: string): string | undefined => latin(seal(all.of(place), "{}", place)).split(":")[4];

  it("prefers a resource's own rule to its group's rule to the catch-all rule", () => {
    expect(keyFor("/registry/deployments/a/b")).toBe("own");
    expect(keyFor("/registry/replicasets/a/b")).toBe("group");
    expect(keyFor("/registry/minions/n")).toBe("core");
    expect(keyFor("/registry/example.com/widgets/a/b")).toBe("all");
  });

  it("without a rule, values stay plain, and encrypted ones are refused", () => {
    const transformers = createTransformers([rule("secrets", "", provider("aescbc", "a"))], createKeyLayout(), "k8s");
    const place = "/registry/configmaps/a/b";
    expect(transformers.transforms(place)).toBe(false);
    expect(transformers.transforms(SECRETS)).toBe(true);
    expect(seal(transformers.of(place), "{}", place)).toBe("{}");
    expect(() => transformers.of(place).fromStorage("k8s:enc:aescbc:v1:a:AAAA", place)).toThrow(
      "identity transformer tried to read encrypted data",
    );
  });

  it("merges several rules of the same resource", () => {
    const both = createTransformers(
      [rule("secrets", "", provider("aescbc", "a")), rule("secrets", "", provider("aescbc", "b"))],
      createKeyLayout(),
      "k8s",
    );
    const byB = seal(of(provider("aescbc", "b")), "{}", SECRETS);
    expect(both.of(SECRETS).fromStorage(byB, SECRETS)).toEqual({ value: "{}", stale: true });
  });
});
