import type { Steps } from "../../../shared/steps.ts";
import { inTurns } from "../turns/turns.ts";

/** Computes a value for each object once, yielding to the event loop; concurrent callers share the computation. */
export function once<K extends object, V>(make: (key: K) => Steps<V>): (key: K) => V | Promise<V> {
  const made = new WeakMap<K, V | Promise<V>>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = inTurns(make(key));
    made.set(key, value);
    if (value instanceof Promise) {
      value.then(
        (whole) => made.set(key, whole),
        () => made.delete(key),
      );
    }
    return value;
  };
}
