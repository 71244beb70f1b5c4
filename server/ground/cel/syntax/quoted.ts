import { append } from "../../../../shared/collections/append.ts";
/** Parses one quoted literal: text or bytes, raw or with escapes, in one to three quotes. */

export interface Quoted {
  /** Undefined when the literal is not closed. */
  readonly value: string | Uint8Array | undefined;
  /** Length in the source, in UTF-16 units. */
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
    if (code === undefined || (quote.length === 1 && (code === 10 || code === 13))) {
      const shown = JSON.stringify(source.slice(start, at)).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
      return { value: undefined, length: at - start, problem: `token recognition error at: '${shown}'` };
    }
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
    if (escaped === undefined || (bytes && /[uU]/.test(source.charAt(at + 1)))) {
      problem ??= `token recognition error at: '${source.slice(start, at + 2)}'`;
      at += 2;
      continue;
    }
    if (escaped.code > 0x10ffff || (escaped.code >= 0xd800 && escaped.code < 0xe000)) {
      problem ??= "unable to unescape string";
    } else push(escaped.code, escaped.isByte);
    at += 1 + escaped.length;
  }
  const length = at + quote.length - start;
  const value = bytes ? Uint8Array.from(encoded) : text.join("");
  return problem === undefined ? { value, length } : { value, length, problem };
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
