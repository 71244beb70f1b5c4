/** Applies one defaulting row to one object, in steps. */

import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { StructNode, TypeNode } from "../../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { createVocabulary, type Vocabulary } from "../../../../shared/vocabulary.ts";
import { normalizeForOutput } from "../output.ts";
import type { DefaultRow } from "./row.ts";

type JsonRecord = Record<string | number, unknown>;

/** One run of defaulting over an object. */
export interface RowRun {
  readonly gate: (name: string) => boolean | undefined;
  /** Structs and maps that gained or lost a key: their keys may be out of order. */
  readonly changed: Set<object>;
  /** Objects that contain a changed part, at any depth. */
  readonly touched: Set<object>;
}

const defaultVocabulary = createVocabulary();

/**
 * Sets or removes the value at the row's path, if it is unset or the row always applies.
 * @returns the steps of a row about elements, of which there may be many; undefined when everything is done
 */
export function runRow(row: DefaultRow, node: StructNode, self: JsonRecord, run: RowRun): Steps<unknown> | undefined {
  const [first = ""] = row.path;
  const star = row.path.lastIndexOf("*");
  // Most rows of most objects are about elements of absent lists.
  if (star > 0 && !isObject(self[first])) return undefined;
  if (row.gate !== undefined && !(run.gate(row.gate.name) ?? row.gate.on)) return undefined;
  const walk = new RowWalk(row, node.vocabulary ?? defaultVocabulary, self, run);
  if (row.assemble !== undefined) return walk.through(row.path.length, 0, self, node, undefined);
  if (star > 0) return walk.through(star, 0, self, node, undefined);
  walk.straight(0, self, node, undefined);
  return undefined;
}

/** Applies one row along its path through one object. */
class RowWalk {
  readonly #row: DefaultRow;
  readonly #vocabulary: Vocabulary;
  readonly #self: JsonRecord;
  readonly #run: RowRun;

  constructor(row: DefaultRow, vocabulary: Vocabulary, self: JsonRecord, run: RowRun) {
    this.#row = row;
    this.#vocabulary = vocabulary;
    this.#self = self;
    this.#run = run;
  }

  /**
   * Follows the path where it leads to many elements, or to a large value.
   * @param until the last position in the path that must be followed in steps
   * @returns whether anything changed
   */
  *through(until: number, at: number, holder: JsonRecord, type: TypeNode, it: unknown): Steps<boolean> {
    if (at > until) return this.straight(at, holder, type, it);
    const { path } = this.#row;
    if (path[at] === "*") {
      const last = at === path.length - 1;
      const itemType = elementOf(type);
      let any = false;
      // For an array, use an iterator of indexes: listing a million keys would create as many strings.
      for (const key of Array.isArray(holder) ? holder.keys() : Object.keys(holder)) {
        if (isTurnDue()) yield;
        const item = holder[key];
        const done = last
          ? this.#assign(holder, key, itemType, true, item)
          : isObject(item) &&
            (at === until
              ? this.straight(at + 1, item, itemType, item)
              : yield* this.through(until, at + 1, item, itemType, item));
        any ||= done;
      }
      return this.#mark(holder, any);
    }
    const step = this.#vocabulary.render(path[at] ?? "");
    const place = placeOf(type, step);
    if (place === undefined) return false;
    if (at === path.length - 1) return this.#mark(holder, yield* this.#assemble(holder, step, place.pointer, it));
    // A missing part is not created when it would only lead to elements.
    const next = path.includes("*", at + 1) ? holder[step] : this.#enter(holder, step, place, it);
    if (!isObject(next)) return false;
    return this.#mark(holder, yield* this.through(until, at + 1, next, place.type, it));
  }

  /** Follows the rest of a path without elements. @returns whether anything changed */
  straight(at: number, holder: JsonRecord, type: TypeNode, it: unknown): boolean {
    const { path } = this.#row;
    const step = this.#vocabulary.render(path[at] ?? "");
    const place = placeOf(type, step);
    if (place === undefined) return false;
    if (at === path.length - 1) {
      return this.#mark(holder, this.#assign(holder, step, place.type, place.pointer, it));
    }
    const next = this.#enter(holder, step, place, it);
    return next !== undefined && this.#mark(holder, this.straight(at + 1, next, place.type, it));
  }

  /** A part of the holder; a missing struct or map is created so that a field or key can be set in it. */
  #enter(holder: JsonRecord, step: string, { type, pointer }: Place, it: unknown): JsonRecord | undefined {
    const there = holder[step];
    if (isObject(there)) return there;
    const canBegin = !pointer && (type.kind === "struct" || type.kind === "map");
    if (!canBegin || !this.#applies(it)) return undefined;
    const next: JsonRecord = {};
    holder[step] = next;
    this.#run.changed.add(holder);
    return next;
  }

  #applies(it: unknown): boolean {
    return this.#row.when?.(this.#self, it, this.#vocabulary.render) ?? true;
  }

  #valueFor(it: unknown): unknown {
    const { compute, value } = this.#row;
    const { render, renderValue } = this.#vocabulary;
    return compute === undefined ? renderValue(value) : compute(this.#self, it, render);
  }

  #mark(holder: object, done: boolean): boolean {
    if (done) this.#run.touched.add(holder);
    return done;
  }

  #isDue(current: unknown, pointer: boolean, it: unknown): boolean {
    return (this.#row.always || !isSet(current, pointer)) && this.#applies(it);
  }

  #assign(holder: JsonRecord, key: string | number, type: TypeNode, pointer: boolean, it: unknown): boolean {
    const current = holder[key];
    if (!this.#isDue(current, pointer, it)) return false;
    const wanted = this.#valueFor(it);
    if (wanted === current) return false;
    return this.#put(holder, key, this.#row.shared === true ? wanted : normalizeForOutput(type, wanted));
  }

  *#assemble(holder: JsonRecord, key: string, pointer: boolean, it: unknown): Steps<boolean> {
    const { assemble } = this.#row;
    if (assemble === undefined || !this.#isDue(holder[key], pointer, it)) return false;
    return this.#put(holder, key, yield* assemble(this.#self, it, this.#vocabulary.render));
  }

  #put(holder: JsonRecord, key: string | number, value: unknown): boolean {
    const current = holder[key];
    if (value === undefined || value === null) {
      if (current === undefined) return false;
      delete holder[key];
    } else {
      if (current === value) return false;
      holder[key] = value;
    }
    this.#run.changed.add(holder);
    return true;
  }
}

interface Place {
  readonly type: TypeNode;
  readonly pointer: boolean;
}

function placeOf(type: TypeNode, step: string): Place | undefined {
  if (type.kind === "struct") return type.byName.get(step);
  return type.kind === "map" ? { type: type.values, pointer: false } : undefined;
}

const elementOf = (type: TypeNode): TypeNode =>
  type.kind === "list" ? type.items : type.kind === "map" ? type.values : type;

/** A pointer is set unless absent; any other value also counts as unset when zero. */
function isSet(value: unknown, pointer: boolean): boolean {
  if (value === undefined || value === null) return false;
  if (pointer) return true;
  if (typeof value === "object") return !isEmptyMap(value);
  return value !== "" && value !== 0 && value !== false;
}

const isObject = (value: unknown): value is JsonRecord => typeof value === "object" && value !== null;
