import { copyMap } from "../../../shared/json/copyMap.ts";
import { noteMembers } from "../../../shared/json/largeMaps.ts";
import { setMember } from "../../../shared/json/setMember.ts";
import type { StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { sortInSteps } from "../../../shared/sortInSteps.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";

type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * A value of a built-in type with its members in declared order and its maps sorted, as the reference writes them.
 * Decoding produces this form; members that strategies and admission add later come last in their object. Ordered parts
 * are shared, not copied.
 */
export function* inDeclaredOrder<T>(node: TypeNode, value: T): Steps<T> {
  return (yield* ordered(node, value)) as T;
}

function* ordered(node: TypeNode, value: unknown): Steps<unknown> {
  if (typeof value !== "object" || value === null) return value;
  if (isTurnDue()) yield;
  if (node.kind === "list") return Array.isArray(value) ? yield* orderedItems(node.items, value) : value;
  if (Array.isArray(value)) return value;
  if (node.kind === "struct") return yield* orderedStruct(node, value as JsonRecord);
  return node.kind === "map" ? yield* orderedMap(node.values, value as JsonRecord) : value;
}

function* orderedItems(items: TypeNode, list: readonly unknown[]): Steps<readonly unknown[]> {
  if (items.kind === "scalar" || items.kind === "any") return list;
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i += 1) {
    const item = yield* ordered(items, list[i]);
    if (item === list[i]) continue;
    copy ??= [...list];
    copy[i] = item;
  }
  return copy ?? list;
}

function* orderedStruct(node: StructNode, value: JsonRecord): Steps<JsonRecord> {
  const places = placesOf(node);
  let copy: Record<string, unknown> | undefined;
  let isInOrder = true;
  let last = -1;
  for (const name in value) {
    const place = places.get(name) ?? last;
    if (place < last) isInOrder = false;
    else last = place;
    // Most members are texts and numbers.
    if (typeof value[name] !== "object") continue;
    const field = node.byName.get(name);
    if (field === undefined) continue;
    const member = yield* ordered(field.type, value[name]);
    if (member === value[name]) continue;
    copy ??= yield* copyMap(value);
    copy[name] = member;
  }
  const result = copy ?? value;
  if (isInOrder) return result;
  const names = Object.keys(result).sort((a, b) => (places.get(a) ?? Infinity) - (places.get(b) ?? Infinity));
  const sorted: Record<string, unknown> = {};
  for (const name of names) setMember(sorted, name, result[name]);
  return sorted;
}

function* orderedMap(values: TypeNode, map: JsonRecord): Steps<JsonRecord> {
  let copy: Record<string, unknown> | undefined;
  let isSorted = true;
  let last: string | undefined;
  for (const name in map) {
    if (isTurnDue()) yield;
    // JavaScript puts integer-like keys first in an object, independent of insertion order.
    if (last !== undefined && name < last && !isIndex(name) && !isIndex(last)) isSorted = false;
    last = name;
    if (values.kind === "scalar" || values.kind === "any") continue;
    const member = yield* ordered(values, map[name]);
    if (member === map[name]) continue;
    copy ??= yield* copyMap(map);
    setMember(copy, name, member);
  }
  const result = copy ?? map;
  if (isSorted) return result;
  const sorted: Record<string, unknown> = {};
  const names = yield* sortInSteps(Object.keys(result));
  for (const name of names) {
    if (isTurnDue()) yield;
    setMember(sorted, name, result[name]);
  }
  noteMembers(sorted, names);
  return sorted;
}

const isIndex = (name: string): boolean => /^(0|[1-9]\d{0,9})$/.test(name);

const known = new WeakMap<StructNode, ReadonlyMap<string, number>>();

/** The position of each field among the fields of the struct, by name. */
function placesOf(node: StructNode): ReadonlyMap<string, number> {
  let places = known.get(node);
  if (places === undefined) {
    places = new Map(node.fields.filter(({ protoOnly }) => !protoOnly).map(({ name }, i) => [name, i]));
    known.set(node, places);
  }
  return places;
}
