/**
 * Says what is wrong with malformed JSON in the words clients of the API know. Only called once parsing failed, so it may
 * be slow: it walks the text with a small state machine to the first offence.
 */
export function describeJsonError(text: string): string {
  const end = "unexpected end of JSON input";
  let at = 0;
  const space = (): void => {
    while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at += 1;
  };
  const found = (context: string): string =>
    at >= text.length ? end : `invalid character ${quoteCharacter(text[at] ?? "")} ${context}`;

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

  function number(): string | undefined {
    const match = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    match.lastIndex = at;
    const result = match.exec(text);
    if (result === null) {
      at += 1;
      return found("in numeric literal");
    }
    at += result[0].length;
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

function quoteCharacter(character: string): string {
  if (character === "'") return "'\\''";
  if (character === "\n") return "'\\n'";
  if (character === "\t") return "'\\t'";
  if (character === "\r") return "'\\r'";
  const code = character.codePointAt(0) ?? 0;
  // Characters that cannot be shown are escaped, as a Go literal would.
  if (code < 0x20 || (code >= 0x7f && code < 0xa1)) return `'\\u${code.toString(16).padStart(4, "0")}'`;
  return `'${character}'`;
}
