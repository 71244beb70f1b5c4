import { closingQuote } from "./closingQuote.ts";
import { type JsonNumber, readNumber, readNumberText } from "./jsonNumber.ts";
import { setMember } from "./setMember.ts";

/** Integers with fewer digits are exact as doubles. */
const LONG = 16;
/** Matches a number with a fraction or an exponent, and few of the strings that contain a similar text. */
const FRACTION = /[:,[]\s*-?\d+[.eE][\d.eE+-]*\s*[,\]}]/;

/**
 * Parses JSON without losing integers: those that fit into 64 bits but would be rounded as a double become bigints.
 * Costs next to nothing for texts without long runs of digits.
 *
 * @throws SyntaxError like `JSON.parse`
 * @example parseJson('[9007199254740993, 1]') // [9007199254740993n, 1]
 */
export function parseJson(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  return hasLongDigits(text) ? build(text, readNumber) : value;
}

/**
 * Like {@link parseJson}, for typed decoders: numbers whose text carries more than their value keep the text.
 *
 * @throws SyntaxError like `JSON.parse`
 * @example parseJsonExact('[1.0, 1]') // [JsonNumber { text: "1.0" }, 1]
 */
export function parseJsonExact(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  return hasLongDigits(text) || FRACTION.test(text) ? build(text, readNumberText) : value;
}

/**
 * Whether the text has a run of digits too long for a double. Checks only every sixteenth character, because such a run
 * includes one of them.
 */
export function hasLongDigits(text: string): boolean {
  for (let i = LONG - 1; i < text.length; i += LONG) {
    if (!isDigit(text.charCodeAt(i))) continue;
    let start = i;
    let end = i + 1;
    while (start > 0 && isDigit(text.charCodeAt(start - 1))) start -= 1;
    while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
    if (end - start >= LONG) return true;
    i += Math.max(0, Math.floor((end - i - 1) / LONG) * LONG);
  }
  return false;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const NUMBER = /-?[\d.eE+-]+/y;
const LITERALS: Readonly<Record<string, readonly [unknown, number]>> = {
  t: [true, 4],
  f: [false, 5],
  n: [null, 4],
};

/** Builds the value of a text that is known to be valid JSON. */
function build(text: string, number: (text: string) => number | bigint | JsonNumber): unknown {
  const open: (unknown[] | Record<string, unknown>)[] = [];
  let root: unknown;
  /** The pending member name in the innermost object. */
  let name: string | undefined;
  const place = (value: unknown): void => {
    const parent = open.at(-1);
    if (parent === undefined) root = value;
    else if (Array.isArray(parent)) parent.push(value);
    else setMember(parent, name ?? "", value);
    name = undefined;
  };
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? "";
    const literal = LITERALS[character];
    if (character === "{" || character === "[") {
      const container = character === "{" ? {} : [];
      place(container);
      open.push(container);
      at += 1;
    } else if (character === "}" || character === "]") {
      open.pop();
      at += 1;
    } else if (character === '"') {
      const end = closingQuote(text, at) + 1;
      const value = JSON.parse(text.slice(at, end)) as string;
      const parent = open.at(-1);
      if (parent === undefined || Array.isArray(parent) || name !== undefined) place(value);
      else name = value;
      at = end;
    } else if (literal !== undefined) {
      place(literal[0]);
      at += literal[1];
    } else if (character === "-" || isDigit(character.charCodeAt(0))) {
      NUMBER.lastIndex = at;
      const found = NUMBER.exec(text)?.[0] ?? "";
      place(number(found));
      at += found.length;
    } else {
      at += 1;
    }
  }
  return root;
}
