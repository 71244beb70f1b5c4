import { closingQuote } from "../../../../shared/json/closingQuote.ts";
import { escapeMarkup } from "../../../../shared/json/escapeMarkup.ts";
import { isMap } from "../../../../shared/json/jsonValues.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";

const NONE: ReadonlySet<number> = new Set();
const NUMBER = /-?\d[\d.eE+-]*/y;
const INTEGER = /^(?:0|-?[1-9]\d*)$/;
const BLANK = /\s*/y;

/**
 * The positions of `test` operations that cannot match any stored value because of how their value is spelled: the
 * reference compares the texts of scalars, and writes stored scalars in one way only (`1`, not `1.0`; markup escaped).
 * Values that the patch itself has added before keep the client's spelling, so tests that follow such an operation are
 * excluded.
 *
 * @param text the text of the patch, which is valid JSON
 * @param operations the parsed patch
 */
export function* oddTests(text: string, operations: unknown): Steps<ReadonlySet<number>> {
  if (!Array.isArray(operations)) return NONE;
  const ops = operations.map((operation: unknown) => (isMap(operation) ? operation["op"] : undefined));
  const firstAdding = ops.findIndex((op) => op === "add" || op === "replace");
  const end = firstAdding < 0 ? ops.length : firstAdding;
  if (!ops.slice(0, end).includes("test")) return NONE;
  const odd = new Set<number>();
  let [depth, position, member]: [number, number, unknown] = [0, 0, undefined];
  const note = (isOdd: boolean): void => {
    if (isOdd && depth > 1 && member === "value" && ops[position] === "test") odd.add(position);
  };
  for (let at = 0; at < text.length && position < end; at++) {
    if (isTurnDue()) yield;
    const character = text.charAt(at);
    if (character === "[" || character === "{") depth += 1;
    else if (character === "]" || character === "}") depth -= 1;
    else if (character === "," && depth === 1) position += 1;
    else if (character === '"') {
      const closing = closingQuote(text, at);
      const token = text.slice(at, closing + 1);
      if (text.charAt(closing + 1 + lengthAt(BLANK, text, closing + 1)) !== ":") note(isOddString(token));
      else if (depth === 2) member = JSON.parse(token);
      at = closing;
    } else if (character === "-" || (character >= "0" && character <= "9")) {
      const token = text.slice(at, at + lengthAt(NUMBER, text, at));
      note(!INTEGER.test(token) && String(Number(token)) !== token);
      at += token.length - 1;
    }
  }
  return odd;
}

const isOddString = (token: string): boolean => escapeMarkup(JSON.stringify(JSON.parse(token))) !== token;

function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 1;
}
