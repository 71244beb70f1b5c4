/** Defaulting rules as data: the value of a field, and its condition. */

import type { Steps } from "../../../../shared/steps.ts";

/** A place in an object: field names, map keys, and `*` for every element of a list or map. */
export type RowPath = readonly string[];

/**
 * @param self the object whose definition the row belongs to
 * @param it the element of the path's last `[*]`
 * @param render renders vocabulary placeholders
 */
export type RowFunction<T, I, R> = (self: T, it: I, render: (template: string) => string) => R;

export interface DefaultRow {
  /** The path as written: `spec.ports[*].protocol`, `metadata.labels['{labelDomain}/name']`. */
  readonly text: string;
  readonly path: RowPath;
  /** A fixed value, with placeholders; null removes the field. Used without `compute`. */
  readonly value?: unknown;
  /** Computes the value; undefined removes the field. */
  readonly compute?: RowFunction<unknown, unknown, unknown>;
  /** Computes a value that may be large: in steps, in output form, with sorted keys. */
  readonly assemble?: RowFunction<unknown, unknown, Steps<unknown>>;
  readonly when?: RowFunction<unknown, unknown, boolean>;
  /** The feature gate that the row depends on, and whether it is on by default. */
  readonly gate?: { readonly name: string; readonly on: boolean };
  /** Whether the row also applies to fields that have a value. */
  readonly always: boolean;
  /** Whether the computed value is a part of the object itself and remains shared with it. */
  readonly shared?: boolean | undefined;
  /** Has no effect on JSON; listed so that the rules are complete. */
  readonly hidden: boolean;
  readonly source: RowSource;
}

/**
 * The origin of a row: defaulting proper, a declared default, or an effect of the reference's conversion to and from
 * its internal types.
 */
export type RowSource = "defaults" | "marker" | "conversion";

/** Definition name, with placeholders, to its rows in order of application. */
export type DefaultTable = Readonly<Record<string, readonly DefaultRow[]>>;

export interface RowOptions<T, I> {
  readonly when?: RowFunction<T, I, boolean>;
  readonly gate?: string;
  /** Whether the gate is off by default. */
  readonly gateOff?: boolean;
  readonly always?: boolean;
  readonly shared?: boolean;
  readonly hidden?: boolean;
  readonly source?: RowSource;
}

export interface RowBuilder<T, I> {
  set(path: string, value: unknown, options?: RowOptions<T, I>): DefaultRow;
  compute(path: string, value: RowFunction<T, I, unknown>, options?: RowOptions<T, I>): DefaultRow;
  assemble(path: string, value: RowFunction<T, I, Steps<unknown>>, options?: RowOptions<T, I>): DefaultRow;
}

/**
 * The rows of one definition. `T` and `I` are the parts of the object and of the element that the functions read; parts
 * that are not pointers in the declaration may be assumed to be present.
 *
 * @example rows<{ kind?: string }>((r) => [r.set("apiGroup", "x", { when: ({ kind }) => kind === "User" })])
 */
export function rows<T = unknown, I = unknown>(
  build: (builder: RowBuilder<T, I>) => readonly DefaultRow[],
): readonly DefaultRow[] {
  return build({
    set: (path, value, options = {}) => ({ ...common(path, options), value }),
    compute: (path, value, options = {}) => ({
      ...common(path, options),
      compute: value as RowFunction<unknown, unknown, unknown>,
    }),
    assemble: (path, value, options = {}) => ({
      ...common(path, options),
      assemble: value as RowFunction<unknown, unknown, Steps<unknown>>,
    }),
  });
}

function common<T, I>(text: string, options: RowOptions<T, I>): Omit<DefaultRow, "value" | "compute" | "assemble"> {
  return {
    text,
    path: parsePath(text),
    always: options.always === true,
    ...(options.shared === true ? { shared: true } : {}),
    hidden: options.hidden === true,
    source: options.source ?? "defaults",
    ...(options.when === undefined ? {} : { when: options.when as RowFunction<unknown, unknown, boolean> }),
    ...(options.gate === undefined ? {} : { gate: { name: options.gate, on: options.gateOff !== true } }),
  };
}

const STEP = /\['([^']*)'\]|\[(\*)\]|([^.[]+)/g;

/** Parses `a.b[*].c['d/e']` to its steps. */
const parsePath = (text: string): RowPath =>
  [...text.matchAll(STEP)].map(([, key, star, name]) => key ?? star ?? name ?? "");
