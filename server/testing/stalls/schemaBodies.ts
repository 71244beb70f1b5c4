/** Bodies that contain as much as a request may in one list or map, for every list and map of a schema. */
import type { Field, ListNode, MapNode, StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { filled, numbered, SWEPT } from "./hostileBody.ts";

/** A list or a map in a type: the path to it, and its type. */
export interface Place {
  /** Names of members; `[]` means the items of a list, `{}` the values of a map. */
  readonly path: readonly string[];
  readonly node: ListNode | MapNode;
  /** Definition and field, which places in several kinds have in common. */
  readonly id: string;
}

/** All lists and maps of a type; each field of a definition only once, at the place that is found first. */
export function placesIn(root: StructNode, seen: Set<string> = new Set()): Place[] {
  const places: Place[] = [];
  const queue: { node: TypeNode; path: readonly string[] }[] = [{ node: root, path: [] }];
  const add = (field: Field, owner: StructNode, path: readonly string[]): void => {
    const id = `${owner.name ?? ""}.${field.name}`;
    if (seen.has(id)) return;
    seen.add(id);
    let node = field.type;
    let at = path;
    while (node.kind === "list" || node.kind === "map") {
      places.push({ path: at, node, id });
      at = [...at, node.kind === "list" ? "[]" : "{}"];
      node = node.kind === "list" ? node.items : node.values;
    }
    if (node.kind === "struct") queue.push({ node, path: at });
  };
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (next.node.kind !== "struct") continue;
    for (const field of next.node.byName.values()) add(field, next.node, [...next.path, field.name]);
  }
  return places;
}

/** A placeholder for a hostile part. */
const HERE = "@here@";

/**
 * The object as JSON with the text at the place of the list or map. Existing members on the path are kept, missing ones
 * are created.
 */
export function withPart(base: object, { path }: Place, part: string): string {
  const copy = structuredClone(base) as Record<string, unknown>;
  put(copy, path, HERE);
  return JSON.stringify(copy).replace(`"${HERE}"`, () => part);
}

function put(
  parent: Record<string, unknown> | unknown[],
  [step = "", ...rest]: readonly string[],
  value: unknown,
): void {
  const members = parent as Record<string, unknown>;
  const name = step === "[]" ? 0 : step === "{}" ? (Object.keys(members)[0] ?? "k") : step;
  if (rest.length === 0) members[name] = value;
  else {
    const isList = rest[0] === "[]";
    const there = members[name];
    const fits = typeof there === "object" && there !== null && Array.isArray(there) === isList;
    if (!fits) members[name] = isList ? [] : {};
    put(members[name] as Record<string, unknown>, rest, value);
  }
}

/** Hostile contents of a list or map, by description. */
export function hostileParts(node: ListNode | MapNode, length = SWEPT.length): Map<string, () => string> {
  return node.kind === "list" ? partsOfList(node, length) : partsOfMap(node, length);
}

/** Number of pieces, each with a separator, that fit into a length. */
const room = (piece: string, length: number): number => Math.floor(length / (piece.length + 1));

function partsOfList({ items }: ListNode, length: number): Map<string, () => string> {
  const parts = new Map<string, () => string>();
  const all = (name: string, piece: (i: number) => string): void => {
    const count = room(piece(123_456), length);
    parts.set(name, () => `[${numbered(count, piece)}]`);
  };
  const same = (name: string, piece: string): void => {
    parts.set(name, () => `[${filled(`${piece},`, length)}${piece}]`);
  };
  switch (items.kind) {
    case "struct":
      same("empty", "{}");
      all("numbered", (i) => JSON.stringify(sample(items, `n${i}`, true)));
      all("invalid", (i) => JSON.stringify(sample(items, `?${i}`, false)));
      parts.set("long", () => `[${JSON.stringify(sample(items, "@", true, 1)).replace("@", "x".repeat(length))}]`);
      break;
    case "scalar":
      same("zero", zeroOf(items.scalar));
      all("numbered", (i) => numberedOf(items.scalar, i));
      if (typeof JSON.parse(zeroOf(items.scalar)) === "string") {
        same("invalid", '"?"');
        parts.set("long", () => `["${"x".repeat(length)}"]`);
      }
      break;
    case "list":
      same("empty", "[]");
      break;
    default:
      same("empty", "{}");
      all("numbered", (i) => `{"a":${i}}`);
  }
  return parts;
}

function partsOfMap({ values }: MapNode, length: number): Map<string, () => string> {
  const parts = new Map<string, () => string>();
  const all = (name: string, key: (i: number) => string, value: (i: number) => string): void => {
    const piece = (i: number): string => `"${key(i)}":${value(i)}`;
    const count = room(piece(123_456), length);
    parts.set(name, () => `{${numbered(count, piece)}}`);
  };
  const zero = values.kind === "scalar" ? zeroOf(values.scalar) : values.kind === "list" ? "[]" : "{}";
  all(
    "numbered",
    (i) => `k${i}`,
    () => zero,
  );
  all(
    "invalid",
    (i) => `?${i}`,
    () => zero,
  );
  parts.set("long key", () => `{"${"x".repeat(length)}":${zero}}`);
  if (values.kind === "scalar") {
    all(
      "values",
      (i) => `k${i}`,
      (i) => numberedOf(values.scalar, i),
    );
    if (values.scalar === "string") parts.set("long value", () => `{"k":"${"x".repeat(length)}"}`);
  }
  return parts;
}

/** An object with scalar members: only the identifying and required ones, or all of them. */
function sample(node: StructNode, text: string, onlyRequired: boolean, most = 100): object {
  const fields = [...node.byName.values()].filter(({ type }) => type.kind === "scalar");
  const texts = fields.filter(({ type }) => type.kind === "scalar" && type.scalar === "string");
  const wanted = onlyRequired ? fields.filter(({ required }) => required) : fields;
  const chosen = wanted.length > 0 ? wanted : texts.slice(0, 1);
  const members = chosen.slice(0, most).map(({ name, type }) => {
    if (type.kind !== "scalar") return [name, null];
    if (type.scalar === "string") return [name, type.enum?.[0] ?? text];
    return [name, JSON.parse(zeroOf(type.scalar))];
  });
  return Object.fromEntries(members);
}

function zeroOf(scalar: string): string {
  switch (scalar) {
    case "bool":
      return "false";
    case "time":
    case "microTime":
      return "null";
    case "duration":
      return '"1s"';
    case "string":
    case "bytes":
      return '""';
    default:
      return "0";
  }
}

function numberedOf(scalar: string, i: number): string {
  switch (scalar) {
    case "bool":
      return "true";
    case "time":
    case "microTime":
      return '"2026-01-02T03:04:05Z"';
    case "duration":
      return `"${i}s"`;
    case "string":
    case "quantity":
    case "intOrString":
      return scalar === "string" ? `"v${i}"` : `"${i}"`;
    case "bytes":
      return '"AAAA"';
    default:
      return String(i);
  }
}
