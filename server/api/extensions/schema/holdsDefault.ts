import { append } from "../../../../shared/collections/append.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { JsonSchema } from "./jsonSchema.ts";

/** Whether the schema or one inside it declares a default. */
export function* holdsDefault(schema: JsonSchema): Steps<boolean> {
  const open: JsonSchema[] = [schema];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isTurnDue()) yield;
    if (next.default !== undefined && next.default !== null) return true;
    const { items, additionalProperties: others, not, allOf, anyOf, oneOf, properties } = next;
    for (const one of [items, not, typeof others === "object" ? others : undefined]) if (one) open.push(one);
    for (const list of [allOf, anyOf, oneOf, Object.values(properties ?? {})]) append(open, list ?? []);
  }
  return false;
}
