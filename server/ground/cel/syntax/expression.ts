/** Expressions as produced by the parser, with macros already expanded. Every node has its position in the source. */

/** A literal's value: int → bigint, double → number, uint → a separate shape. */
export type Literal = null | boolean | bigint | number | string | Uint8Array | { readonly uint: bigint };

interface Node {
  /** Index in the source, in UTF-16 units: of the operator, dot or bracket if there is one. */
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
  /** `has(operand.field)`: whether only the presence is tested. */
  readonly test: boolean;
}
export interface CallNode extends Node {
  readonly kind: "call";
  /** Operators have special names, see operators.ts. */
  readonly name: string;
  readonly target?: Expression;
  readonly args: readonly Expression[];
}
export interface ListNode extends Node {
  readonly kind: "list";
  readonly elements: readonly Expression[];
  /** Indices of elements written as `?x`, which are left out when empty. */
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
  /** Whether written as `?name: value`: left out when empty. */
  readonly optional: boolean;
}
/** `Name{field: value}`: a message of a type that is declared in the environment. */
export interface StructNode extends Node {
  readonly kind: "struct";
  readonly name: string;
  readonly fields: readonly FieldNode[];
}
/** A fold: the expansion of macros over lists and maps. */
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

/** The name of a fold's accumulator; source texts cannot contain it. */
export const ACCUMULATOR = "@result";
