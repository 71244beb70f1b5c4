import { isCollection, isMap, isPair, isScalar, type Node } from "yaml";
import type { Composed } from "./composeDocument.ts";
import { isMergeKey } from "./documentValue.ts";

/** The reference reports every such key; a body has room for half a million of them. */
const MAX_DUPLICATES = 100;
/** Longer names are cut short in messages. */
const LONGEST_NAME = 4096;

/**
 * The keys that a map of the document names twice, as `line N: key "x" already set in map`, in order of appearance. One walk
 * with a set for each map.
 */
export function duplicateNames({ document, lines }: Composed, text: string): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (isPair(node)) {
      walk(node.key);
      walk(node.value);
    } else if (isMap(node)) {
      const names = new Set<unknown>();
      for (const pair of node.items) {
        walk(pair.key);
        if (isRepeated(names, pair.key) && found.length < MAX_DUPLICATES) {
          found.push(describeDuplicate(lines.linePos((pair.key as Node).range?.[0] ?? 0).line, pair.key as Node, text));
        }
        walk(pair.value);
      }
    } else if (isCollection(node)) {
      for (const item of node.items) walk(item);
    }
  };
  walk(document.contents);
  return found;
}

/** Whether a key occurred before; notes it. Keys that are not scalars are all different. */
function isRepeated(names: Set<unknown>, key: unknown): boolean {
  if (!isScalar(key) || isMergeKey(key) || Number.isNaN(key.value)) return false;
  if (names.has(key.value)) return true;
  names.add(key.value);
  return false;
}

function describeDuplicate(line: number, key: Node, text: string): string {
  const [start, end] = key.range ?? [0, 0];
  return `line ${line}: key ${JSON.stringify(keyAt(text.slice(start, Math.min(end, start + LONGEST_NAME))))} already set in map`;
}

/** A key as it is written, without its quotes. */
function keyAt(source: string): string {
  if (source.startsWith('"')) return source.slice(1, source.endsWith('"') ? -1 : undefined);
  if (source.startsWith("'")) return source.slice(1, source.endsWith("'") ? -1 : undefined).replaceAll("''", "'");
  return source.trimEnd();
}
