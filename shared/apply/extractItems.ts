import type { FieldNode, FieldSet } from "../fieldset/fieldSet.ts";
import { fieldElement } from "../fieldset/pathElement.ts";
import { isList, isMap, type JsonMap } from "../json/jsonValues.ts";
import { isEmptyMap } from "../json/largeMaps.ts";
import type { TypeNode } from "../schema/typeNode.ts";
import { childType, DEDUCED, itemElement, shapeOf } from "./typeShape.ts";

/**
 * The part of a value that a set owns, which is what its manager would apply again. Includes the keys of list items.
 *
 * @returns undefined when the set owns nothing of the value
 */
export function extractItems(node: TypeNode, value: unknown, set: FieldSet): unknown {
  const shape = shapeOf(node, value);
  if (shape.kind === "fields" && isMap(value)) {
    const result: Record<string, unknown> = {};
    for (const [name, child] of Object.entries(value)) {
      const part = extractPart(childType(shape.node, name) ?? DEDUCED, child, set.get(fieldElement(name)));
      if (part !== undefined) result[name] = part;
    }
    return isEmptyMap(result) ? undefined : result;
  }
  if (shape.kind === "items" && isList(value)) {
    const result: unknown[] = [];
    for (const item of value) {
      const identity = itemElement(shape.node, item);
      if (!("element" in identity)) continue;
      const part = extractPart(shape.node.items, item, set.get(identity.element));
      if (part === undefined) continue;
      result.push(isMap(part) && isMap(item) ? { ...keysOf(shape.node.mapKeys ?? [], item), ...part } : part);
    }
    return result.length === 0 ? undefined : result;
  }
  return undefined;
}

function extractPart(node: TypeNode, value: unknown, found: FieldNode | undefined): unknown {
  if (found === undefined) return undefined;
  const { kind } = shapeOf(node, value);
  // An atomic value is owned as a whole, even when the set has paths inside it (from a time when the type was
  // granular), or when the value does not fit its type.
  if (kind === "leaf" || (kind === "fields" ? !isMap(value) : !isList(value))) return value;
  const part = found.children === undefined ? undefined : extractItems(node, value, found.children);
  if (part !== undefined || !found.member) return part;
  return isList(value) ? [] : {};
}

const keysOf = (keys: readonly string[], item: JsonMap): Record<string, unknown> =>
  Object.fromEntries(keys.filter((key) => item[key] !== undefined).map((key) => [key, item[key]]));
