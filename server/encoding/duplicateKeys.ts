import { type JSONVisitor, visit } from "jsonc-parser";

/** What a look at the text of a JSON document finds that its value no longer shows. */
export interface FieldScan {
  /** `duplicate field "spec.replicas"`, in order of appearance, each once. */
  readonly duplicates: readonly string[];
  /** By such a message, or `unknown field "…"` for any member: where it stands among all members. */
  readonly position: ReadonlyMap<string, number>;
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
