/**
 * Says what is wrong with malformed JSON in the words clients of the API know. Only called once parsing failed, so it may
 * be slow: it walks the document, text or its bytes, with a small state machine to the first offence.
 */
export function describeJsonError(document: string | Uint8Array): string {
  const bytes = typeof document === "string" ? Buffer.from(document, "utf8") : Buffer.from(document);
  // One character for each byte: errors show bytes.
  const text = bytes.toString("latin1");
  const end = "unexpected end of JSON input";
  let at = 0;
  const space = (): void => {
    while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at += 1;
  };
  const found = (context: string): string =>
    at >= text.length ? end : `invalid character ${quoteByte(text.charCodeAt(at))} ${context}`;

  function value(): string | undefined {
    space();
    const character = text[at];
    if (character === undefined) return end;
    if (character === "{") return object();
    if (character === "[") return array();
    if (character === '"') return string();
    if (character === "-" || (character >= "0" && character <= "9")) return number();
    for (const literal of ["true", "false", "null"]) {
      if (character === literal[0]) return word(literal);
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
    while (/\d/.test(text[at] ?? "")) at += 1;
    return at > start;
  }

  function number(): string | undefined {
    if (text[at] === "-") at += 1;
    if (text[at] === "0") at += 1;
    else if (!digits()) return found("in numeric literal");
    if (text[at] === ".") {
      at += 1;
      if (!digits()) return found("after decimal point in numeric literal");
    }
    if (text[at] === "e" || text[at] === "E") {
      at += 1;
      if (text[at] === "+" || text[at] === "-") at += 1;
      if (!digits()) return found("in exponent of numeric literal");
    }
    return undefined;
  }

  function string(): string | undefined {
    at += 1;
    for (; at < text.length; at++) {
      const character = text[at] ?? "";
      if (character === '"') {
        at += 1;
        return undefined;
      }
      if (character === "\\") {
        at += 1;
        if (at >= text.length) return end;
        if (!'"\\/bfnrtu'.includes(text[at] ?? "")) return found("in string escape code");
        const digitsLeft = text[at] === "u" ? 4 : 0;
        for (let i = 0; i < digitsLeft; i++) {
          at += 1;
          if (!/[\da-fA-F]/.test(text[at] ?? "")) return found("in \\u hexadecimal character escape");
        }
      } else if (character < " ") {
        return found("in string literal");
      }
    }
    return end;
  }

  function object(): string | undefined {
    at += 1;
    space();
    if (text[at] === "}") {
      at += 1;
      return undefined;
    }
    for (;;) {
      space();
      if (text[at] !== '"') return found("looking for beginning of object key string");
      const keyProblem = string();
      if (keyProblem !== undefined) return keyProblem;
      space();
      if (text[at] !== ":") return found("after object key");
      at += 1;
      const problem = value();
      if (problem !== undefined) return problem;
      space();
      if (text[at] === "}") {
        at += 1;
        return undefined;
      }
      if (text[at] !== ",") return found("after object key:value pair");
      at += 1;
    }
  }

  function array(): string | undefined {
    at += 1;
    space();
    if (text[at] === "]") {
      at += 1;
      return undefined;
    }
    for (;;) {
      const problem = value();
      if (problem !== undefined) return problem;
      space();
      if (text[at] === "]") {
        at += 1;
        return undefined;
      }
      if (text[at] !== ",") return found("after array element");
      at += 1;
    }
  }

  const problem = value();
  if (problem !== undefined) return problem;
  space();
  return at < text.length ? found("after top-level value") : end;
}

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

/** Errors show the byte at which reading stopped, as the literal of the character of that number. */
function quoteByte(code: number): string {
  const hexadecimal = (digits: number): string => code.toString(16).padStart(digits, "0");
  const named = NAMED[code];
  if (named !== undefined) return `'${named}'`;
  if (code < 0x20 || code === 0x7f) return `'\\x${hexadecimal(2)}'`;
  if ((code >= 0x80 && code <= 0xa0) || code === 0xad) return `'\\u${hexadecimal(4)}'`;
  return `'${String.fromCharCode(code)}'`;
}
