/** Declarations of functions: their signature, implementation and cost. */
import type { CelType } from "./types/celType.ts";
import { parseSignature, type Signature } from "./types/parseSignature.ts";
import type { CelValue } from "./values/values.ts";

/** Cost of reading one unit of a text. */
export const TRAVERSAL = 0.1;

/** A question of `authorizer` about the rights of a user (or of a service account). */
export interface AccessQuestion {
  /** The service account that the question is about; undefined when it is about the caller. */
  readonly serviceAccount?: { readonly namespace: string; readonly name: string };
  readonly verb: string;
  readonly path?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
}
export interface AccessAnswer {
  readonly decision: "allow" | "deny" | "noOpinion";
  readonly reason: string;
  /** Set when the question could not be answered. */
  readonly error?: string;
}

/** What a function may use during a call. */
export interface CallContext {
  /** Answers an authorization question. */
  readonly ask: (question: AccessQuestion) => AccessAnswer;
  /**
   * Counts steps that have no cost, such as comparing the elements of lists. They have a separate budget, far beyond
   * the needs of reasonable expressions.
   * @throws CostLimitError
   */
  readonly work: (steps: number) => void;
  /**
   * Counts steps only for the event loop: work of a call that far exceeds its cost. Call it before doing the work.
   * @throws SliceSpent
   */
  readonly effort: (steps: number) => void;
}

export type Invoke = (args: readonly CelValue[], context: CallContext) => CelValue;

/** Range of the size of a value: code points, bytes, elements; 1 for other values. */
export interface SizeRange {
  readonly min: number;
  readonly max: number;
}

/**
 * The cost of a call, by the sizes of its arguments; it increases with each of them. Called with the actual sizes at
 * run time, and with the maximum sizes for estimates.
 */
export type CostRule = (sizes: readonly number[]) => number;

/** The facts about an argument that are known before evaluation. */
export interface ArgumentEstimate {
  readonly size: SizeRange;
  /** Sizes of the elements of a list of strings or bytes; undefined for other values. */
  readonly elements: SizeRange | undefined;
  readonly isList: boolean;
  /** The value of a number literal; undefined for other expressions. */
  readonly literal: bigint | undefined;
}

export interface Overload extends Signature {
  readonly invoke: Invoke;
  /** Default: 1. */
  readonly cost?: CostRule;
  /** The cost of a call where more than the sizes of its arguments determines it; `cost` then only serves estimates. */
  readonly charge?: (args: readonly CelValue[], context: CallContext) => number;
  /** Whether the cost represents waiting: the call itself takes hardly any time. */
  readonly isIdle?: boolean;
  /** The estimate, if it differs from `cost` of the maximum sizes. */
  readonly estimate?: (args: readonly ArgumentEstimate[]) => number;
  /** Range of the result's size, by the sizes of the arguments and other known facts about them. */
  readonly resultSize?: (sizes: readonly SizeRange[], args: readonly ArgumentEstimate[]) => SizeRange;
}

/** One overload. @example define("string~lowerAscii(): string", ([s]) => lower(text(s)), { cost: traverse }) */
export function define(
  signature: string,
  invoke: Invoke,
  extra: Pick<Overload, "cost" | "charge" | "isIdle" | "estimate" | "resultSize"> = {},
): Overload {
  return { ...parseSignature(signature), invoke, ...extra };
}

/** Functions by name. */
export type FunctionTable = ReadonlyMap<string, readonly Overload[]>;

export function tableOf(overloads: Iterable<Overload>): FunctionTable {
  const table = new Map<string, Overload[]>();
  for (const overload of overloads) {
    const same = table.get(overload.name);
    if (same === undefined) table.set(overload.name, [overload]);
    else same.push(overload);
  }
  return table;
}

/** Cost of reading the first argument once. */
export const traverse: CostRule = ([first = 0]) => Math.ceil(first * TRAVERSAL);
/** Cost of reading both arguments once. */
export const traverseBoth: CostRule = ([first = 0, second = 0]) => Math.ceil((first + second) * TRAVERSAL);
/** Cost of reading the shorter of both arguments once. */
export const traverseShorter: CostRule = ([first = 0, second = 0]) => Math.ceil(Math.min(first, second) * TRAVERSAL);
/** Cost of searching for one argument everywhere in the other. */
export const search: CostRule = ([first = 0, second = 0]) =>
  Math.ceil(first * TRAVERSAL) * Math.ceil(second * TRAVERSAL);
/** Cost of matching a pattern against a text. */
export const matching: CostRule = ([text = 0, pattern = 0]) =>
  Math.ceil((1 + text) * TRAVERSAL) * Math.ceil(pattern * 0.25);

/** Declared types of variables, by name. */
export type Variables = Readonly<Record<string, CelType>>;
