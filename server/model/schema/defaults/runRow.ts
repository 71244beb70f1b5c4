/** Applies one defaulting row to one object, in steps. */

import type { StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { normalizeForOutput } from "../output.ts";
import type { DefaultRow } from "./row.ts";

type JsonRecord = Record<string, unknown>;

/** One run of defaulting over an object. */
export interface RowRun {
  readonly gate: (name: string) => boolean | undefined;
  /** Structs and maps that got or lost a key: their keys may be out of order. */
  readonly changed: Set<object>;
  /** What holds something changed, at any depth. */
  readonly touched: Set<object>;
}

const defaultVocabulary = createVocabulary();

/** Sets or removes what the row's path leads to, wherever it is unset or the row insists. */
export function* runRow(row: DefaultRow, node: StructNode, self: JsonRecord, run: RowRun): Steps<void> {
  if (row.gate !== undefined && !(run.gate(row.gate.name) ?? row.gate.on)) return;
  const { render, renderValue } = node.vocabulary ?? defaultVocabulary;
  const wanted = (it: unknown): boolean => row.when?.(self, it, render) ?? true;
  const valueFor = (it: unknown): unknown =>
    row.compute === undefined ? renderValue(row.value) : row.compute(self, it, render);

  const mark = (holder: object, done: boolean): boolean => {
    if (done) run.touched.add(holder);
    return done;
  };

  const descend = function* (at: number, holder: JsonRecord, type: TypeNode, it: unknown): Steps<boolean> {
    const step = render(row.path[at] ?? "");
    const last = at === row.path.length - 1;
    if (step === "*") {
      let any = false;
      const itemType = elementOf(type);
      for (const key of Object.keys(holder)) {
        if (isTurnDue()) yield;
        const item = holder[key];
        const done = last
          ? assign(holder, key, itemType, true, item)
          : isObject(item) && (yield* descend(at + 1, item, itemType, item));
        any ||= done;
      }
      return mark(holder, any);
    }
    const place = placeOf(type, step);
    if (place === undefined) return false;
    if (last) return mark(holder, assign(holder, step, place.type, place.pointer, it));
    let next = holder[step];
    if (!isObject(next)) {
      if (place.pointer || !startable(place.type, row.path.slice(at + 1)) || !wanted(it)) return false;
      next = {};
      holder[step] = next;
      run.changed.add(holder);
    }
    return mark(holder, yield* descend(at + 1, next as JsonRecord, place.type, it));
  };

  const assign = (holder: JsonRecord, key: string, type: TypeNode, pointer: boolean, it: unknown): boolean => {
    const current = holder[key];
    if (!row.always && isSet(current, pointer)) return false;
    if (!wanted(it)) return false;
    const value = row.shared === true ? valueFor(it) : normalizeForOutput(type, valueFor(it));
    if (value === undefined || value === null) {
      if (current === undefined) return false;
      delete holder[key];
    } else {
      if (current === value) return false;
      holder[key] = value;
    }
    run.changed.add(holder);
    return true;
  };

  yield* descend(0, self, node, undefined);
}

function placeOf(type: TypeNode, step: string): { type: TypeNode; pointer: boolean } | undefined {
  if (type.kind === "struct") return type.byName.get(step);
  return type.kind === "map" ? { type: type.values, pointer: false } : undefined;
}

const elementOf = (type: TypeNode): TypeNode =>
  type.kind === "list" ? type.items : type.kind === "map" ? type.values : type;

/** A missing struct or map is created for a field or key in it; below missing lists there are no elements. */
const startable = (type: TypeNode, rest: readonly string[]): boolean =>
  !rest.includes("*") && (type.kind === "struct" || type.kind === "map");

/** A pointer is set unless absent; anything else also counts as unset when zero. */
function isSet(value: unknown, pointer: boolean): boolean {
  if (value === undefined || value === null) return false;
  if (pointer) return true;
  if (typeof value === "object") return Object.keys(value).length > 0;
  return value !== "" && value !== 0 && value !== false;
}

const isObject = (value: unknown): value is JsonRecord => typeof value === "object" && value !== null;
