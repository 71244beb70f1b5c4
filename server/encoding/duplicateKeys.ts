import { type JSONVisitor, visit } from "jsonc-parser";
import { JsonNumber } from "../../shared/json/jsonNumber.ts";

/** What a look at the text of a JSON document finds that its value no longer shows. */
export interface FieldScan {
  /** `duplicate field "spec.replicas"`, in order of appearance, each once. */
  readonly duplicates: readonly string[];
  /** By such a message, or `unknown field "…"` for any member: where it stands among all members. */
  readonly position: ReadonlyMap<string, number>;
}

/**
 * Whether any object of the text names a member twice: parsing keeps only one of them, so the value has fewer members than
 * the text has colons. Far cheaper than a scan, which is then needed only to say which.
 *
 * @param value what the text parses to
 */
export function hasDuplicates(text: string, value: unknown): boolean {
  return countColons(text) !== countMembers(value);
}

function countColons(text: string): number {
  let colons = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x3a) colons += 1;
    else if (code === 0x22) i = stringEnd(text, i);
  }
  return colons;
}

/** Where the closing quote of the string that starts at `at` stands. */
function stringEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) return i;
    if (code === 0x5c) i += 1;
  }
  return text.length;
}

function countMembers(value: unknown): number {
  if (typeof value !== "object" || value === null || value instanceof JsonNumber) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMembers(item), 0);
  let members = 0;
  for (const name of Object.keys(value)) members += 1 + countMembers((value as Record<string, unknown>)[name]);
  return members;
}

/** Walks the members of a JSON text. Only for texts that parse. */
export function scanJsonFields(text: string): FieldScan {
  const seen: Set<string>[] = [];
  const position = new Map<string, number>();
  const duplicates: string[] = [];
  let members = 0;
  const visitor: JSONVisitor = {
    onObjectBegin: () => {
      seen.push(new Set());
    },
    onObjectEnd: () => {
      seen.pop();
    },
    onObjectProperty: (property, _offset, _length, _line, _character, pathSupplier) => {
      members += 1;
      const path = JSON.stringify(fieldPath([...pathSupplier(), property]));
      const siblings = seen.at(-1);
      const message = `${siblings?.has(property) === true ? "duplicate" : "unknown"} field ${path}`;
      siblings?.add(property);
      if (position.has(message)) return;
      position.set(message, members);
      if (message.startsWith("duplicate")) duplicates.push(message);
    },
  };
  visit(text, visitor, { disallowComments: true });
  return { duplicates, position };
}

/** Messages about fields of one text, in the order in which the fields stand there. */
export function inDocumentOrder(scan: FieldScan, messages: readonly string[]): string[] {
  return [...messages].sort((a, b) => (scan.position.get(a) ?? 0) - (scan.position.get(b) ?? 0));
}

/** `spec.containers[0].name`. */
function fieldPath(segments: readonly (string | number)[]): string {
  return segments.reduce<string>(
    (path, segment) =>
      typeof segment === "number" ? `${path}[${segment}]` : path === "" ? segment : `${path}.${segment}`,
    "",
  );
}
