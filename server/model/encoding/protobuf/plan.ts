/** The binary form of a struct, computed once per struct. */
import type { Field, StructNode } from "../../../../shared/schema/typeNode.ts";

export interface ProtoPlan {
  /** Fields with a number, in ascending order, in which the reference writes them. */
  readonly fields: readonly Field[];
  readonly byTag: ReadonlyMap<number, Field>;
}

const plans = new WeakMap<StructNode, ProtoPlan>();

export function protoPlan(node: StructNode): ProtoPlan {
  let plan = plans.get(node);
  if (plan === undefined) {
    const fields = node.fields.filter((field) => field.tag !== undefined);
    fields.sort((a, b) => (a.tag ?? 0) - (b.tag ?? 0));
    plan = { fields, byTag: new Map(fields.map((field) => [field.tag ?? 0, field])) };
    plans.set(node, plan);
  }
  return plan;
}

/** The wire types in use. */
export const VARINT = 0;
export const FIXED64 = 1;
export const BYTES = 2;
export const FIXED32 = 5;

/** Maximum depth of messages, because types may contain themselves. */
export const MAX_DEPTH = 1000;
