/**
 * Describes the error in malformed JSON in the words that clients of the API know. It is only called after parsing has
 * failed: it scans the document (text or bytes) with a small state machine up to the first error. The error may be the
 * last of millions of characters, so the scan compares character codes and creates no strings. For a document that
 * nests too deeply, it reports that instead.
 */
export function describeJsonError(document: string | Uint8Array): string {
  try {
    return describe(document);
  } catch (error) {
    if (error instanceof RangeError) return "exceeded max depth";
    throw error;
  }
}

function describe(document: string | Uint8Array): string {
  const bytes = typeof document === "string" ? Buffer.from(document, "utf8") : Buffer.from(document);
  // One character for each byte, because errors show bytes.
  const text = bytes.toString("latin1");
  const end = "unexpected end of JSON input";
  let at = 0;
  const space = (): void => {
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
    }
  };
  const found = (context: string): string =>
    at >= text.length ? end : `invalid character ${quoteByte(text.charCodeAt(at))} ${context}`;

  function value(): string | undefined {
    space();
    if (at >= text.length) return end;
    const code = text.charCodeAt(at);
    if (code === OPEN_BRACE) return object();
    if (code === OPEN_BRACKET) return array();
    if (code === QUOTE) return string();
    if (code === MINUS || isDigit(code)) return number();
    for (const literal of LITERALS) {
      if (code === literal.charCodeAt(0)) return word(literal);
    }
    return found("looking for beginning of value");
  }

  function word(literal: string): string | undefined {
    for (let i = 0; i < literal.length; i++) {
      if (text[at] !== literal[i]) return found(`in literal ${literal} (expecting '${literal[i]}')`);
      at += 1;
    }
    return undefined;
  }

  function digits(): boolean {
    const start = at;
    while (isDigit(text.charCodeAt(at))) at += 1;
    return at > start;
  }

  function number(): string | undefined {
    if (text.charCodeAt(at) === MINUS) at += 1;
    if (text.charCodeAt(at) === ZERO) at += 1;
    else if (!digits()) return found("in numeric literal");
    if (text.charCodeAt(at) === POINT) {
      at += 1;
      if (!digits()) return found("after decimal point in numeric literal");
    }
    if ((text.charCodeAt(at) | LOWER_CASE) === LETTER_E) {
      at += 1;
      if (text[at] === "+" || text[at] === "-") at += 1;
      if (!digits()) return found("in exponent of numeric literal");
    }
    return undefined;
  }

  function string(): string | undefined {
    at += 1;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        at += 1;
        return undefined;
      }
      if (code === BACKSLASH) {
        at += 1;
        if (at >= text.length) return end;
        if (!'"\\/bfnrtu'.includes(text[at] ?? "")) return found("in string escape code");
        const digitsLeft = text[at] === "u" ? 4 : 0;
        for (let i = 0; i < digitsLeft; i++) {
          at += 1;
          if (!isHexadecimal(text.charCodeAt(at))) return found("in \\u hexadecimal character escape");
        }
      } else if (code < 0x20) {
        return found("in string literal");
      }
    }
    return end;
  }

  function object(): string | undefined {
    at += 1;
    space();
    if (text.charCodeAt(at) === CLOSE_BRACE) {
      at += 1;
      return undefined;
    }
    for (;;) {
      space();
      if (text.charCodeAt(at) !== QUOTE) return found("looking for beginning of object key string");
      const keyProblem = string();
      if (keyProblem !== undefined) return keyProblem;
      space();
      if (text.charCodeAt(at) !== COLON) return found("after object key");
      at += 1;
      const problem = value();
      if (problem !== undefined) return problem;
      space();
      if (text.charCodeAt(at) === CLOSE_BRACE) {
        at += 1;
        return undefined;
      }
      if (text.charCodeAt(at) !== COMMA) return found("after object key:value pair");
      at += 1;
    }
  }

  function array(): string | undefined {
    at += 1;
    space();
    if (text.charCodeAt(at) === CLOSE_BRACKET) {
      at += 1;
      return undefined;
    }
    for (;;) {
      const problem = value();
      if (problem !== undefined) return problem;
      space();
      if (text.charCodeAt(at) === CLOSE_BRACKET) {
        at += 1;
        return undefined;
      }
      if (text.charCodeAt(at) !== COMMA) return found("after array element");
      at += 1;
    }
  }

  const problem = value();
  if (problem !== undefined) return problem;
  space();
  return at < text.length ? found("after top-level value") : end;
}

const LITERALS = ["true", "false", "null"];
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LETTER_E = 0x65;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** The bit that distinguishes lower case from upper case letters. */
const LOWER_CASE = 0x20;

/** Past the end, codes are NaN, which is not a digit. */
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isHexadecimal = (code: number): boolean =>
  isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);

const NAMED: Readonly<Record<number, string>> = {
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
  39: "\\'",
  92: "\\\\",
};

/** Errors show the byte at which reading stopped, as the character literal with that code. */
function quoteByte(code: number): string {
  const hexadecimal = (digits: number): string => code.toString(16).padStart(digits, "0");
  const named = NAMED[code];
  if (named !== undefined) return `'${named}'`;
  if (code < 0x20 || code === 0x7f) return `'\\x${hexadecimal(2)}'`;
  if ((code >= 0x80 && code <= 0xa0) || code === 0xad) return `'\\u${hexadecimal(4)}'`;
  return `'${String.fromCharCode(code)}'`;
}
