/** What a pattern finds in a text. */
import { define, matching, type Overload, type SizeRange } from "../overload.ts";
import { ListValue } from "../values.ts";
import { int, text } from "./arguments.ts";
import { matcherOf } from "./patterns.ts";

/** What finding one more takes, however little is read for it. */
const FOUND_UNITS = 20;

function findAll(value: string, pattern: string, limit: bigint, effort: (steps: number) => void): ListValue {
  const found: string[] = [];
  const matcher = matcherOf(value, pattern, effort);
  while ((limit < 0n || BigInt(found.length) < limit) && matcher.find()) {
    effort(FOUND_UNITS);
    found.push(matcher.group() ?? "");
  }
  return new ListValue(found);
}

function find(value: string, pattern: string, effort: (steps: number) => void): string {
  const matcher = matcherOf(value, pattern, effort);
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
