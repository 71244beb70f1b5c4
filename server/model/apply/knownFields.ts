import { childType, DEDUCED } from "../../../shared/apply/typeShape.ts";
import { copyMap } from "../../../shared/json/copyMap.ts";
import { isList, isMap, type JsonMap } from "../../../shared/json/jsonValues.ts";
import type { ListNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";

/** The declared part of a configuration, and its undeclared fields. */
export interface KnownFields {
  /** The value without unknown fields; the same value when it has none. */
  readonly known: unknown;
  /** `unknown field "spec.replica"`, in the order of the value. */
  readonly unknown: readonly string[];
}

/**
 * Removes undeclared fields from a configuration, and nothing else: nulls and empty values stay, because they affect
 * ownership.
 */
export function* knownFields(value: unknown, node: TypeNode): Steps<KnownFields> {
  const unknown: string[] = [];
  const known = yield* keep(value, node, "", unknown);
  return { known, unknown };
}

function* keep(value: unknown, node: TypeNode, path: string, unknown: string[]): Steps<unknown> {
  if (isTurnDue()) yield;
  if (node.kind === "scalar") return value;
  if (node.kind === "list") return isList(value) ? yield* keepInItems(value, node, path, unknown) : value;
  return isMap(value) ? yield* keepInFields(value, node, path, unknown) : value;
}

function* keepInFields(
  value: JsonMap,
  node: Parameters<typeof childType>[0],
  path: string,
  unknown: string[],
): Steps<unknown> {
  let changed: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const at = path === "" ? name : `${path}.${name}`;
    const type = childType(node, name);
    if (type === undefined) {
      unknown.push(`unknown field ${JSON.stringify(at)}`);
      changed ??= yield* copyMap(value);
      delete changed[name];
      continue;
    }
    const below = yield* keep(value[name], type, at, unknown);
    if (below === value[name]) continue;
    changed ??= yield* copyMap(value);
    changed[name] = below;
  }
  return changed ?? value;
}

function* keepInItems(value: readonly unknown[], node: ListNode, path: string, unknown: string[]): Steps<unknown> {
  let changed: unknown[] | undefined;
  for (const [position, item] of value.entries()) {
    const below = yield* keep(item, node.items ?? DEDUCED, `${path}[${position}]`, unknown);
    if (below === item) continue;
    changed ??= [...value];
    changed[position] = below;
  }
  return changed ?? value;
}
