/** Scans the scalars of YAML, as far as needed to find their end and their errors. */
import { isBlank, isBlankOrEnd, isBreak, type YamlCursor } from "./yamlCursor.ts";

/** The number of hex digits after an escape. */
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const ESCAPES = "0abt\tnvfre \"'\\/N_LP";

/** Scans a quoted scalar. @throws YamlProblem */
export function scanQuoted(cursor: YamlCursor): void {
  const start = cursor.line;
  const quote = cursor.peek();
  cursor.skip();
  for (;;) {
    if (cursor.atDocumentIndicator()) cursor.fail("found unexpected document indicator", start);
    const character = cursor.peek();
    if (character === "") cursor.fail("found unexpected end of stream", start);
    if (character === quote) {
      cursor.skip();
      if (quote !== "'" || cursor.peek() !== "'") return;
    } else if (character === "\\" && quote === '"') {
      scanEscape(cursor, start);
      continue;
    }
    cursor.skip();
  }
}

function scanEscape(cursor: YamlCursor, start: number): void {
  const code = cursor.peek(1);
  const digits = HEX_DIGITS[code] ?? 0;
  if (digits === 0 && !isBreak(code) && (code === "" || !ESCAPES.includes(code))) {
    cursor.fail("found unknown escape character", start);
  }
  cursor.skip();
  cursor.skip();
  for (let i = 0; i < digits; i++) {
    if (!/[0-9a-fA-F]/.test(cursor.peek(i))) cursor.fail("did not find expected hexdecimal number", start);
  }
  for (let i = 0; i < digits; i++) cursor.skip();
}

/**
 * Scans a plain scalar.
 * @returns whether it ended after a line break, so that a key may follow
 * @throws YamlProblem
 */
export function scanPlain(cursor: YamlCursor, indent: number, flow: boolean): boolean {
  const start = cursor.line;
  let brokenLine = false;
  for (;;) {
    if (cursor.atDocumentIndicator() || cursor.peek() === "#") break;
    let length = 0;
    while (!isBlankOrEnd(cursor.peek()) && !endsPlain(cursor, flow)) {
      cursor.skip();
      length += 1;
    }
    if (length > 0) brokenLine = false;
    if (!isBlank(cursor.peek()) && !isBreak(cursor.peek())) break;
    while (isBlank(cursor.peek()) || isBreak(cursor.peek())) {
      if (isBreak(cursor.peek())) brokenLine = true;
      else if (brokenLine && cursor.column < indent + 1 && cursor.peek() === "\t") {
        cursor.fail("found a tab character that violates indentation", start);
      }
      cursor.skip();
    }
    if (!flow && cursor.column < indent + 1) break;
  }
  return brokenLine;
}

function endsPlain(cursor: YamlCursor, flow: boolean): boolean {
  const character = cursor.peek();
  if (character === ":") return isBlankOrEnd(cursor.peek(1)) || (flow && ",?[]{}".includes(cursor.peek(1)));
  return flow && ",?[]{}".includes(character) && (character !== "?" || isBlankOrEnd(cursor.peek(1)));
}

/** Scans a literal or folded scalar. @throws YamlProblem */
export function scanBlockScalar(cursor: YamlCursor, parentIndent: number): void {
  const start = cursor.line;
  cursor.skip();
  let explicit = 0;
  for (let i = 0; i < 2; i++) {
    const character = cursor.peek();
    if (character === "0") cursor.fail("found an indentation indicator equal to 0", start);
    if (/[1-9]/.test(character)) explicit = Number(character);
    else if (character !== "+" && character !== "-") break;
    cursor.skip();
  }
  cursor.skipWhile(isBlank);
  if (cursor.peek() === "#") cursor.skipWhile((character) => !isBreak(character));
  if (cursor.peek() !== "" && !isBreak(cursor.peek())) {
    cursor.fail("did not find expected comment or line break", start);
  }
  cursor.skip();
  let indent = explicit === 0 ? 0 : Math.max(parentIndent, 0) + explicit;
  indent = skipIndentation(cursor, indent, parentIndent, start);
  while (cursor.column === indent && cursor.peek() !== "") {
    cursor.skipWhile((character) => !isBreak(character));
    cursor.skip();
    skipIndentation(cursor, indent, parentIndent, start);
  }
}

/** Skips empty lines and the indentation of the next line; detects the indentation when it is 0. */
function skipIndentation(cursor: YamlCursor, indent: number, parentIndent: number, start: number): number {
  let widest = 0;
  for (;;) {
    while ((indent === 0 || cursor.column < indent) && cursor.peek() === " ") cursor.skip();
    widest = Math.max(widest, cursor.column);
    if ((indent === 0 || cursor.column < indent) && cursor.peek() === "\t") {
      cursor.fail("found a tab character where an indentation space is expected", start);
    }
    if (!isBreak(cursor.peek())) break;
    cursor.skip();
  }
  return indent === 0 ? Math.max(widest, parentIndent + 1, 1) : indent;
}
