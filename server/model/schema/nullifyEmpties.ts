import { isEmptyMap } from "../../../shared/json/largeMaps.ts";
import type { Field, StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { ReachingFields } from "./reachingFields.ts";

type JsonRecord = Record<string, unknown>;

/**
 * Replaces empty lists and maps of fields that are always written by null, in place. Storage cannot distinguish the
 * two, so they are read back as null. Until then the difference matters: a manager that sent `[]` owns the field, and
 * validation quotes it.
 *
 * Only the paths of the type that can contain such a field are walked.
 */
export function nullifyEmpties(node: TypeNode, value: unknown): void {
  if (!KEPT.within(node) || typeof value !== "object" || value === null) return;
  if (node.kind === "list") {
    if (Array.isArray(value)) for (const item of value as unknown[]) nullifyEmpties(node.items, item);
  } else if (node.kind === "map") {
    for (const item of Object.values(value)) nullifyEmpties(node.values, item);
  } else if (node.kind === "struct") {
    settleFields(node, value as JsonRecord);
  }
}

function settleFields(node: StructNode, struct: JsonRecord): void {
  for (const field of KEPT.of(node)) {
    const value = struct[field.name];
    if (isKept(field) && isEmpty(value)) struct[field.name] = null;
    else nullifyEmpties(field.type, value);
  }
}

/** Whether an empty value of the field is written, but not preserved by storage. */
export const isKept = (field: Field): boolean =>
  field.keep && !field.pointer && (field.type.kind === "list" || field.type.kind === "map");

const KEPT = new ReachingFields(isKept);

function isEmpty(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) ? value.length === 0 : isEmptyMap(value);
}
