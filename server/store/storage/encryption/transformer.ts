import type { Value } from "../storage.ts";
import { bytesOf, valueFrom } from "../value.ts";
import type { Cipher } from "./ciphers.ts";
import { combined, TransformError } from "./transformError.ts";

/** A value in the form it had before it was stored. */
export interface Restored {
  readonly value: Value;
  /**
   * Whether the value is stored in another form than it would be now: the next write of the object replaces it, even
   * one without a change.
   */
  readonly stale: boolean;
}

/** Turns values into their stored form and back. */
export interface Transformer {
  /** @param place the storage key @returns the stored form; a promise if a plug-in has to be called */
  toStorage(value: Value, place: string): Value | Promise<Value>;
  /** @throws TransformError */
  fromStorage(stored: Value, place: string): Restored;
}

/** An attempt to transform a value. */
export interface Transformation {
  /** The storage key. */
  readonly place: string;
  readonly direction: "from_storage" | "to_storage";
  /** The prefix of the stored form; `identity` for a plain value that was read, `unknown` when no prefix matches. */
  readonly prefix: string;
  readonly seconds: number;
  readonly isDone: boolean;
}

/** Called for each value that is transformed. */
export type NoteTransformation = (transformation: Transformation) => void;

/** A transformer and the prefix of all values that it stores. */
export interface Prefixed {
  readonly prefix: string;
  readonly transformer: Transformer;
}

/**
 * Stores the bytes of one cipher. Earlier servers stored text, which is the base64 of the bytes; such values are stale.
 */
export function cipherTransformer(cipher: Cipher): Transformer {
  return {
    toStorage: (value, place) => cipher.seal(bytesOf(value), place),
    fromStorage(stored, place) {
      const isText = typeof stored === "string";
      const opened = cipher.open(isText ? Buffer.from(stored, "base64") : stored, place);
      return { value: valueFrom(opened), stale: isText };
    },
  };
}

/**
 * Stores values unchanged, and refuses values that are encrypted.
 * @param reserved prefix of every encrypted text
 */
export function identityTransformer(reserved: string): Transformer {
  return {
    toStorage: (value) => value,
    fromStorage(stored) {
      if (hasPrefix(stored, reserved)) throw new TransformError("identity transformer tried to read encrypted data");
      return { value: stored, stale: false };
    },
  };
}

/**
 * Several transformers distinguished by prefix: the first one writes; to read, every transformer whose prefix matches
 * is tried in order. A value that the first one did not write is stale. An empty prefix always matches; its failure is
 * not final, because a later one may match.
 * @param unmatched the error message when no prefix matches
 * @param note called for each value, except plain values that contain something else
 */
export function prefixTransformer(
  all: readonly [Prefixed, ...Prefixed[]],
  unmatched: string,
  note: NoteTransformation = () => {},
): Transformer {
  const [first] = all;
  const noting = <T>(about: Pick<Transformation, "place" | "direction" | "prefix">, transform: () => T): T => {
    const start = performance.now();
    const end = (isDone: boolean): void => {
      if (isDone || about.prefix !== "identity")
        note({ ...about, seconds: (performance.now() - start) / 1000, isDone });
    };
    try {
      const transformed = transform();
      if (transformed instanceof Promise) {
        transformed.then(
          () => end(true),
          () => end(false),
        );
      } else end(true);
      return transformed;
    } catch (error) {
      end(false);
      throw error;
    }
  };
  return {
    toStorage(value, place) {
      const about = { place, direction: "to_storage", prefix: first.prefix } as const;
      const sealed = noting(about, () => first.transformer.toStorage(value, place));
      const { prefix } = first;
      return sealed instanceof Promise ? sealed.then((bytes) => withPrefix(prefix, bytes)) : withPrefix(prefix, sealed);
    },
    fromStorage(stored, place) {
      const errors: TransformError[] = [];
      const about = { place, direction: "from_storage" } as const;
      for (const { prefix, transformer } of all) {
        if (!hasPrefix(stored, prefix)) continue;
        try {
          const { value, stale } = noting({ ...about, prefix: prefix || "identity" }, () =>
            transformer.fromStorage(withoutPrefix(stored, prefix), place),
          );
          return { value, stale: stale || transformer !== first.transformer };
        } catch (error) {
          if (!(error instanceof TransformError)) throw error;
          if (prefix !== "") errors.push(error);
        }
      }
      if (errors.length > 0) throw combined(errors);
      note({ ...about, prefix: "unknown", seconds: 0, isDone: false });
      throw new TransformError(unmatched);
    },
  };
}

/** Whether a stored value begins with a text of ASCII characters. */
export function hasPrefix(stored: Value, prefix: string): boolean {
  if (typeof stored === "string") return stored.startsWith(prefix);
  for (let i = 0; i < prefix.length; i += 1) if (stored[i] !== prefix.charCodeAt(i)) return false;
  return true;
}

const withPrefix = (prefix: string, value: Value): Value => {
  if (prefix === "") return value;
  return typeof value === "string" ? prefix + value : Buffer.concat([Buffer.from(prefix), value]);
};

export const withoutPrefix = (stored: Value, prefix: string): Value =>
  typeof stored === "string" ? stored.slice(prefix.length) : stored.subarray(prefix.length);
