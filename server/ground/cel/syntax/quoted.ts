import { append } from "../../../../shared/collections/append.ts";
/** Parses one quoted literal: text or bytes, raw or with escapes, in one to three quotes. */

export interface Quoted {
  /** Undefined when the text is not a literal. */
  readonly value: string | Uint8Array | undefined;
  /**
   * Length in the source, in UTF-16 units. Without a value: up to and including the character at which the text stops
   * being the beginning of a literal.
   */
  readonly length: number;
  readonly problem?: string;
}

const SIMPLE: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  "\\": 92,
  "?": 63,
  '"': 34,
  "'": 39,
  "`": 96,
};
const CODED = /[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})/y;

const ESCAPE_PART = /\\(?:[xX][0-9a-fA-F]?|u[0-9a-fA-F]{0,3}|U[0-9a-fA-F]{0,7}|[0-3][0-7]?)?/y;

/** @param opening prefix letters and quotes at `start` */
export function readQuoted(source: string, start: number, opening: string): Quoted {
  const prefix = opening.replace(/["']+$/, "").toLowerCase();
  const quote = opening.slice(prefix.length);
  const raw = prefix.includes("r");
  const bytes = prefix.includes("b");
  const text: string[] = [];
  const encoded: number[] = [];
  const push = (code: number, isByte: boolean): void => {
    if (!bytes) text.push(String.fromCodePoint(code));
    else if (isByte) encoded.push(code);
    else append(encoded, new TextEncoder().encode(String.fromCodePoint(code)));
  };
  let problem: string | undefined;
  let at = start + opening.length;
  while (!source.startsWith(quote, at)) {
    const code = source.codePointAt(at);
    if (code === undefined) return { value: undefined, length: at - start };
    if (quote.length === 1 && (code === 10 || code === 13)) return { value: undefined, length: at + 1 - start };
    if (code !== 92 || raw) {
      push(code, false);
      at += code > 0xffff ? 2 : 1;
      if (code === 92 && raw && at < source.length && quote.length === 1) {
        // A quote after a backslash does not end a raw literal.
        if (source.startsWith(quote, at)) push(source.charCodeAt(at++), false);
      }
      continue;
    }
    const escaped = readEscape(source, at + 1);
    if (escaped === undefined) return { value: undefined, length: at + partOfEscape(source, at) - start };
    if (escaped.code > 0x10ffff || (escaped.code >= 0xd800 && escaped.code < 0xe000)) {
      problem ??= "unable to unescape string";
    } else push(escaped.code, escaped.isByte);
    at += 1 + escaped.length;
  }
  const length = at + quote.length - start;
  const value = bytes ? Uint8Array.from(encoded) : text.join("");
  return problem === undefined ? { value, length } : { value, length, problem };
}

/** Length of a backslash and what follows it, up to the character that makes it no escape. */
function partOfEscape(source: string, at: number): number {
  ESCAPE_PART.lastIndex = at;
  const length = ESCAPE_PART.exec(source)?.[0].length ?? 1;
  return Math.min(length + String.fromCodePoint(source.codePointAt(at + length) ?? 0).length, source.length - at);
}

function readEscape(source: string, at: number): { code: number; length: number; isByte: boolean } | undefined {
  const letter = source.charAt(at);
  const simple = SIMPLE[letter];
  if (simple !== undefined) return { code: simple, length: 1, isByte: false };
  CODED.lastIndex = at;
  const found = CODED.exec(source);
  if (found === null) return undefined;
  const [all, hex, short, long, octal] = found;
  const digits = hex ?? short ?? long;
  const code = octal === undefined ? Number.parseInt(digits ?? "0", 16) : Number.parseInt(octal, 8);
  return { code, length: all.length, isByte: hex !== undefined || octal !== undefined };
}
