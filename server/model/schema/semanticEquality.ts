import { equalInSteps } from "../../../shared/collections/deepEqual.ts";
import { isEmptyMap } from "../../../shared/json/largeMaps.ts";
import { type ApiObject, parseApiVersion } from "../../../shared/object.ts";
import type { Field, StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { isSameAmount } from "../../ground/formats/quantity.ts";
import { isQuantity, itemType, ReachingFields } from "./reachingFields.ts";
import { loadSchema, type Schema } from "./schema.ts";

type Members = Readonly<Record<string, unknown>>;

/** The fields that hold quantities, and those on the way to them. */
const AMOUNTS = new ReachingFields(({ type }) => isQuantity(itemType(type)));

/**
 * Whether two decoded values of a type mean the same, by the reference's semantic equality: quantities are compared by
 * their amounts (`1Gi` equals `1073741824`), and an empty list or map equals an absent one. All other values with
 * several texts, such as times, have only one after decoding. Null members count as absent.
 *
 * Parts whose types contain no quantity are compared as they are, and a quantity is parsed only where the texts differ.
 */
export function* sameMeaning(node: TypeNode, a: unknown, b: unknown): Steps<boolean> {
  if (isTurnDue()) yield;
  if (a === b) return true;
  if (isAbsent(a) || isAbsent(b)) return isAbsent(a) && isAbsent(b);
  if (isQuantity(node)) return isSameAmount(a as string, b as string);
  if (!isQuantity(itemType(node)) && !AMOUNTS.within(node)) {
    return yield* equalInSteps(a, b, { emptyListIsNull: true });
  }
  if (node.kind === "struct") return yield* sameStruct(node, a as Members, b as Members);
  if (node.kind === "map") return yield* sameMap(node.values, a as Members, b as Members);
  return node.kind === "list" && (yield* sameList(node.items, a as readonly unknown[], b as readonly unknown[]));
}

/**
 * The same for two values of a definition of the built-in types.
 * @param definition as in {@link Schema.definition}
 */
export const sameParts = (definition: string, a: unknown, b: unknown): Steps<boolean> =>
  sameMeaning(loadSchema().definition(definition), a, b);

/** Whether two objects of a kind mean the same. */
export type SameObjects = (a: ApiObject, b: ApiObject) => Steps<boolean>;

/** {@link SameObjects} for all kinds. Custom resources, whose types are not in the schema, must be equal. */
export const sameObjects = (schema: Pick<Schema, "forKind">): SameObjects =>
  function* (a, b) {
    const { group, version } = parseApiVersion(a.apiVersion ?? "");
    const node = schema.forKind(group, version, a.kind ?? "");
    return yield* node === undefined ? equalInSteps(a, b) : sameMeaning(node, a, b);
  };

function* sameStruct(node: StructNode, a: Members, b: Members): Steps<boolean> {
  for (const name in a) {
    const [mine, other] = [a[name], b[name]];
    if (mine === other) continue;
    const field = node.byName.get(name);
    const isUnset = isNothing(field, mine);
    if (isUnset !== isNothing(field, other)) return false;
    if (isUnset) continue;
    if (!(yield* field === undefined ? equalInSteps(mine, other) : sameMeaning(field.type, mine, other))) return false;
  }
  for (const name in b) {
    if (a[name] === undefined && !isNothing(node.byName.get(name), b[name])) return false;
  }
  return true;
}

function* sameMap(type: TypeNode, a: Members, b: Members): Steps<boolean> {
  let members = 0;
  for (const name in a) {
    members += 1;
    if (!Object.hasOwn(b, name)) return false;
    if (a[name] !== b[name] && !(yield* sameMeaning(type, a[name], b[name]))) return false;
  }
  for (const _ in b) members -= 1;
  return members === 0;
}

function* sameList(type: TypeNode, a: readonly unknown[], b: readonly unknown[]): Steps<boolean> {
  if (a.length !== b.length) return false;
  for (const [i, item] of a.entries()) if (!(yield* sameMeaning(type, item, b[i]))) return false;
  return true;
}

const isAbsent = (value: unknown): value is undefined | null => value === undefined || value === null;

/** Whether a member says nothing: an absent value, or an empty list or map unless absence has a meaning of its own. */
function isNothing(field: Field | undefined, value: unknown): boolean {
  if (isAbsent(value)) return true;
  if (field === undefined || field.pointer || typeof value !== "object") return false;
  if (field.type.kind === "list") return (value as readonly unknown[]).length === 0;
  return field.type.kind === "map" && isEmptyMap(value);
}
