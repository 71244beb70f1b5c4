/** Parses an expression by operator precedence; macros are expanded at the same time. */
import { append } from "../../../../shared/collections/append.ts";
import { CompileError, type Diagnostic, renderDiagnostics } from "../diagnostics.ts";
import type { EntryNode, Expression, FieldNode } from "./expression.ts";
import { expandMacro } from "./macros.ts";
import { BINARY, OPERATORS } from "./operators.ts";
import { syntaxErrors } from "./syntaxErrors.ts";
import { type Token, tokenize } from "./tokens.ts";

/** Maximum nesting depth of expressions. */
const MAX_DEPTH = 250;
/** Maximum length of an expression in code points. */
const MAX_LENGTH = 100_000;
const RESERVED = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(" "),
);

/** Ends parsing: the expression is too deep. */
class TooDeep extends Error {}
/** Ends parsing at the first syntax error. */
class SyntaxFailure extends Error {}

/** @param bindings whether `cel.bind` is a macro @throws CompileError "syntax" */
export function parse(source: string, bindings = false): Expression {
  if (source.length > MAX_LENGTH) {
    const size = [...source].length;
    const message = `expression code point size exceeds limit: size: ${size}, limit ${MAX_LENGTH}`;
    if (size > MAX_LENGTH) throw new CompileError("syntax", `ERROR: <input>:-1:0: ${message}`);
  }
  const problems: Diagnostic[] = [];
  const report = (problem: Diagnostic): void => void problems.push(problem);
  const tokens = tokenize(source, report);
  let expression: Expression | undefined;
  try {
    expression = new Parser(tokens, bindings, report).whole();
  } catch (error) {
    if (error instanceof SyntaxFailure) append(problems, syntaxErrors(source, tokens));
    else if (!(error instanceof TooDeep)) throw error;
  }
  if (expression === undefined || problems.length > 0) {
    throw new CompileError("syntax", renderDiagnostics(source, problems));
  }
  return expression;
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #bindings: boolean;
  readonly #report: (problem: Diagnostic) => void;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], bindings: boolean, report: (problem: Diagnostic) => void) {
    this.#tokens = tokens;
    this.#bindings = bindings;
    this.#report = report;
  }

  whole(): Expression {
    const expression = this.#ternary();
    return this.#peek().kind === "end" ? expression : this.#fail();
  }

  #peek(ahead = 0): Token {
    const last = this.#tokens.length - 1;
    return this.#tokens[Math.min(this.#at + ahead, last)] ?? { kind: "end", text: "<EOF>", offset: 0 };
  }

  #next(): Token {
    const token = this.#peek();
    this.#at += 1;
    return token;
  }

  #is(symbol: string): boolean {
    const { kind, text } = this.#peek();
    return kind === "symbol" && text === symbol;
  }

  #take(symbol: string): Token | undefined {
    return this.#is(symbol) ? this.#next() : undefined;
  }

  #expect(symbol: string): Token {
    return this.#take(symbol) ?? this.#fail();
  }

  #fail(): never {
    throw new SyntaxFailure();
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) {
      this.#report({ offset: this.#peek().offset, message: `expression recursion limit exceeded: ${MAX_DEPTH}` });
      throw new TooDeep();
    }
    const result = read();
    this.#depth -= 1;
    return result;
  }

  #ternary(): Expression {
    return this.#nested(() => {
      const condition = this.#binary(1);
      const mark = this.#take("?");
      if (mark === undefined) return condition;
      const left = this.#binary(1);
      this.#expect(":");
      const args = [condition, left, this.#ternary()];
      return { kind: "call", name: OPERATORS.conditional, args, offset: mark.offset };
    });
  }

  #binary(strength: number): Expression {
    let left = this.#unary();
    for (;;) {
      const { kind, text, offset } = this.#peek();
      const operator = kind === "symbol" ? BINARY.get(text) : undefined;
      if (operator === undefined || operator.strength < strength) return left;
      if (operator.name === OPERATORS.and || operator.name === OPERATORS.or) {
        left = this.#logical(left, text, operator);
        continue;
      }
      this.#next();
      const right = this.#binary(operator.strength + 1);
      left = { kind: "call", name: operator.name, args: [left, right], offset };
    }
  }

  /** A chain of one logical operator, as a balanced tree, because chains may be long. */
  #logical(first: Expression, symbol: string, { name, strength }: { name: string; strength: number }): Expression {
    const operands = [first];
    const offsets: number[] = [];
    for (;;) {
      const mark = this.#take(symbol);
      if (mark === undefined) break;
      offsets.push(mark.offset);
      operands.push(this.#binary(strength + 1));
    }
    const part = (from: number, to: number): Expression => {
      const middle = Math.floor((from + to + 1) / 2);
      const left = middle === from ? operands[middle] : part(from, middle - 1);
      const right = middle === to ? operands[middle + 1] : part(middle + 1, to);
      const args = [left, right].filter((arg) => arg !== undefined);
      return { kind: "call", name, args, offset: offsets[middle] ?? 0 };
    };
    return part(0, offsets.length - 1);
  }

  #unary(): Expression {
    const sign = this.#take("!") ?? this.#take("-");
    if (sign === undefined) return this.#member();
    const operand = this.#peek();
    if (sign.text === "-" && isNumber(operand)) {
      this.#next();
      return this.#members({ kind: "constant", value: -operand.value, offset: sign.offset });
    }
    let count = 1;
    while (this.#take(sign.text) !== undefined) count += 1;
    const arg = this.#nested(() => this.#signed(sign.text));
    if (count % 2 === 0) return arg;
    const name = sign.text === "!" ? OPERATORS.not : OPERATORS.negate;
    return { kind: "call", name, args: [arg], offset: sign.offset };
  }

  /** The operand of one kind of sign: of the other signs, only the minus of a number may follow. */
  #signed(sign: string): Expression {
    if (sign === "!" && this.#is("-")) return isNumber(this.#peek(1)) ? this.#unary() : this.#fail();
    return this.#is("!") ? this.#fail() : this.#member();
  }

  #member(): Expression {
    return this.#members(this.#primary());
  }

  #members(start: Expression): Expression {
    let value = start;
    for (;;) {
      const dot = this.#take(".");
      if (dot !== undefined) {
        value = this.#selection(value, dot.offset);
        continue;
      }
      const bracket = this.#take("[");
      if (bracket === undefined) return value;
      const optional = this.#take("?") !== undefined;
      const index = this.#ternary();
      this.#expect("]");
      const name = optional ? OPERATORS.optionalIndex : OPERATORS.index;
      value = { kind: "call", name, args: [value, index], offset: bracket.offset };
    }
  }

  #selection(operand: Expression, offset: number): Expression {
    const optional = this.#take("?") !== undefined;
    const { kind, text, offset: at } = this.#peek();
    if (kind !== "identifier") this.#fail();
    this.#next();
    if (optional) {
      const field: Expression = { kind: "constant", value: text, offset: at };
      return { kind: "call", name: OPERATORS.optionalSelect, args: [operand, field], offset };
    }
    const paren = this.#take("(");
    if (paren === undefined) {
      const name = this.#is("{") ? chainedName(operand, text) : undefined;
      return name === undefined ? { kind: "select", operand, field: text, test: false, offset } : this.#struct(name);
    }
    const args = this.#list(")");
    return this.#call(text, operand, args, paren.offset);
  }

  #call(name: string, target: Expression | undefined, args: readonly Expression[], offset: number): Expression {
    const expanded = expandMacro({ name, target, args, offset }, this.#bindings, this.#report);
    if (expanded !== undefined) return expanded;
    return { kind: "call", name, args, offset, ...(target === undefined ? {} : { target }) };
  }

  #list(end: ")" | "]", optional?: Set<number>): Expression[] {
    const items: Expression[] = [];
    while (this.#take(end) === undefined) {
      if (optional !== undefined && this.#take("?") !== undefined) optional.add(items.length);
      items.push(this.#ternary());
      if (this.#take(",") !== undefined && end === "]") continue;
      if (this.#peek(-1).text === ",") {
        if (this.#is(")")) this.#fail();
        continue;
      }
      this.#expect(end);
      break;
    }
    return items;
  }

  #primary(): Expression {
    const token = this.#next();
    const { kind, text, offset } = token;
    if (kind === "literal") return { kind: "constant", value: token.value ?? null, offset };
    if (kind === "identifier") return this.#name(token);
    if (text === "." && this.#peek().kind === "identifier") return this.#name(this.#next(), ".");
    if (kind === "symbol" && text === "(") {
      const inner = this.#ternary();
      this.#expect(")");
      return inner;
    }
    if (kind === "symbol" && text === "[") {
      const optional = new Set<number>();
      return { kind: "list", elements: this.#list("]", optional), optional, offset };
    }
    if (kind === "symbol" && text === "{") return { kind: "map", entries: this.#entries(), offset };
    return this.#fail();
  }

  #name({ text, offset }: Token, dot = ""): Expression {
    const paren = this.#take("(");
    if (paren !== undefined) return this.#call(`${dot}${text}`, undefined, this.#list(")"), paren.offset);
    if (RESERVED.has(text)) {
      this.#report({ offset, message: `reserved identifier: ${text}` });
    }
    if (this.#is("{")) return this.#struct(text);
    return { kind: "identifier", name: text, offset };
  }

  #struct(name: string): Expression {
    const { offset } = this.#next();
    return { kind: "struct", name, fields: this.#fields(), offset };
  }

  #fields(): FieldNode[] {
    const fields: FieldNode[] = [];
    while (this.#take("}") === undefined) {
      const optional = this.#take("?") !== undefined;
      const { kind, text } = this.#next();
      if (kind !== "identifier") this.#fail();
      const colon = this.#expect(":");
      fields.push({ name: text, value: this.#ternary(), optional, offset: colon.offset });
      if (this.#take(",") !== undefined) continue;
      this.#expect("}");
      break;
    }
    return fields;
  }

  #entries(): EntryNode[] {
    const entries: EntryNode[] = [];
    while (this.#take("}") === undefined) {
      const optional = this.#take("?") !== undefined;
      const key = this.#ternary();
      const { offset } = this.#expect(":");
      entries.push({ key, value: this.#ternary(), optional, offset });
      if (this.#take(",") !== undefined) continue;
      this.#expect("}");
      break;
    }
    return entries;
  }
}

/** `a.b.c` from the operand `a.b` and `c`; undefined when the operand is not a chain of names. */
function chainedName(operand: Expression, last: string): string | undefined {
  const parts = [last];
  let at = operand;
  for (; at.kind === "select" && !at.test; at = at.operand) parts.push(at.field);
  return at.kind === "identifier" ? [at.name, ...parts.reverse()].join(".") : undefined;
}

const isNumber = (token: Token): token is Token & { readonly value: number | bigint } =>
  typeof token.value === "bigint" || typeof token.value === "number";
