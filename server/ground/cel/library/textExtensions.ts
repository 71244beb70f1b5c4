/** Additional functions of strings. Positions are counted in code points. */
import { CelError, CostLimitError } from "../diagnostics.ts";
import { shownValue } from "../evaluation/unfit.ts";
import {
  type ArgumentEstimate,
  type CostRule,
  define,
  type Overload,
  type SizeRange,
  TRAVERSAL,
  traverse,
} from "../overload.ts";
import { sizeOf } from "../values/sizeOf.ts";
import { type CelValue, ListValue } from "../values/values.ts";
import { int, list, text } from "./arguments.ts";
import { formatText } from "./formatText.ts";
import { quote } from "./quote.ts";

const twice: CostRule = ([first = 0]) => Math.ceil(first * 2 * TRAVERSAL);
const same = ([size]: readonly SizeRange[]): SizeRange => size ?? { min: 0, max: 0 };

const points = (value: string): string[] => [...value];

function charAt(value: string, position: bigint): string {
  const all = points(value);
  if (position < 0n || position > BigInt(all.length)) throw new CelError(`index out of range: ${position}`);
  return all[Number(position)] ?? "";
}

function substring(value: string, start: bigint, end?: bigint): string {
  const all = points(value);
  const stop = end ?? BigInt(all.length);
  if (end !== undefined && start > end) throw new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  if (start < 0n || start > BigInt(all.length)) throw new CelError(`index out of range: ${start}`);
  if (stop < 0n || stop > BigInt(all.length)) throw new CelError(`index out of range: ${stop}`);
  return all.slice(Number(start), Number(stop)).join("");
}

function indexOf(value: string, part: string, from = 0n): bigint {
  const all = points(value);
  if (part === "") return from;
  if (from < 0n) throw new CelError(`index out of range: ${from}`);
  if (from >= BigInt(all.length)) return -1n;
  const before = all.slice(0, Number(from)).join("").length;
  return countBefore(value, value.indexOf(part, before));
}

function lastIndexOf(value: string, part: string, from?: bigint): bigint {
  const all = points(value);
  if (part === "") return from ?? BigInt(all.length);
  // An empty text has no last position from which to search.
  const last = from ?? BigInt(all.length - 1);
  if (last < 0n) throw new CelError(`index out of range: ${last}`);
  if (last >= BigInt(all.length)) return -1n;
  const before = from === undefined ? value.length : all.slice(0, Number(from)).join("").length;
  return countBefore(value, value.lastIndexOf(part, before));
}

/** Converts an index in UTF-16 units to one in code points. */
const countBefore = (value: string, index: number): bigint =>
  index < 0 ? -1n : BigInt(points(value.slice(0, index)).length);

/** Maximum length of a text, in UTF-16 units. */
const MAX_TEXT = 16 * 1024 * 1024;

function replace(value: string, old: string, by: string, limit: bigint): string {
  const places = old === "" ? value.length + 1 : value.split(old).length - 1;
  if (value.length + places * by.length > MAX_TEXT) throw new CostLimitError();
  if (limit < 0n)
    return old === ""
      ? `${by}${points(value)
          .map((point) => point + by)
          .join("")}`
      : value.replaceAll(old, () => by);
  const all = old === "" ? ["", ...points(value)] : value.split(old);
  const count = Math.min(Number(limit), old === "" ? all.length : all.length - 1);
  if (old === "") return all.map((point, i) => point + (i < count ? by : "")).join("");
  return (
    [...all.slice(0, count + 1)].join(by) +
    all
      .slice(count + 1)
      .map((piece) => old + piece)
      .join("")
  );
}

function split(value: string, by: string, limit: bigint): ListValue {
  if (limit === 0n) return new ListValue([]);
  if (limit === 1n) return new ListValue([value]);
  const pieces = by === "" ? points(value) : value.split(by);
  if (limit < 0n || BigInt(pieces.length) <= limit) return new ListValue(pieces);
  const kept = pieces.slice(0, Number(limit) - 1);
  return new ListValue([...kept, pieces.slice(Number(limit) - 1).join(by)]);
}

const ascii = (value: string, pattern: RegExp, shift: number): string =>
  value.replace(pattern, (letter) => String.fromCharCode(letter.charCodeAt(0) + shift));

/** Whether a character is white space according to Unicode. */
const isSpace = (character: string): boolean => character !== "\ufeff" && /[\s\u0085]/.test(character);

function trim(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isSpace(value.charAt(start))) start += 1;
  while (end > start && isSpace(value.charAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

const joinCost: CostRule = ([size = 0]) => Math.ceil(size * 2 * TRAVERSAL);

function join(items: ListValue, by = ""): string {
  const pieces: string[] = [];
  let length = 0;
  for (const item of items.values()) {
    if (typeof item !== "string") throw new CelError(`join: invalid input: ${shownValue(item)}`);
    length += item.length + by.length;
    if (length > MAX_TEXT) throw new CostLimitError();
    pieces.push(item);
  }
  return pieces.join(by);
}

/** The size of all elements joined with a separator. */
function joinedSize([items, by]: readonly ArgumentEstimate[]): SizeRange {
  const of = (limit: "min" | "max"): number => {
    const count = items?.size[limit] ?? 0;
    return times(count, items?.elements?.[limit] ?? 0) + times(Math.max(count - 1, 0), by?.size[limit] ?? 0);
  };
  return { min: of("min"), max: of("max") };
}

/** The cost of reading the joined text, and of making it. */
function joinCharge([items, by = ""]: readonly CelValue[]): number {
  let size = 0;
  const parts = list(items);
  for (const part of parts.values()) size += sizeOf(part);
  return joinCost([size + Math.max(parts.size - 1, 0) * sizeOf(by)]);
}

const joinEstimate: Pick<Overload, "cost" | "charge" | "estimate" | "resultSize"> = {
  cost: joinCost,
  charge: joinCharge,
  estimate: (args) => Math.ceil(joinedSize(args).max * TRAVERSAL),
  resultSize: (_sizes, args) => joinedSize(args),
};
const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);

/** The size of a text after parts of it were replaced. */
function replacedSize([value, old, by]: readonly SizeRange[]): SizeRange {
  const [whole, from, to] = [value?.max ?? 0, old?.min ?? 0, by?.max ?? 0];
  if (from === 0) return { min: 0, max: times(whole + 1, to) + whole };
  if (to <= from) return { min: 0, max: whole };
  return { min: 0, max: times(Math.ceil(whole / from), to) };
}

const replacing = { cost: twice, resultSize: replacedSize };
/** The number of parts: at most the number of characters in the text, or a literal limit. */
const parts = ([size]: readonly SizeRange[], [, , limit]: readonly ArgumentEstimate[]): SizeRange => {
  const literal = limit?.literal ?? -1n;
  return { min: 0, max: literal < 0n ? (size?.max ?? 0) : Number(literal) };
};
const splitting = { cost: twice, resultSize: parts };
const reading = { cost: traverse, resultSize: same };

export const textExtensions: readonly Overload[] = [
  define("string~charAt(int): string", ([s, i]) => charAt(text(s), int(i))),
  define("string~indexOf(string): int", ([s, part]) => indexOf(text(s), text(part)), { cost: traverse }),
  define("string~indexOf(string, int): int", ([s, part, i]) => indexOf(text(s), text(part), int(i)), {
    cost: traverse,
  }),
  define("string~lastIndexOf(string): int", ([s, part]) => lastIndexOf(text(s), text(part)), { cost: traverse }),
  define("string~lastIndexOf(string, int): int", ([s, part, i]) => lastIndexOf(text(s), text(part), int(i)), {
    cost: traverse,
  }),
  define("string~lowerAscii(): string", ([s]) => ascii(text(s), /[A-Z]/g, 32), reading),
  define("string~upperAscii(): string", ([s]) => ascii(text(s), /[a-z]/g, -32), reading),
  define("string~replace(string, string): string", ([s, a, b]) => replace(text(s), text(a), text(b), -1n), replacing),
  define(
    "string~replace(string, string, int): string",
    ([s, a, b, n]) => replace(text(s), text(a), text(b), int(n)),
    replacing,
  ),
  define("string~split(string): list(string)", ([s, by]) => split(text(s), text(by), -1n), splitting),
  define("string~split(string, int): list(string)", ([s, by, n]) => split(text(s), text(by), int(n)), splitting),
  define("string~substring(int): string", ([s, a]) => substring(text(s), int(a)), reading),
  define("string~substring(int, int): string", ([s, a, b]) => substring(text(s), int(a), int(b)), reading),
  define("string~trim(): string", ([s]) => trim(text(s)), reading),
  define("list(string)~join(): string", ([items]) => join(list(items)), joinEstimate),
  define("list(string)~join(string): string", ([items, by]) => join(list(items), text(by)), joinEstimate),
  define("strings.quote(string): string", ([s]) => quote(text(s)), {
    cost: traverse,
    resultSize: ([size]) => ({ min: (size?.min ?? 0) + 2, max: (size?.max ?? 0) * 2 + 2 }),
  }),
  define("string~format(list(dyn)): string", ([s, args]) => formatText(text(s), list(args)), { cost: traverse }),
];
