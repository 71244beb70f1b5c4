import type { FieldNode, FieldSet } from "../fieldset/fieldSet.ts";
import { fieldElement } from "../fieldset/pathElement.ts";
import { isList, isMap, type JsonMap } from "../json/jsonValues.ts";
import { isEmptyMap } from "../json/largeMaps.ts";
import type { TypeNode } from "../schema/typeNode.ts";
import { immediately, isTurnDue, type Steps } from "../steps.ts";
import { childType, DEDUCED, itemElement, shapeOf } from "./typeShape.ts";

/**
 * The part of a value that a set owns, which is what its manager would apply again. Includes the keys of list items.
 *
 * @returns undefined when the set owns nothing of the value
 */
export function* extractInSteps(node: TypeNode, value: unknown, set: FieldSet): Steps<unknown> {
  const shape = shapeOf(node, value);
  if (shape.kind === "fields" && isMap(value)) {
    const result: Record<string, unknown> = {};
    for (const [name, child] of Object.entries(value)) {
      if (isTurnDue()) yield;
      const found = set.get(fieldElement(name));
      if (found === undefined) continue;
      const part = yield* extractPart(childType(shape.node, name) ?? DEDUCED, child, found);
      if (part !== undefined) result[name] = part;
    }
    return isEmptyMap(result) ? undefined : result;
  }
  if (shape.kind === "items" && isList(value)) {
    const result: unknown[] = [];
    for (const item of value) {
      if (isTurnDue()) yield;
      const identity = itemElement(shape.node, item);
      const found = "element" in identity ? set.get(identity.element) : undefined;
      if (found === undefined) continue;
      const part = yield* extractPart(shape.node.items, item, found);
      if (part === undefined) continue;
      result.push(isMap(part) && isMap(item) ? { ...keysOf(shape.node.mapKeys ?? [], item), ...part } : part);
    }
    return result.length === 0 ? undefined : result;
  }
  return undefined;
}

/** Like {@link extractInSteps}, but without pausing. */
export const extractItems = immediately(extractInSteps);

function* extractPart(node: TypeNode, value: unknown, found: FieldNode): Steps<unknown> {
  const { kind } = shapeOf(node, value);
  // An atomic value is owned as a whole, even when the set has paths inside it (from a time when the type was
  // granular), or when the value does not fit its type.
  if (kind === "leaf" || (kind === "fields" ? !isMap(value) : !isList(value))) return value;
  const part = found.children === undefined ? undefined : yield* extractInSteps(node, value, found.children);
  if (part !== undefined || !found.member) return part;
  return isList(value) ? [] : {};
}

const keysOf = (keys: readonly string[], item: JsonMap): Record<string, unknown> =>
  Object.fromEntries(keys.filter((key) => item[key] !== undefined).map((key) => [key, item[key]]));
