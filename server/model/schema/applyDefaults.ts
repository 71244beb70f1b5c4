/** Defaulting: runs on every decode, before admission and validation, and on every read of an object from storage. */
import type { StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { sortedEntries } from "../../../shared/sortInSteps.ts";
import { atOnce, isTurnDue, type Steps } from "../../../shared/steps.ts";
import { type DefaultPlan, planOf } from "./defaults/plan.ts";
import { type RowRun, runRow } from "./defaults/runRow.ts";
import { emitStruct } from "./output.ts";

type JsonRecord = Record<string, unknown>;

/** Returns whether a feature is on; undefined means its default. */
export type IsOn = (name: string) => boolean | undefined;

/**
 * Applies the reference's defaults. The object must be in canonical form (see {@link decodeStrict}) and stays in it; it
 * is modified in place. Applying twice is the same as applying once. Custom resources have their own defaults (see
 * their schema).
 *
 * @param isOn decides about defaults that belong to feature gates; default: the gates' defaults
 * @returns the same object
 * @example applyDefaults(schema.definition("api.core.v1.Service"), service) // spec.type "ClusterIP", …
 */
export const applyDefaults = <T extends object>(node: StructNode, object: T, isOn?: IsOn): T =>
  atOnce(defaultInSteps(node, object, isOn));

/** The same in steps. */
export function* defaultInSteps<T extends object>(node: StructNode, object: T, isOn?: IsOn): Steps<T> {
  if (node.name === undefined) return object;
  const run: RowRun = { gate: isOn ?? (() => undefined), changed: new Set(), touched: new Set() };
  const target = object as JsonRecord;
  const result = yield* visitStruct(node, target, run);
  if (result !== target) {
    for (const name of Object.keys(target)) delete target[name];
    Object.assign(target, result);
  }
  return object;
}

/**
 * Outer definitions come first: the values that they set are defaulted in turn. Returns another object when keys have
 * changed.
 */
function* visitStruct(node: StructNode, value: JsonRecord, run: RowRun): Steps<JsonRecord> {
  const plan: DefaultPlan = planOf(node);
  for (const row of plan.rows) {
    if (isTurnDue()) yield;
    const rest = runRow(row, node, value, run);
    if (rest !== undefined) yield* rest;
  }
  for (const field of run.touched.has(value) ? node.fields : plan.fields) {
    if (field.protoOnly) continue;
    const item = value[field.name];
    if (typeof item === "object" && item !== null) value[field.name] = yield* visit(field.type, item, run);
  }
  return run.changed.has(value) ? emitStruct(node, value) : value;
}

function* visit(type: TypeNode, value: unknown, run: RowRun): Steps<unknown> {
  if (typeof value !== "object" || value === null || type.kind === "scalar" || type.kind === "any") return value;
  if (type.kind === "struct") return yield* visitStruct(type, value as JsonRecord, run);
  if (type.kind === "list" && Array.isArray(value)) {
    for (let i = 0; i < value.length; i += 1) {
      if (isTurnDue()) yield;
      if (typeof value[i] === "object") value[i] = yield* visit(type.items, value[i], run);
    }
  } else if (type.kind === "map") {
    const map = value as JsonRecord;
    for (const key of type.values.kind === "scalar" ? [] : Object.keys(map)) {
      if (isTurnDue()) yield;
      if (typeof map[key] === "object") map[key] = yield* visit(type.values, map[key], run);
    }
    if (run.changed.has(map)) return Object.fromEntries(yield* sortedEntries(map));
  }
  return value;
}
