import { copyMap } from "../../../shared/json/copyMap.ts";
import { isList, isMap, type JsonMap } from "../../../shared/json/jsonValues.ts";
import { setMember } from "../../../shared/json/setMember.ts";
import type { Field, TypeNode } from "../../../shared/schema/typeNode.ts";
import { ApiError, badRequest } from "../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { goValueInSteps, jsonTypeName } from "./goFormat.ts";
import {
  DELETE_FROM_PRIMITIVE_LIST,
  ELEMENT_ORDER,
  failure,
  PATCH_DIRECTIVE,
  RETAIN_KEYS,
  unknownDirective,
  withoutDirectives,
  wrongType,
} from "./strategicDirectives.ts";
import { type MergeItem, mergeItems, mergeListInOrder } from "./strategicLists.ts";

/**
 * Strategic merge patch: like a merge patch, but lists with a merge key are merged item by item, and directives inside the
 * patch delete, replace or order. Merge keys and strategies come from the type.
 *
 * @param patch the decoded body
 * @returns a new object that shares unchanged parts with `object`
 * @throws ApiError 400 for malformed directives, 422 for lists of lists, 500 without a reason for a patch that does not fit
 */
export function* strategicMergeInSteps(
  object: JsonMap,
  patch: unknown,
  node: TypeNode,
): Steps<Record<string, unknown>> {
  if (patch === null) return yield* copyMap(object);
  if (!isMap(patch)) {
    throw badRequest(`json: cannot unmarshal ${jsonTypeName(patch)} into Go value of type map[string]interface {}`);
  }
  return yield* mergeStrategicMap(object, patch, node);
}

/** A field's merge strategy, as declared by the type. */
export interface FieldStrategy {
  readonly type: TypeNode | undefined;
  readonly strategy: "merge" | "replace" | "";
  readonly mergeKey: string;
}

/** The strategy of the field `name` of a struct, or of a key of a map. */
export function strategyOf(node: TypeNode | undefined, name: string): FieldStrategy {
  if (node?.kind === "map") return { type: node.values, strategy: "", mergeKey: "" };
  const field: Field | undefined = node?.kind === "struct" ? node.byName.get(name) : undefined;
  const strategies = (field?.patchStrategy ?? "").split(",");
  const strategy = strategies.includes("merge") ? "merge" : strategies.includes("replace") ? "replace" : "";
  return { type: field?.type, strategy, mergeKey: field?.patchMergeKey ?? "" };
}

/** Merges one map of the patch into the live map `original`. */
function* mergeStrategicMap(
  original: JsonMap,
  patch: JsonMap,
  node: TypeNode | undefined,
): Steps<Record<string, unknown>> {
  const directive = patch[PATCH_DIRECTIVE];
  if (directive !== undefined) {
    if (directive === "delete") return {};
    if (directive !== "replace") throw unknownDirective(directive, patch);
    const replacement = yield* copyMap(patch);
    delete replacement[PATCH_DIRECTIVE];
    return replacement;
  }
  const result = yield* retainKeys(original, patch);
  const done = new Set([RETAIN_KEYS]);
  const names = Object.keys(patch);
  for (const name of names) {
    if (isTurnDue()) yield;
    if (name.startsWith(ELEMENT_ORDER)) yield* mergeOrdered(result, patch, done, name, node);
  }
  for (const name of names) {
    if (isTurnDue()) yield;
    if (done.has(name)) continue;
    if (name.startsWith(DELETE_FROM_PRIMITIVE_LIST)) deleteFromList(result, name, patch[name]);
    else yield* mergeField(result, name, patch[name], node);
  }
  return result;
}

const itemMerger = (list: TypeNode | undefined): MergeItem => {
  const items = list?.kind === "list" ? list.items : undefined;
  return (live, patch) => mergeStrategicMap(live, patch, items);
};

function* mergeField(
  result: Record<string, unknown>,
  name: string,
  value: unknown,
  node: TypeNode | undefined,
): Steps<void> {
  if (value === null) {
    // JavaScript engines slow down objects after a deletion, so delete only existing members.
    if (Object.hasOwn(result, name)) delete result[name];
    return;
  }
  const live = Object.hasOwn(result, name) ? result[name] : undefined;
  let merged: unknown;
  const { type, strategy, mergeKey } = strategyOf(node, name);
  if (isMap(live) && isMap(value)) {
    merged = strategy === "replace" ? value : yield* mergeStrategicMap(live, value, type);
  } else if (isList(live) && isList(value)) {
    merged = strategy === "merge" ? yield* mergeItems(live, value, itemMerger(type), mergeKey) : value;
  } else {
    merged = yield* withoutDirectives(value);
    if (merged === undefined) {
      if (live !== undefined) delete result[name];
      return;
    }
  }
  setMember(result, name, merged);
}

/** `$retainKeys`: removes all fields of the live map that are not listed; the patch may not set any other field. */
function* retainKeys(original: JsonMap, patch: JsonMap): Steps<Record<string, unknown>> {
  const keys = patch[RETAIN_KEYS];
  if (keys === undefined) return yield* copyMap(original);
  if (!isList(keys)) throw badRequest("invalid patch format of retainKeys");
  const retained = new Set(keys);
  for (const name of Object.keys(patch)) {
    if (isTurnDue()) yield;
    const isDirective =
      name === RETAIN_KEYS || name.startsWith(DELETE_FROM_PRIMITIVE_LIST) || name.startsWith(ELEMENT_ORDER);
    if (patch[name] !== null && !isDirective && !retained.has(name))
      throw badRequest("invalid patch format of retainKeys");
  }
  const result: Record<string, unknown> = {};
  for (const name of Object.keys(original)) {
    if (isTurnDue()) yield;
    if (retained.has(name)) setMember(result, name, original[name]);
  }
  return result;
}

/** `$setElementOrder/<list>`: merges that list now, in the given order, and marks it as handled. */
function* mergeOrdered(
  result: Record<string, unknown>,
  given: JsonMap,
  done: Set<string>,
  directive: string,
  node: TypeNode | undefined,
): Steps<void> {
  done.add(directive);
  const order = given[directive];
  const name = directive.slice(ELEMENT_ORDER.length);
  if (name.length === 0) throw badRequest("invalid patch format of setElementOrder list");
  if (!isList(order)) throw wrongType(LIST, order);
  const live = result[name];
  const patch = done.has(name) ? undefined : given[name];
  if (live !== undefined && !isList(live)) throw wrongType(LIST, live);
  if (patch !== undefined && !isList(patch)) throw wrongType(LIST, patch);
  if (node?.kind === "struct" && !node.byName.has(name)) {
    const struct = node.name?.split(".").pop() ?? "";
    throw failure(`unable to find api field in struct ${struct} for the json field ${JSON.stringify(name)}`);
  }
  const { type, strategy, mergeKey } = strategyOf(node, name);
  if (live === undefined && patch === undefined) return;
  result[name] = yield* mergeListInOrder({
    live,
    patch,
    order,
    mergeKey,
    merge: strategy === "merge",
    mergeItem: itemMerger(type),
  });
  done.add(name);
}

/** `$deleteFromPrimitiveList/<list>`: removes values from a list of scalars. */
function deleteFromList(result: Record<string, unknown>, directive: string, values: unknown): void {
  const name = directive.slice(DELETE_FROM_PRIMITIVE_LIST.length);
  if (name.length === 0 || !isList(values)) throw badRequest("invalid patch format of primitive list");
  const live = result[name];
  if (!isList(live)) return;
  const deleted = new Set(values);
  result[name] = live.filter((item) => !deleted.has(item));
}

/** The Go type of a list. */
const LIST = "[]interface {}";

/** The 422 error for a patch whose result cannot be decoded as the type. @param detail the decoder's message */
export function* undecodablePatch(patch: unknown, detail: string): Steps<ApiError> {
  const text = typeof patch === "string" ? patch : yield* goValueInSteps(patch);
  const message = `Invalid value: ${JSON.stringify(text)}: ${detail}`;
  return new ApiError(422, "Invalid", ` "" is invalid: patch: ${message}`, {
    causes: [{ reason: "FieldValueInvalid", message, field: "patch" }],
  });
}
