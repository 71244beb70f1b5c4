/**
 * Hides confidential values (of secrets and tokens) in everything that the API sends or receives. Keys, sizes of lists
 * and everything else stay, so that views can handle the result like the original.
 */

import { HIDDEN, isHidden } from "./hidden.ts";
import { hideAnnotation, valuesOf } from "./hideAnnotation.ts";
import { isMap } from "./plainMap.ts";

/**
 * Creates the placeholder of a value. @param place identifies the value within its object, also across states of the
 * object
 */
export type Mark = (place: string, value: unknown) => string;

export interface HideOptions {
  /** Resource that the value was sent to or came from (`secrets`), needed because patches do not name their kind. */
  resource?: string | undefined;
  mark?: Mark;
}

type Path = readonly string[];

/** Paths of the confidential fields, by kind; in a map, each value is hidden. */
const CONFIDENTIAL: ReadonlyMap<unknown, readonly Path[]> = new Map([
  ["Secret", [["data"], ["stringData"]]],
  ["TokenRequest", [["status", "token"]]],
  ["TokenReview", [["spec", "token"]]],
]);

/** Kinds of the bodies sent to a resource, and of list items without a kind. */
const KIND_OF: ReadonlyMap<unknown, string> = new Map([
  ["secrets", "Secret"],
  ["SecretList", "Secret"],
  ["token", "TokenRequest"],
  ["tokenreviews", "TokenReview"],
]);

/** Maximum nesting depth of an object. Deeper ones are artificial, and are hidden as a whole. */
const DEEPEST = 200;

/** Context of the current position. */
interface Place {
  /** Kind of an object that does not state its own. */
  kind: string | undefined;
  path: string;
  depth: number;
}

const below = (place: Place, name: string | number, kind: string | undefined = undefined): Place => ({
  kind,
  path: place.path === "" ? String(name) : `${place.path}.${name}`,
  depth: place.depth + 1,
});

/**
 * A copy with placeholders for all confidential values: `data` and `stringData` of secrets, copies of them in
 * annotations (such as the last applied configuration) and in managed fields, tokens of token requests and reviews.
 * Finds secrets anywhere: in lists, tables, watch events, audit records, templates of other objects.
 *
 * @returns the same value when there is nothing to hide; the input is never modified
 */
export function hideSecrets<T>(value: T, { resource = "", mark = () => HIDDEN }: HideOptions = {}): T {
  return walk(value, { kind: KIND_OF.get(resource), path: "", depth: 0 }, mark) as T;
}

function walk(node: unknown, place: Place, mark: Mark): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (place.depth > DEEPEST) return HIDDEN;
  if (Array.isArray(node)) return walkList(node, place, mark);
  if (!isMap(node)) return node;
  const kind = typeof node["kind"] === "string" ? node["kind"] : place.kind;
  const itemKind = KIND_OF.get(kind);
  // Bodies sent to secrets are confidential, regardless of the kind they state.
  const paths = [...new Set([kind, place.kind])].flatMap((each) => CONFIDENTIAL.get(each) ?? []);
  const recorded = kindOfRecord(node);
  return mapFields(node, (name, member) => {
    const inner = below(place, name);
    const own = paths.filter((path) => path[0] === name);
    if (own.length > 0) return own.reduce((value, path) => hideAt(value, path.slice(1), inner, mark), member);
    if (name === "metadata" && isMap(member)) return hideMetadata(member, node, paths.length > 0, inner, mark);
    if (name === "items" && itemKind !== undefined) return walk(member, { ...inner, kind: itemKind }, mark);
    if (name === "requestObject" || name === "responseObject") return walk(member, { ...inner, kind: recorded }, mark);
    return walk(member, inner, mark);
  });
}

/** The kind of the bodies in an audit record, which may be patches. */
function kindOfRecord({ objectRef }: Record<string, unknown>): string | undefined {
  if (!isMap(objectRef)) return undefined;
  return KIND_OF.get(objectRef["subresource"]) ?? KIND_OF.get(objectRef["resource"]);
}

/** Items inherit the kind of the list, if it is known. Operations of a JSON patch on a secret lose their values. */
function walkList(list: readonly unknown[], place: Place, mark: Mark): unknown {
  let changed = false;
  const items = list.map((item, i) => {
    const inner = below(place, i, place.kind);
    const isOperation = place.kind !== undefined && isMap(item) && "op" in item && "path" in item;
    const hidden = isOperation
      ? mapFields(item, (name, member) => (name === "value" ? hideValues(member, inner, mark) : member))
      : walk(item, inner, mark);
    changed ||= hidden !== item;
    return hidden;
  });
  return changed ? items : list;
}

/** Hides the value at a path, if there is one. */
function hideAt(value: unknown, path: Path, place: Place, mark: Mark): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return hideValues(value, place, mark);
  if (!isMap(value)) return value;
  return mapFields(value, (each, member) =>
    each === name ? hideAt(member, rest, below(place, each), mark) : walk(member, below(place, each), mark),
  );
}

/** A map keeps its keys; any other value is replaced as a whole. Null is kept, because it removes a key in a patch. */
function hideValues(value: unknown, place: Place, mark: Mark): unknown {
  if (value === null || value === undefined) return value;
  if (isMap(value)) {
    return mapFields(value, (name, member) =>
      member === null ? null : isHidden(member) ? member : mark(below(place, name).path, member),
    );
  }
  return isHidden(value) ? value : mark(place.path, value);
}

function hideMetadata(
  metadata: Record<string, unknown>,
  object: Record<string, unknown>,
  isConfidential: boolean,
  place: Place,
  mark: Mark,
): unknown {
  return mapFields(metadata, (name, member) => {
    if (name === "annotations" && isMap(member)) {
      const values = isConfidential ? valuesOf(object) : [];
      return mapFields(member, (key, text) => {
        if (typeof text !== "string") return text;
        const inner = below(below(place, name), key, isConfidential ? "Secret" : undefined);
        const within = (copy: unknown): unknown => walk(copy, inner, mark);
        return hideAnnotation(text, { key, isConfidential, values, within, mark: () => mark(inner.path, text) });
      });
    }
    if (name === "managedFields" && isConfidential) return hideOwnedValues(member, false);
    return walk(member, below(place, name), mark);
  });
}

/** Managed fields name list items by value (`v:…`, `k:{…}`); these are hidden below `data`. */
function hideOwnedValues(node: unknown, confidential: boolean, depth = 0): unknown {
  if (depth > DEEPEST) return HIDDEN;
  if (Array.isArray(node)) return node.map((item) => hideOwnedValues(item, confidential, depth + 1));
  if (!isMap(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, member]) => {
      const shown = confidential && /^[vk]:/.test(name) ? `${name.slice(0, 2)}${HIDDEN}` : name;
      const inside = confidential || name === "f:data" || name === "f:stringData";
      return [shown, hideOwnedValues(member, inside, depth + 1)];
    }),
  );
}

/** A copy with transformed members; the same map when nothing changed. */
function mapFields(
  map: Record<string, unknown>,
  change: (name: string, member: unknown) => unknown,
): Record<string, unknown> {
  let changed = false;
  const entries = Object.entries(map).map(([name, member]): [string, unknown] => {
    const next = change(name, member);
    changed ||= next !== member;
    return [name, next];
  });
  return changed ? Object.fromEntries(entries) : map;
}

/**
 * Hides two states of an object; a value that differs in the second state is marked as changed.
 *
 * @param changed the placeholder of changed values
 */
export function hideBoth<T>(before: T, after: T, changed: string): [before: T, after: T] {
  const known = new Map<string, unknown>();
  const hiddenBefore = hideSecrets(before, {
    mark: (place, value) => {
      known.set(place, value);
      return HIDDEN;
    },
  });
  const mark: Mark = (place, value) =>
    known.has(place) && known.get(place) !== value ? `${HIDDEN} (${changed})` : HIDDEN;
  return [hiddenBefore, hideSecrets(after, { mark })];
}
