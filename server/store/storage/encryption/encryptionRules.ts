import { append } from "../../../../shared/collections/append.ts";
import type { GroupResource } from "../../../../shared/object.ts";
import { formerKey, type KeyLayout, prefixOfKey } from "../keyLayout.ts";
import type { KeyValue, Value } from "../storage.ts";
import { AES_KEY_LENGTHS, aesCbc, aesGcm, type Cipher, SECRETBOX_KEY_LENGTHS, secretbox } from "./ciphers.ts";
import type { KmsValues } from "./kms/kmsValues.ts";
import {
  cipherTransformer,
  hasPrefix,
  identityTransformer,
  type NoteTransformation,
  type Prefixed,
  prefixTransformer,
  type Transformer,
  withoutPrefix,
} from "./transformer.ts";

/** A named key. The secret must never be written anywhere. */
export interface EncryptionKey {
  /** Part of the stored texts. */
  readonly name: string;
  readonly secret: Uint8Array;
}

/** The ciphers by their name in configuration and in stored texts. */
export const CIPHERS = {
  aesgcm: { create: aesGcm, lengths: AES_KEY_LENGTHS, title: "AES" },
  aescbc: { create: aesCbc, lengths: AES_KEY_LENGTHS, title: "AES" },
  secretbox: { create: secretbox, lengths: SECRETBOX_KEY_LENGTHS, title: "Secretbox" },
} as const satisfies Record<string, { create(key: Uint8Array): Cipher; lengths: readonly number[]; title: string }>;

export type CipherName = keyof typeof CIPHERS;

/** How values are stored: the first key encrypts, all keys can decrypt. */
export type EncryptionProvider =
  | { readonly name: CipherName; readonly keys: readonly EncryptionKey[] }
  | { readonly name: "identity" }
  | KmsProvider;

/** A KMS plug-in that encrypts the keys of values. */
export interface KmsProvider {
  readonly name: "kms";
  /** Version of the plug-in's interface. */
  readonly version: 1 | 2;
  /** Name of the plug-in, which is part of the stored texts. */
  readonly plugin: string;
  /** Path of the plug-in's socket. */
  readonly socket: string;
  /** Timeout of one call, in milliseconds. */
  readonly timeout: number;
  /** Maximum number of remembered keys; below one, none are remembered. Only for version 1. */
  readonly cacheSize?: number;
}

/** The stored form of values for each plug-in. Keyed by provider, because several plug-ins may have the same name. */
export type PluginValues = ReadonlyMap<KmsProvider, KmsValues>;

/** Which objects are stored how; `*` means any resource or, with any resource, any group. */
export interface EncryptionRule {
  readonly resources: readonly GroupResource[];
  /** The first one encrypts, all of them can decrypt. Never empty. */
  readonly providers: readonly EncryptionProvider[];
}

/** Selects the transformer of a storage key. */
export interface TransformerSet {
  /** Whether the values under this key are transformed at all. */
  transforms(place: string): boolean;
  /** Whether a stored value is marked as encrypted. */
  isEncrypted(stored: Value): boolean;
  of(place: string): Transformer;
  /**
   * Has plug-ins decrypt the keys of these values; undefined if there is nothing to wait for. A key that could not be
   * decrypted causes an error only when its value is read.
   * @returns a function that releases the keys if they are kept only temporarily: read the values before calling it
   */
  unlock(values: readonly KeyValue[]): Promise<(() => void) | undefined> | undefined;
  /** The value's storage key in stores of format 1: ciphers that authenticate the key may have used that one. */
  formerPlace(place: string): string;
}

/**
 * Transformers by rules. A resource's own rules precede those of its group, and those precede `*.*`; several rules of
 * the same resource add up. A resource that no rule names is stored unchanged.
 * @param layout maps a storage key to its resource
 * @param short the product's short word, first in the prefix of encrypted texts (`k8s:enc:aescbc:v1:<key>:`)
 * @param plugins the values of every plug-in that the rules name
 * @param note called for each value to which a rule applies
 */
export function createTransformers(
  rules: readonly EncryptionRule[],
  layout: KeyLayout,
  short: string,
  plugins: PluginValues = new Map(),
  note?: NoteTransformation,
): TransformerSet {
  const reserved = `${short}:enc:`;
  const plain = identityTransformer(reserved);
  const lists = new Map<string, Prefixed[]>();
  for (const { resources, providers } of rules) {
    const transformers = providers.map((provider) => prefixed(provider, reserved, plugins, note));
    for (const place of resources) {
      const name = nameOf(place);
      const list = lists.get(name) ?? [];
      append(list, transformers);
      lists.set(name, list);
    }
  }
  const byName = new Map<string, Transformer>();
  for (const [name, [first, ...others]] of lists) {
    if (first !== undefined) byName.set(name, prefixTransformer([first, ...others], "no matching prefix found", note));
  }
  const byPrefix = new Map<string, Transformer>();
  const find = (place: string): Transformer => {
    const prefix = prefixOfKey(place) ?? "";
    let known = byPrefix.get(prefix);
    if (known === undefined) {
      const { group, resource } = layout.resourceAt(prefix);
      known =
        byName.get(nameOf({ group, resource })) ??
        byName.get(nameOf({ group, resource: "*" })) ??
        byName.get(nameOf({ group: "*", resource: "*" })) ??
        plain;
      byPrefix.set(prefix, known);
    }
    return known;
  };
  return {
    of: find,
    transforms: (place) => find(place) !== plain,
    formerPlace: (place) => formerKey(layout, place),
    isEncrypted: (stored) => hasPrefix(stored, reserved),
    unlock: (values) => (plugins.size === 0 ? undefined : unlock(values, reserved, plugins)),
  };
}

const nameOf = ({ group, resource }: GroupResource): string => `${resource}.${group}`;

/** Has each plug-in decrypt the keys of its own values. */
async function unlock(
  values: readonly KeyValue[],
  reserved: string,
  plugins: PluginValues,
): Promise<(() => void) | undefined> {
  const locks = await Promise.all(
    [...plugins.values()].map((plugin) => plugin.unlock(valuesOf(values, `${reserved}${plugin.prefix}`))),
  );
  const held = locks.filter((unlock) => unlock !== undefined);
  if (held.length === 0) return undefined;
  return () => {
    for (const unlock of held) unlock();
  };
}

/** The values that one plug-in encrypted, without their prefix. */
function* valuesOf(values: readonly KeyValue[], prefix: string): Generator<Value> {
  for (const { value } of values) if (hasPrefix(value, prefix)) yield withoutPrefix(value, prefix);
}

function prefixed(
  provider: EncryptionProvider,
  reserved: string,
  plugins: PluginValues,
  note: NoteTransformation | undefined,
): Prefixed {
  if (provider.name === "identity") return { prefix: "", transformer: identityTransformer(reserved) };
  if (provider.name === "kms") {
    const values = plugins.get(provider);
    if (values === undefined) throw new RangeError(`no plug-in ${provider.plugin}`);
    return { prefix: `${reserved}${values.prefix}`, transformer: values.transformer };
  }
  const { create, title } = CIPHERS[provider.name];
  const [first, ...others] = provider.keys.map(({ name, secret }) => ({
    prefix: `${name}:`,
    transformer: cipherTransformer(create(secret)),
  }));
  if (first === undefined) throw new RangeError(`${provider.name} without a key`);
  return {
    prefix: `${reserved}${provider.name}:v1:`,
    transformer: prefixTransformer(
      [first, ...others],
      `no matching key was found for the provided ${title} transformer`,
      note,
    ),
  };
}
