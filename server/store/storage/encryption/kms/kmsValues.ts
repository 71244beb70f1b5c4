import type { Value } from "../../storage.ts";
import type { Transformer } from "../transformer.ts";

/** The stored form of values whose keys one plug-in encrypts. */
export interface KmsValues {
  /** Prefix of their stored form, after the product's word and `enc:`. */
  readonly prefix: string;
  readonly transformer: Transformer;
  /**
   * Has the plug-in decrypt the keys of these stored values (without the prefix). Never rejects: a failure causes an
   * error when the value is read.
   * @returns a function that releases the keys if they are kept only temporarily: read the values before calling it
   */
  unlock(stored: Iterable<Value>): Promise<(() => void) | undefined>;
}

/** The results of `sourceOf` for stored values, without undefined ones. */
export function* sourcesIn<Source>(
  stored: Iterable<Value>,
  sourceOf: (stored: Value) => Source | undefined,
): Generator<Source> {
  for (const value of stored) {
    const source = sourceOf(value);
    if (source !== undefined) yield source;
  }
}
