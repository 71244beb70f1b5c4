/** Functions that find patterns in texts. */
import { CelError } from "../diagnostics.ts";
import { define, matching, type Overload, type SizeRange } from "../overload.ts";
import { ListValue } from "../values/values.ts";
import { int, text } from "./arguments.ts";
import { matcherOf } from "./patterns.ts";

/** Work units for each further match, however short. */
const FOUND_UNITS = 20;

function findAll(value: string, pattern: string, limit: bigint, effort: (steps: number) => void): ListValue {
  const found: string[] = [];
  const matcher = searching(value, pattern, effort);
  while ((limit < 0n || BigInt(found.length) < limit) && matcher.find()) {
    effort(FOUND_UNITS);
    found.push(matcher.group() ?? "");
  }
  return new ListValue(found);
}

/** These functions also report an invalid pattern as an error. @throws CelError */
function searching(value: string, pattern: string, effort: (steps: number) => void): ReturnType<typeof matcherOf> {
  try {
    return matcherOf(value, pattern, effort);
  } catch (error) {
    if (!(error instanceof CelError) || error.name !== "CelError") throw error;
    throw new CelError(`Illegal regex: ${error.message}`);
  }
}

function find(value: string, pattern: string, effort: (steps: number) => void): string {
  const matcher = searching(value, pattern, effort);
  return matcher.find() ? (matcher.group() ?? "") : "";
}

const costs = {
  cost: matching,
  resultSize: ([size]: readonly SizeRange[]): SizeRange => ({ min: 0, max: size?.max ?? 0 }),
};

export const regexFunctions: readonly Overload[] = [
  define("string~find(string): string", ([s, pattern], { effort }) => find(text(s), text(pattern), effort), costs),
  define(
    "string~findAll(string): list(string)",
    ([s, pattern], { effort }) => findAll(text(s), text(pattern), -1n, effort),
    costs,
  ),
  define(
    "string~findAll(string, int): list(string)",
    ([s, pattern, n], { effort }) => findAll(text(s), text(pattern), int(n), effort),
    costs,
  ),
];
