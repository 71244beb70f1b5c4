/** Splits a source into tokens. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Literal } from "./expression.ts";
import { readQuoted } from "./quoted.ts";

export type TokenKind = "identifier" | "literal" | "symbol" | "end";

export interface Token {
  readonly kind: TokenKind;
  /** The source text; `<EOF>` at the end. */
  readonly text: string;
  readonly offset: number;
  readonly value?: Literal;
}

const SPACE = /(?:[ \t\r\n\f]+|\/\/[^\n]*)*/y;
const NUMBER = /0x[0-9a-fA-F]+[uU]?|(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)|\d+[uU]?/y;
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]*/y;
const QUOTED_START = /(?:[rR][bB]?|[bB][rR]?)?(?:"""|'''|"|')/y;
const SYMBOL = /\|\||&&|==|!=|<=|>=|[[\]{}().,:?<>+\-*/%!]/y;
/** Each is half of a symbol: alone, it is skipped together with the character after it. */
const HALF = "=&|";
const KEYWORDS: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

const MAX_INT = 2n ** 63n - 1n;
const MAX_UINT = 2n ** 64n - 1n;

/** @param report called for invalid tokens and literals out of range; tokenizing continues after them */
export function tokenize(source: string, report: (problem: Diagnostic) => void): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const skip = (length: number): void => {
    report({ offset: at, message: `Syntax error: token recognition error at: '${source.slice(at, at + length)}'` });
    at += length;
  };
  for (;;) {
    at += match(SPACE)?.length ?? 0;
    if (at >= source.length) break;
    const offset = at;
    const opening = match(QUOTED_START);
    if (opening !== undefined) {
      const { value, length, problem } = readQuoted(source, at, opening);
      if (problem !== undefined) report({ offset, message: problem });
      const quotes = opening.length - opening.replace(/["']+$/, "").length;
      const prefix = opening.length - quotes;
      if (value !== undefined) {
        at += length;
        tokens.push({ kind: "literal", text: source.slice(offset, at), offset, value });
      } else if (quotes === 3) {
        // Without its end, the longest token here is an empty literal of two quotes.
        at += prefix + 2;
        const none = /b/i.test(opening) ? new Uint8Array() : "";
        tokens.push({ kind: "literal", text: source.slice(offset, at), offset, value: none });
      } else if (prefix > 0) {
        at += prefix;
        tokens.push({ kind: "identifier", text: source.slice(offset, at), offset });
      } else skip(length);
      continue;
    }
    const number = match(NUMBER);
    if (number !== undefined && !(number.startsWith(".") && isMember(tokens))) {
      at += number.length;
      tokens.push({ kind: "literal", text: number, offset, value: readNumber(number, offset, tokens, report) });
      continue;
    }
    const word = match(IDENTIFIER);
    if (word !== undefined) {
      at += word.length;
      const constant = KEYWORDS.get(word);
      if (constant !== undefined) tokens.push({ kind: "literal", text: word, offset, value: constant });
      else tokens.push({ kind: word === "in" ? "symbol" : "identifier", text: word, offset });
      continue;
    }
    const symbol = match(SYMBOL);
    if (symbol !== undefined) {
      at += symbol.length;
      tokens.push({ kind: "symbol", text: symbol, offset });
      continue;
    }
    const wrong = HALF.includes(source.charAt(at)) ? 1 : 0;
    skip(wrong + String.fromCodePoint(source.codePointAt(at + wrong) ?? 0).length);
  }
  tokens.push({ kind: "end", text: "<EOF>", offset: source.length });
  return tokens;
}

/** Whether the position is after a value: there `.5` is a malformed selection, not a number. */
function isMember(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  return last !== undefined && (last.kind !== "symbol" || last.text === ")" || last.text === "]");
}

function readNumber(
  text: string,
  offset: number,
  before: readonly Token[],
  report: (problem: Diagnostic) => void,
): Literal {
  if (/[.eE]/.test(text) && !text.startsWith("0x")) return Number(text);
  const unsigned = /[uU]$/.test(text);
  const value = BigInt(unsigned ? text.slice(0, -1) : text);
  if (unsigned) {
    if (value > MAX_UINT) report({ offset, message: "invalid uint literal" });
    return { uint: value };
  }
  const negative = before.at(-1)?.text === "-";
  if (value > MAX_INT + (negative ? 1n : 0n)) report({ offset, message: "invalid int literal" });
  return value;
}
