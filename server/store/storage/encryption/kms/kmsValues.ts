import type { Value } from "../../storage.ts";
import type { Transformer } from "../transformer.ts";

/** How values with the keys of one plug-in are stored. */
export interface KmsValues {
  /** What their stored form begins with, after the product's word and `enc:`. */
  readonly prefix: string;
  readonly transformer: Transformer;
  /**
   * Has the plug-in decrypt what reading these stored values (without the prefix) takes. Never rejects: what it does not
   * decrypt shows when the value is read.
   * @returns what lets go of the keys again, where they are not kept: the values have to be read before
   */
  unlock(stored: Iterable<Value>): Promise<(() => void) | undefined>;
}

/** What `sourceOf` finds in stored values. */
export function* sourcesIn<Source>(
  stored: Iterable<Value>,
  sourceOf: (stored: Value) => Source | undefined,
): Generator<Source> {
  for (const value of stored) {
    const source = sourceOf(value);
    if (source !== undefined) yield source;
  }
}
