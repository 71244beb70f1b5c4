import { isCollection, isMap, isPair, isScalar, Scalar } from "yaml";

/** Whether a key is an unquoted `<<`. The library parses it as a symbol where it recognises a merge. */
export const isMergeKey = (key: unknown): boolean =>
  isScalar(key) &&
  (key.type === undefined || key.type === Scalar.PLAIN) &&
  (key.value === "<<" || (typeof key.value === "symbol" && key.value.description === "<<"));

/**
 * Finds repeated map keys, in order of appearance: one traversal with a set per map. The library's own check compares
 * each key with all others, which takes minutes for a map with a hundred thousand keys.
 *
 * @param contents of a document that was parsed without `uniqueKeys`
 */
export function eachRepeatedKey(contents: unknown, found: (key: Scalar) => void): void {
  const walk = (node: unknown): void => {
    if (isPair(node)) {
      walk(node.key);
      walk(node.value);
    } else if (isMap(node)) {
      const names = new Set<unknown>();
      for (const pair of node.items) {
        walk(pair.key);
        if (isScalar(pair.key) && isRepeated(names, pair.key)) found(pair.key);
        walk(pair.value);
      }
    } else if (isCollection(node)) {
      for (const item of node.items) walk(item);
    }
  };
  walk(contents);
}

/** Whether a key occurred before; records it. */
function isRepeated(names: Set<unknown>, key: Scalar): boolean {
  if (isMergeKey(key) || Number.isNaN(key.value)) return false;
  if (names.has(key.value)) return true;
  names.add(key.value);
  return false;
}
