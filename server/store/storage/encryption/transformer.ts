import type { Cipher } from "./ciphers.ts";
import { combined, TransformError } from "./transformError.ts";

/** A value as it was before it was stored. */
export interface Restored {
  readonly value: string;
  /** It was not written the way it would be now: the next write of the object replaces it, even one without a change. */
  readonly stale: boolean;
}

/** Turns values into their stored text and back. */
export interface Transformer {
  /** @param place the storage key */
  toStorage(value: string, place: string): string;
  /** @throws TransformError */
  fromStorage(stored: string, place: string): Restored;
}

/** A transformer and what all texts that it stores begin with. */
export interface Prefixed {
  readonly prefix: string;
  readonly transformer: Transformer;
}

/** Stores texts of one cipher as base64 of its bytes: values of the store are text. */
export function cipherTransformer(cipher: Cipher): Transformer {
  return {
    toStorage: (value, place) => Buffer.from(cipher.seal(Buffer.from(value), place)).toString("base64"),
    fromStorage(stored, place) {
      const opened = cipher.open(Buffer.from(stored, "base64"), place);
      return { value: Buffer.from(opened).toString("utf8"), stale: false };
    },
  };
}

/**
 * Stores values as they are, and refuses what is encrypted.
 * @param reserved what every encrypted text begins with
 */
export function identityTransformer(reserved: string): Transformer {
  return {
    toStorage: (value) => value,
    fromStorage(stored) {
      if (stored.startsWith(reserved)) throw new TransformError("identity transformer tried to read encrypted data");
      return { value: stored, stale: false };
    },
  };
}

/**
 * Several transformers told apart by prefix: the first writes, every one whose prefix fits is tried in order to read. What
 * the first did not write is stale. An empty prefix fits always; its failure is no answer, because a later one may fit.
 * @param unmatched the text when no prefix fits
 */
export function prefixTransformer(all: readonly [Prefixed, ...Prefixed[]], unmatched: string): Transformer {
  const [first] = all;
  return {
    toStorage: (value, place) => first.prefix + first.transformer.toStorage(value, place),
    fromStorage(stored, place) {
      const errors: TransformError[] = [];
      for (const { prefix, transformer } of all) {
        if (!stored.startsWith(prefix)) continue;
        try {
          const { value, stale } = transformer.fromStorage(stored.slice(prefix.length), place);
          return { value, stale: stale || transformer !== first.transformer };
        } catch (error) {
          if (!(error instanceof TransformError)) throw error;
          if (prefix !== "") errors.push(error);
        }
      }
      throw errors.length > 0 ? combined(errors) : new TransformError(unmatched);
    },
  };
}
