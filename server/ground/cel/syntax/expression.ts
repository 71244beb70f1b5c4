/** Expressions as the parser makes them, with macros already expanded. Every node knows where it stands in its source. */

/** A literal's value: int → bigint, double → number, uint → its own shape. */
export type Literal = null | boolean | bigint | number | string | Uint8Array | { readonly uint: bigint };

interface Node {
  /** Index of a UTF-16 unit in the source: of the operator, dot or bracket where there is one. */
  readonly offset: number;
}

export interface ConstantNode extends Node {
  readonly kind: "constant";
  readonly value: Literal;
}
export interface IdentifierNode extends Node {
  readonly kind: "identifier";
  readonly name: string;
}
export interface SelectNode extends Node {
  readonly kind: "select";
  readonly operand: Expression;
  readonly field: string;
  /** `has(operand.field)`: asks for presence only. */
  readonly test: boolean;
}
export interface CallNode extends Node {
  readonly kind: "call";
  /** Operators have names of their own, see operators.ts. */
  readonly name: string;
  readonly target?: Expression;
  readonly args: readonly Expression[];
}
export interface ListNode extends Node {
  readonly kind: "list";
  readonly elements: readonly Expression[];
  /** Indices of elements written `?x`, left out when empty. */
  readonly optional: ReadonlySet<number>;
}
export interface EntryNode extends Node {
  readonly key: Expression;
  readonly value: Expression;
  readonly optional: boolean;
}
export interface MapNode extends Node {
  readonly kind: "map";
  readonly entries: readonly EntryNode[];
}
export interface FieldNode extends Node {
  readonly name: string;
  readonly value: Expression;
  /** Written `?name: value`: left out when empty. */
  readonly optional: boolean;
}
/** `Name{field: value}`: a message of a type that the environment declares. */
export interface StructNode extends Node {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly FieldNode[];
}
/** A fold: what the macros over lists and maps become. */
export interface FoldNode extends Node {
  readonly kind: "fold";
  readonly range: Expression;
  readonly variable: string;
  readonly accumulator: string;
  readonly init: Expression;
  readonly condition: Expression;
  readonly step: Expression;
  readonly result: Expression;
}

export type Expression =
  | ConstantNode
  | IdentifierNode
  | SelectNode
  | CallNode
  | ListNode
  | MapNode
  | StructNode
  | FoldNode;

/** The name that a fold's running value has; no source can spell it. */
export const ACCUMULATOR = "@result";
