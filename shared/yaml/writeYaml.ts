/** Writes YAML in the form of the `yaml` library, which is too slow and uses too much memory for large responses. */
import { stringify } from "yaml";
import { sortInSteps } from "../sortInSteps.ts";
import { atOnce, checkClockSoon, isTurnDue, type Steps } from "../steps.ts";

/** Sorted keys, two spaces, no line folding; strings that YAML 1.1 would read as another type are quoted. */
const FORM = { version: "1.1", sortMapEntries: true, lineWidth: 0, aliasDuplicateObjects: false } as const;
/** Approximate number of characters per chunk. */
const CHUNK = 64 * 1024;

/** Called with the position of each member and item; those of nested values come between `enter` and `leave`. */
export interface YamlPlaces {
  /**
   * @param name key of a member, index of an item
   * @param line first line of the value, from 0
   * @param isLeaf whether the value is a scalar or an empty container
   */
  enter(name: string | number, line: number, isLeaf: boolean): void;
  leave(): void;
}

/**
 * Writes an object or a list as YAML, in chunks of text.
 *
 * @param sorted whether keys are sorted, as the reference does; otherwise they keep their order in the object
 * @param places called with the position of each value
 * @example atOnce(writeYaml({ b: [1], a: "x" })).join("") // "a: x\nb:\n  - 1\n"
 */
export function* writeYaml(value: unknown, sorted = true, places?: YamlPlaces): Steps<string[]> {
  const writer = new Writer(sorted, places);
  if (isContainer(value) && !isEmpty(value)) yield* writeContainer(writer, value, "", "");
  else writer.write(stringify(value, FORM));
  return writer.finish();
}

/** An object as YAML for people: written synchronously, with keys in their existing order. */
export const yamlText = (value: unknown, places?: YamlPlaces): string =>
  atOnce(writeYaml(value, false, places)).join("");

/** Writes one item of a list that is a member of the outermost object, with sorted keys. */
export function* writeYamlItem(item: unknown): Steps<string[]> {
  const writer = new Writer(true);
  yield* writeContainer(writer, [item], INDENT, INDENT);
  return writer.finish();
}

/** The indentation of each level. */
const INDENT = "  ";

class Writer {
  readonly sorted: boolean;
  readonly places: YamlPlaces | undefined;
  /** Number of lines written so far; only counted when `places` is set. */
  line = 0;
  readonly #chunks: string[] = [];
  #parts: string[] = [];
  #length = 0;

  constructor(sorted: boolean, places?: YamlPlaces) {
    this.sorted = sorted;
    this.places = places;
  }

  write(text: string): void {
    if (this.places !== undefined) this.line += lineEndsIn(text);
    this.#parts.push(text);
    this.#length += text.length;
    if (this.#length >= CHUNK) this.#cut();
  }

  finish(): string[] {
    if (this.#length > 0) this.#cut();
    return this.#chunks;
  }

  #cut(): void {
    this.#chunks.push(this.#parts.join(""));
    this.#parts = [];
    this.#length = 0;
  }
}

function lineEndsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is Container => typeof value === "object" && value !== null;

function isEmpty(value: Container): boolean {
  if (Array.isArray(value)) return value.length === 0;
  checkClockSoon();
  for (const name in value) if ((value as Readonly<Record<string, unknown>>)[name] !== undefined) return false;
  return true;
}

/**
 * @param first the prefix of the first line: the indentation, or a dash
 * @param indent the prefix of all other lines
 */
function* writeContainer(writer: Writer, value: Container, first: string, indent: string): Steps<void> {
  let before = first;
  if (Array.isArray(value)) {
    for (const [index, item] of (value as readonly unknown[]).entries()) {
      if (isTurnDue()) yield;
      const isLeaf = !isContainer(item) || isEmpty(item);
      writer.places?.enter(index, writer.line, isLeaf);
      if (isLeaf) writer.write(before + itemText(item, indent));
      else yield* writeContainer(writer, item, `${before}- `, indent + INDENT);
      writer.places?.leave();
      before = indent;
    }
    return;
  }
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(members);
  for (const name of writer.sorted ? yield* sortInSteps(names) : names) {
    if (isTurnDue()) yield;
    const member = members[name];
    if (member === undefined) continue;
    const isLeaf = !isContainer(member) || isEmpty(member);
    writer.places?.enter(name, writer.line, isLeaf);
    const key = isLeaf ? undefined : keyText(name, indent);
    if (key !== undefined && !isLeaf) {
      writer.write(`${before}${key}:\n`);
      if (isTurnDue()) yield;
      yield* writeContainer(writer, member, indent + INDENT, indent + INDENT);
    } else {
      writer.write(before + pairText(name, member, indent));
    }
    writer.places?.leave();
    before = indent;
  }
}

/** The text of a list item that is a scalar or an empty container, without the indentation of the first line. */
function itemText(item: unknown, indent: string): string {
  const text = plainText(item) ?? blockText(item, indent);
  return text === undefined ? byLibrary([item], indent) : `- ${text}\n`;
}

/** The text of a member, without the indentation of the first line. */
function pairText(name: string, member: unknown, indent: string): string {
  const text = isPlain(name) ? (plainText(member) ?? blockText(member, indent)) : undefined;
  return text === undefined ? byLibrary({ [name]: member }, indent) : `${name}: ${text}\n`;
}

/** The text of a key whose value follows on separate lines; undefined when the key itself needs several lines. */
function keyText(name: string, indent: string): string | undefined {
  if (isPlain(name)) return name;
  const text = byLibrary({ [name]: 0 }, indent);
  return text.startsWith("? ") || !text.endsWith(": 0\n") ? undefined : text.slice(0, -": 0\n".length);
}

/** The library's output, indented. The library writes some texts differently without indentation. */
function byLibrary(value: Container, indent: string): string {
  if (indent === "") return stringify(value, FORM);
  const [, ...lines] = stringify({ a: value }, FORM).split("\n");
  return lines.map((line, i) => (i === 0 ? line.slice(2) : line.replace(/^ {2}/, indent))).join("\n");
}

/** The text of a value that fits in one line without quotes; undefined for all others. */
function plainText(value: unknown): string | undefined {
  if (typeof value === "string") return isPlain(value) ? value : undefined;
  if (value === null || value === undefined) return "null";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number")
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : undefined;
  return isContainer(value) ? (Array.isArray(value) ? "[]" : "{}") : undefined;
}

/** Characters that need quotes with escapes, as the library has them. */
const ESCAPED = /[^\P{Cc}\t\n]|\p{Cs}/u;
/** Matches texts that begin with white space, or end with more of it than one line end. */
const LOOSE_ENDS = /^[\t\n ]|[\t ]\n?$|\n\n$/;

/**
 * The text of a value of several lines as a literal block, without the last line end; undefined for all other values,
 * and for texts whose blocks need more than the usual indicators.
 *
 * @param indent the indentation of the member or item
 */
function blockText(value: unknown, indent: string): string | undefined {
  if (typeof value !== "string" || !value.includes("\n") || LOOSE_ENDS.test(value) || ESCAPED.test(value))
    return undefined;
  const isEnded = value.endsWith("\n");
  const lines = isEnded ? value.slice(0, -1) : value;
  // Empty lines are not indented.
  return `|${isEnded ? "" : "-"}\n${indent}${INDENT}${lines.replace(/\n+/g, `$&${indent}${INDENT}`)}`;
}

/** Maximum length of unquoted text: longer keys need another form, and longer texts are not worth checking. */
const LONGEST = 1000;
const PLAIN = /^[A-Za-z][ -~]*$/;
const MEANS_MORE = /: | #|[ :-]$/;
/** Matches words, and exponents without leading digits, which YAML 1.1 reads as something other than texts. */
const WORDS = /^(?:y|n|yes|no|true|false|on|off|null|e[-+]?\d+)$/i;

const isPlain = (text: string): boolean =>
  text.length <= LONGEST && PLAIN.test(text) && !MEANS_MORE.test(text) && !WORDS.test(text);
