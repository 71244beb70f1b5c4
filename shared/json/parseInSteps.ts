import { isTurnOver, type Steps } from "../steps.ts";
import { closingQuote } from "./closingQuote.ts";
import { noteMembers } from "./largeMaps.ts";
import { parseJson, parseJsonExact } from "./parseJson.ts";
import { setMember } from "./setMember.ts";

/** The number of characters that are parsed at once, except in a longer string: a millisecond or two. */
const CHUNK = 64 * 1024;

/** An object or a list that the cutter is in. */
interface Level {
  /** Where its bracket stands. */
  readonly start: number;
  readonly isObject: boolean;
  /** Where the member begins that the cutter is at. */
  member: number;
  /** Where its first member begins that is not parsed yet. */
  from: number;
  /** Its value, once it turned out to be too large to be parsed at once. */
  value?: unknown[] | Record<string, unknown>;
  /** The member that the cutter is at has such a value: nothing may follow it but a comma. */
  isMemberDone: boolean;
}

/**
 * The value of a JSON text, as `parseJson` or `parseJsonExact` gives it. A long text is cut between the members of its
 * objects and lists, and parsed piece by piece.
 *
 * @param exact for a typed decoder
 * @throws SyntaxError for text that is not JSON, in words of its own
 */
export function* parseInSteps(text: string, exact = false): Steps<unknown> {
  const parse = exact ? parseJsonExact : parseJson;
  return text.length <= CHUNK ? parse(text) : yield* new Cutter(text, parse).value();
}

class Cutter {
  readonly #text: string;
  readonly #parse: (text: string) => unknown;
  /** From the root inwards. Those that have a value come first. */
  readonly #levels: Level[] = [];
  #opened = 0;

  constructor(text: string, parse: (text: string) => unknown) {
    this.#text = text;
    this.#parse = parse;
  }

  *value(): Steps<unknown> {
    const text = this.#text;
    const levels = this.#levels;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 0x22) {
        at = closingQuote(text, at);
      } else if (code === 0x7b || code === 0x5b) {
        levels.push({ start: at, isObject: code === 0x7b, from: at + 1, member: at + 1, isMemberDone: false });
      } else if (code === 0x2c) {
        this.#endMember(at);
        if (isTurnOver()) yield;
      } else if (code === 0x7d || code === 0x5d) {
        const closed = levels.pop();
        if (closed === undefined || closed.isObject !== (code === 0x7d)) throw malformed();
        if (closed.value !== undefined) this.#close(closed, at);
        if (levels.length > 0) continue;
        if (closed.value === undefined) break;
        if (!this.#isBlank(at + 1, text.length)) throw malformed();
        return closed.value;
      }
    }
    if (levels.length > 0) throw malformed();
    // A single text or number, or a root that is smaller than the spaces around it.
    return this.#parse(text);
  }

  /** A comma: what has gathered is parsed when it is enough. */
  #endMember(at: number): void {
    const top = this.#levels.at(-1);
    if (top === undefined) throw malformed();
    if (top.isMemberDone) {
      this.#endOpened(top, at);
      top.from = at + 1;
    } else if (at - (this.#levels[this.#opened - 1]?.from ?? 0) >= CHUNK) {
      while (this.#opened < this.#levels.length) this.#open();
      this.#take(top, at);
      top.from = at + 1;
    }
    top.member = at + 1;
  }

  /** Gives the next level a value, with a place in the value around it. */
  #open(): void {
    const level = this.#levels[this.#opened] as Level;
    const parent = this.#levels[this.#opened - 1];
    level.value = level.isObject ? {} : [];
    this.#opened += 1;
    if (parent === undefined) {
      if (!this.#isBlank(0, level.start)) throw malformed();
      return;
    }
    if (parent.member > parent.from) this.#take(parent, parent.member - 1);
    const before = this.#text.slice(parent.member, level.start);
    if (Array.isArray(parent.value)) {
      if (!this.#isBlank(parent.member, level.start)) throw malformed();
      parent.value.push(level.value);
    } else {
      for (const name of Object.keys(this.#parse(`{${before}0}`) as object))
        setMember(parent.value as Record<string, unknown>, name, level.value);
    }
  }

  /** The end of a level that has a value. */
  #close(level: Level, at: number): void {
    if (level.isMemberDone) this.#endOpened(level, at);
    else this.#take(level, at);
    this.#opened -= 1;
    const parent = this.#levels.at(-1);
    if (parent === undefined) return;
    parent.isMemberDone = true;
    parent.from = at + 1;
  }

  #endOpened(level: Level, at: number): void {
    if (!this.#isBlank(level.from, at)) throw malformed();
    level.isMemberDone = false;
  }

  /** Parses the members up to `to`, of which there must be some. */
  #take({ from, value }: Level, to: number): void {
    const members = this.#text.slice(from, to);
    if (Array.isArray(value)) {
      const items = this.#parse(`[${members}]`) as unknown[];
      if (items.length === 0) throw malformed();
      for (const item of items) value.push(item);
      return;
    }
    const part = this.#parse(`{${members}}`) as Record<string, unknown>;
    const names = Object.keys(part);
    if (names.length === 0) throw malformed();
    for (const name of names) setMember(value as Record<string, unknown>, name, part[name]);
    noteMembers(value as object, names);
  }

  #isBlank(from: number, to: number): boolean {
    return !/[^ \t\n\r]/.test(this.#text.slice(from, to));
  }
}

const malformed = (): SyntaxError => new SyntaxError("the text is no JSON");
