/** The defaulting plan of a struct, computed once per struct. */

import type { Field, StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import type { DefaultRow } from "./row.ts";
import { DEFAULT_TABLE } from "./tables.ts";

export interface DefaultPlan {
  /** The struct's own rows and those of its embedded messages, in order, without rows that have no effect. */
  readonly rows: readonly DefaultRow[];
  /** The fields whose types contain rows. */
  readonly fields: readonly Field[];
}

const plans = new WeakMap<StructNode, DefaultPlan>();
const reaching = new WeakMap<StructNode, boolean>();
const tables = new Map<string, ReadonlyMap<string, readonly DefaultRow[]>>();
const defaultVocabulary = createVocabulary();

export function planOf(node: StructNode): DefaultPlan {
  let plan = plans.get(node);
  if (plan === undefined) {
    const json = node.fields.filter((field) => !field.protoOnly);
    plan = { rows: rowsOf(node), fields: json.filter((f) => reaches(f.type, new Set())) };
    plans.set(node, plan);
  }
  return plan;
}

function rowsOf(node: StructNode): readonly DefaultRow[] {
  const own = tableFor(node).get(node.name ?? "") ?? [];
  const embedded = node.fields.filter((field) => field.protoOnly && field.tag !== undefined);
  const inner = embedded.flatMap((field) => (field.type.kind === "struct" ? rowsOf(field.type) : []));
  return [...own.filter((row) => !row.hidden), ...inner];
}

function tableFor(node: StructNode): ReadonlyMap<string, readonly DefaultRow[]> {
  const vocabulary = node.vocabulary ?? defaultVocabulary;
  let table = tables.get(vocabulary.word);
  if (table === undefined) {
    table = new Map(Object.entries(DEFAULT_TABLE).map(([name, list]) => [vocabulary.render(name), list]));
    tables.set(vocabulary.word, table);
  }
  return table;
}

/**
 * Whether any row can apply inside a value of the type. Types may contain themselves: types in progress count as not
 * containing any.
 */
function reaches(type: TypeNode, underWay: Set<StructNode>): boolean {
  if (type.kind === "list") return reaches(type.items, underWay);
  if (type.kind === "map") return reaches(type.values, underWay);
  if (type.kind !== "struct" || underWay.has(type)) return false;
  const known = reaching.get(type);
  if (known !== undefined) return known;
  underWay.add(type);
  const result =
    rowsOf(type).length > 0 || type.fields.some((field) => !field.protoOnly && reaches(field.type, underWay));
  underWay.delete(type);
  if (result || underWay.size === 0) reaching.set(type, result);
  return result;
}
