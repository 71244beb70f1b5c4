import { append } from "../../../../shared/collections/append.ts";
import type { GroupResource } from "../../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { formerKey, type KeyLayout, prefixOfKey } from "../keyLayout.ts";
import type { KeyValue, Value } from "../storage.ts";
import { AES_KEY_LENGTHS, aesCbc, aesGcm, type Cipher, SECRETBOX_KEY_LENGTHS, secretbox } from "./ciphers.ts";
import { type KeySource, sourceName } from "./kms/encryptedObject.ts";
import type { KmsKeys } from "./kms/kmsKeys.ts";
import { kmsTransformer, sourceOf } from "./kms/kmsTransformer.ts";
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

/** Keys of a plug-in. */
export interface KmsProvider {
  readonly name: "kms";
  /** Part of the stored texts. */
  readonly plugin: string;
  /** Path of its socket. */
  readonly socket: string;
  /** Timeout of one call, in milliseconds. */
  readonly timeout: number;
}

/** The keys of the plug-ins that the rules name, by plug-in. */
export type PluginKeys = ReadonlyMap<string, KmsKeys>;

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
   * Fetches from outside this process what reading these values needs; undefined when there is nothing to wait for. A
   * failure to fetch shows when the value is read.
   */
  unlock(values: Iterable<KeyValue>): Promise<void> | undefined;
  /**
   * The storage key of the value in stores of format 1: ciphers that authenticate the storage key may have used that
   * one.
   */
  formerPlace(place: string): string;
}

/**
 * Transformers by rules. A resource's own rules precede those of its group, and those precede `*.*`; several rules of
 * the same resource add up. A resource that no rule names is stored unchanged.
 * @param layout maps a storage key to its resource
 * @param short the product's short word, first in the prefix of encrypted texts (`k8s:enc:aescbc:v1:<key>:`)
 * @param plugins the keys of every plug-in that the rules name
 * @param note called for each value that a rule applies to
 */
export function createTransformers(
  rules: readonly EncryptionRule[],
  layout: KeyLayout,
  short: string,
  plugins: PluginKeys = new Map(),
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
    unlock: (values) => (plugins.size === 0 ? undefined : unlock(values, kmsPrefix(reserved), plugins)),
  };
}

const nameOf = ({ group, resource }: GroupResource): string => `${resource}.${group}`;

const kmsPrefix = (reserved: string): string => `${reserved}kms:v2:`;

/** Has the plug-ins decrypt the keys of the values that they encrypted. */
async function unlock(values: Iterable<KeyValue>, prefix: string, plugins: PluginKeys): Promise<void> {
  const found = await inTurns(sourcesIn(values, prefix, plugins));
  await Promise.all([...found].map(([keys, sources]) => keys.unlock(sources.values())));
}

/** The key sources of values, each once, with the plug-in that has to decrypt it. */
function* sourcesIn(
  values: Iterable<KeyValue>,
  prefix: string,
  plugins: PluginKeys,
): Steps<ReadonlyMap<KmsKeys, ReadonlyMap<string, KeySource>>> {
  const found = new Map<KmsKeys, Map<string, KeySource>>();
  for (const { value } of values) {
    if (isTurnDue()) yield;
    if (!hasPrefix(value, prefix)) continue;
    const rest = withoutPrefix(value, prefix);
    for (const [name, keys] of plugins) {
      if (!hasPrefix(rest, `${name}:`)) continue;
      const source = sourceOf(withoutPrefix(rest, `${name}:`));
      if (source === undefined) continue;
      const sources = found.get(keys) ?? new Map<string, KeySource>();
      found.set(keys, sources.set(sourceName(source), source));
    }
  }
  return found;
}

function prefixed(
  provider: EncryptionProvider,
  reserved: string,
  plugins: PluginKeys,
  note: NoteTransformation | undefined,
): Prefixed {
  if (provider.name === "identity") return { prefix: "", transformer: identityTransformer(reserved) };
  if (provider.name === "kms") {
    const keys = plugins.get(provider.plugin);
    if (keys === undefined) throw new RangeError(`no plug-in ${provider.plugin}`);
    return { prefix: `${kmsPrefix(reserved)}${provider.plugin}:`, transformer: kmsTransformer(keys) };
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
