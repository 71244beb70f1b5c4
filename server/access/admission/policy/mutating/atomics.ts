import { childType } from "../../../../../shared/apply/typeShape.ts";
import { isList, isMap } from "../../../../../shared/json/jsonValues.ts";
import type { TypeNode } from "../../../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../../../shared/steps.ts";

/**
 * Paths of values that a partial object would replace as a whole: atomic lists, maps and structs. A policy that sets
 * some of their members would remove the others unintentionally.
 */
export function* findAtomics(value: unknown, node: TypeNode, path = ""): Steps<string[]> {
  if (isTurnDue()) yield;
  const found: string[] = [];
  if (isMap(value) && (node.kind === "struct" || node.kind === "map")) {
    if (node.mapType === "atomic") found.push(path);
    for (const name in value) {
      const type = node.kind === "struct" ? childType(node, name) : undefined;
      if (type !== undefined)
        for (const each of yield* findAtomics(value[name], type, `${path}.${name}`)) found.push(each);
    }
  } else if (isList(value) && node.kind === "list") {
    if (node.listType === undefined || node.listType === "atomic") found.push(path);
    for (const [i, item] of value.entries()) {
      for (const each of yield* findAtomics(item, node.items, `${path}[${i}]`)) found.push(each);
    }
  }
  return found;
}
