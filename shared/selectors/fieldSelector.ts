/** Field selectors: `metadata.name=web,status.phase!=Running`, with `\` escaping `\`, `,` and `=`. */

export interface FieldRequirement {
  readonly field: string;
  readonly negated: boolean;
  readonly value: string;
}

export type FieldSelector = readonly FieldRequirement[];

/** Thrown for text that is not a field selector. */
export class FieldSelectorError extends Error {}

/**
 * Parses the text form. Skips empty terms. The others are sorted first, which also determines which error is thrown.
 * @throws FieldSelectorError
 */
export function parseFieldSelector(text: string): FieldSelector {
  return splitTerms(text)
    .filter((term) => term !== "")
    .sort()
    .map((term) => {
      const match = /^([\s\S]*?)(!=|==|=)([\s\S]*)$/.exec(term);
      if (match === null) throw new FieldSelectorError(`invalid selector: '${text}'; can't understand '${term}'`);
      const [, field = "", operator, value = ""] = match;
      return { field, negated: operator === "!=", value: unescapeValue(value) };
    });
}

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let term = "";
  for (let i = 0; i < text.length; i++) {
    const character = text[i] ?? "";
    if (character === "\\") {
      term += character + (text[i + 1] ?? "");
      i += 1;
    } else if (character === ",") {
      terms.push(term);
      term = "";
    } else {
      term += character;
    }
  }
  terms.push(term);
  return terms;
}

function unescapeValue(value: string): string {
  return value.replace(/\\([\s\S]?)|[,=]/g, (found, escaped: string | undefined) => {
    if (escaped === undefined) {
      throw new FieldSelectorError(`invalid field selector: unescaped character in value: ${found.charCodeAt(0)}`);
    }
    if (escaped === "\\" || escaped === "," || escaped === "=") return escaped;
    throw new FieldSelectorError(`invalid field selector: invalid escape sequence: ${found}`);
  });
}

/** @param read returns the value of a field of the object; the empty string when it is absent */
export function matchesFields(selector: FieldSelector, read: (field: string) => string): boolean {
  return selector.every(({ field, negated, value }) => (read(field) === value) !== negated);
}
