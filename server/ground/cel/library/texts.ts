/** The standard functions of strings. */
import { define, matching, type Overload, search, TRAVERSAL } from "../overload.ts";
import { text } from "./arguments.ts";
import { matches } from "./patterns.ts";

/** Cost of reading as much as the length of the searched part. */
const edge = ([, part = 0]: readonly number[]): number => Math.ceil(part * TRAVERSAL);

export const texts: readonly Overload[] = [
  define("string~startsWith(string): bool", ([s, part]) => text(s).startsWith(text(part)), { cost: edge }),
  define("string~endsWith(string): bool", ([s, part]) => text(s).endsWith(text(part)), { cost: edge }),
  define("string~contains(string): bool", ([s, part]) => text(s).includes(text(part)), { cost: search }),
  define("string~matches(string): bool", ([s, pattern], { effort }) => matches(text(s), text(pattern), effort), {
    cost: matching,
  }),
  define("matches(string, string): bool", ([s, pattern], { effort }) => matches(text(s), text(pattern), effort), {
    cost: matching,
  }),
];
