/** Declarations of functions: their signature, implementation and cost. */
import type { CelType } from "./types/celType.ts";
import { parseSignature, type Signature } from "./types/parseSignature.ts";
import type { CelValue } from "./values/values.ts";

/** Cost of looking at one unit of a text. */
export const TRAVERSAL = 0.1;

/** The rights of a user (or of a service account), as `authorizer` asks for them. */
export interface AccessQuestion {
  /** A service account that the question is about; undefined: it is about the caller. */
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

/** What a running function may use. */
export interface CallContext {
  /** The answer to a question of rights. */
  readonly ask: (question: AccessQuestion) => AccessAnswer;
  /**
   * Counts steps that no cost accounts for, such as comparing the elements of lists. They have an allowance of their
   * own, far beyond the needs of sensible expressions.
   * @throws CostLimitError
   */
  readonly work: (steps: number) => void;
  /**
   * Counts steps for the event loop only: work of a call far beyond its cost. Called before the work.
   * @throws SliceSpent
   */
  readonly effort: (steps: number) => void;
}

export type Invoke = (args: readonly CelValue[], context: CallContext) => CelValue;

/** The size of a value: code points, bytes, elements; 1 for everything else. */
export interface SizeRange {
  readonly min: number;
  readonly max: number;
}

/**
 * The cost of a call, by the sizes of its arguments; it grows with each of them. Used with real sizes when evaluating
 * and with their limits when estimating.
 */
export type CostRule = (sizes: readonly number[]) => number;

/** What is known of an argument before evaluating. */
export interface ArgumentEstimate {
  readonly size: SizeRange;
  /** Sizes of the elements of a list of strings or bytes; undefined for other lists and values. */
  readonly elements: SizeRange | undefined;
  readonly isList: boolean;
  /** The number that a literal states; undefined for all else. */
  readonly literal: bigint | undefined;
}

export interface Overload extends Signature {
  readonly invoke: Invoke;
  /** Default: 1. */
  readonly cost?: CostRule;
  /** The cost stands for waiting: the call itself takes hardly any time. */
  readonly isIdle?: boolean;
  /** The estimate, where it differs from `cost` of the limits. */
  readonly estimate?: (args: readonly ArgumentEstimate[]) => number;
  /** Limits of the result's size, by those of the arguments, and by what else is known of them. */
  readonly resultSize?: (sizes: readonly SizeRange[], args: readonly ArgumentEstimate[]) => SizeRange;
}

/** One overload. @example define("string~lowerAscii(): string", ([s]) => lower(text(s)), { cost: traverse }) */
export function define(
  signature: string,
  invoke: Invoke,
  extra: Pick<Overload, "cost" | "isIdle" | "estimate" | "resultSize"> = {},
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

/** The first argument is read once. */
export const traverse: CostRule = ([first = 0]) => Math.ceil(first * TRAVERSAL);
/** Both arguments are read once. */
export const traverseBoth: CostRule = ([first = 0, second = 0]) => Math.ceil((first + second) * TRAVERSAL);
/** The shorter of both is read once. */
export const traverseShorter: CostRule = ([first = 0, second = 0]) => Math.ceil(Math.min(first, second) * TRAVERSAL);
/** One is looked for everywhere in the other. */
export const search: CostRule = ([first = 0, second = 0]) =>
  Math.ceil(first * TRAVERSAL) * Math.ceil(second * TRAVERSAL);
/** A pattern runs over a text. */
export const matching: CostRule = ([text = 0, pattern = 0]) =>
  Math.ceil((1 + text) * TRAVERSAL) * Math.ceil(pattern * 0.25);

/** A declared type for tables of variables. */
export type Variables = Readonly<Record<string, CelType>>;
