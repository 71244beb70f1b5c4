import type { Node } from "yaml";
import { eachRepeatedKey } from "../../../../shared/yaml/repeatedKeys.ts";
import type { Composed } from "./composeDocument.ts";

/** Maximum number of reported keys. The reference reports all, but a body can contain half a million of them. */
const MAX_DUPLICATES = 100;
/** Maximum length of names in messages; longer ones are truncated. */
const LONGEST_NAME = 4096;

/** The duplicate keys of the document's maps, as `line N: key "x" already set in map`, in order of appearance. */
export function duplicateNames({ document, lines }: Composed, text: string): string[] {
  const found: string[] = [];
  eachRepeatedKey(document.contents, (key) => {
    if (found.length >= MAX_DUPLICATES) return;
    found.push(describeDuplicate(lines.linePos(key.range?.[0] ?? 0).line, key, text));
  });
  return found;
}

function describeDuplicate(line: number, key: Node, text: string): string {
  const [start, end] = key.range ?? [0, 0];
  return `line ${line}: key ${JSON.stringify(keyAt(text.slice(start, Math.min(end, start + LONGEST_NAME))))} already set in map`;
}

/** A key as written, without its quotes. */
function keyAt(source: string): string {
  if (source.startsWith('"')) return source.slice(1, source.endsWith('"') ? -1 : undefined);
  if (source.startsWith("'")) return source.slice(1, source.endsWith("'") ? -1 : undefined).replaceAll("''", "'");
  return source.trimEnd();
}
