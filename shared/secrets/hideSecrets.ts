/**
 * Hides what is confidential in anything that the API sends or takes: values of secrets and tokens. Keys, sizes of lists and
 * everything else stay, so that views can work on what is left as on the real thing.
 */

import { HIDDEN, isHidden } from "./hidden.ts";
import { hideAnnotation, valuesOf } from "./hideAnnotation.ts";
import { isMap } from "./plainMap.ts";

/** What stands for a value. @param place tells values of one object apart, and finds the same one in another state of it */
export type Mark = (place: string, value: unknown) => string;

export interface HideOptions {
  /** Resource that the value was sent to or came from (`secrets`): patches do not name their kind. */
  resource?: string | undefined;
  mark?: Mark;
}

type Path = readonly string[];

/** Fields whose values are confidential, by kind: a map hides value by value. */
const CONFIDENTIAL: ReadonlyMap<unknown, readonly Path[]> = new Map([
  ["Secret", [["data"], ["stringData"]]],
  ["TokenRequest", [["status", "token"]]],
  ["TokenReview", [["spec", "token"]]],
]);

/** Kinds of bodies that are sent to a resource, and of list items without a kind. */
const KIND_OF: ReadonlyMap<unknown, string> = new Map([
  ["secrets", "Secret"],
  ["SecretList", "Secret"],
  ["token", "TokenRequest"],
  ["tokenreviews", "TokenReview"],
]);

/** Objects are not nested deeper. Deeper ones are artificial, and are hidden as a whole. */
const DEEPEST = 200;

/** What is known where the walk stands. */
interface Place {
  /** Kind of an object that does not name its own. */
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
 * The value with a mark for everything confidential in it: `data` and `stringData` of secrets, copies of them in annotations
 * (as in the last applied configuration) and in managed fields, tokens of token requests and reviews. Secrets are found
 * wherever they stand: in lists, tables, events of watches, records of audit logs, templates of other objects.
 *
 * @returns the very same value when there is nothing to hide; the given one is never changed
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
  // Bodies sent to secrets are confidential, whatever kind they claim to be.
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

/** The kind of what a record of an audit log keeps of bodies, which may be a patch. */
function kindOfRecord({ objectRef }: Record<string, unknown>): string | undefined {
  if (!isMap(objectRef)) return undefined;
  return KIND_OF.get(objectRef["subresource"]) ?? KIND_OF.get(objectRef["resource"]);
}

/** The items know as little of their kind as the list does. Operations of a JSON patch to a secret lose their values. */
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

/** Hides what lies at the path; nothing when there is nothing. */
function hideAt(value: unknown, path: Path, place: Place, mark: Mark): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return hideValues(value, place, mark);
  if (!isMap(value)) return value;
  return mapFields(value, (each, member) =>
    each === name ? hideAt(member, rest, below(place, each), mark) : walk(member, below(place, each), mark),
  );
}

/** A map keeps its keys; whatever else is there becomes a mark. Null takes a key away in a patch, and hides nothing. */
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

/** Entries of managed fields name list items by their values (`v:…`, `k:{…}`); below `data` these are not shown. */
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

/** A copy with other members; the very same map when they are the same. */
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
 * Two states of an object, hidden; a value that is other in the second than in the first says so.
 *
 * @param changed the word for it
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
