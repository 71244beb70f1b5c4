import { isTurnOver, type Steps } from "../steps.ts";
import { closingQuote } from "./closingQuote.ts";
import { noteMembers } from "./largeMaps.ts";
import { parseJson, parseJsonExact } from "./parseJson.ts";
import { setMember } from "./setMember.ts";

/** Maximum number of characters parsed at once, except for longer strings; takes a millisecond or two. */
const CHUNK = 64 * 1024;

/** An object or list that the cutter is currently in. */
interface Level {
  /** Position of its opening bracket. */
  readonly start: number;
  readonly isObject: boolean;
  /** Position at which the current member begins. */
  member: number;
  /** Position at which the first unparsed member begins. */
  from: number;
  /** The value, once it proved too large to be parsed in one piece. */
  value?: unknown[] | Record<string, unknown>;
  /** Whether the current member has been parsed as its own level; only a comma or the end may follow. */
  isMemberDone: boolean;
}

/**
 * Parses a JSON text like `parseJson` or `parseJsonExact`. A long text is cut between the members of its objects and
 * lists, and parsed piece by piece.
 *
 * @param exact for a typed decoder
 * @throws SyntaxError for text that is not JSON, with its own wording
 */
export function* parseInSteps(text: string, exact = false): Steps<unknown> {
  const parse = exact ? parseJsonExact : parseJson;
  return text.length <= CHUNK ? parse(text) : yield* new Cutter(text, parse).value();
}

class Cutter {
  readonly #text: string;
  readonly #parse: (text: string) => unknown;
  /** Open levels, from the root inwards. Levels that have a value come first. */
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
    // A single string or number, or a root that is shorter than the white space around it.
    return this.#parse(text);
  }

  /** Handles a comma: parses the pending members if they are long enough. */
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

  /** Gives the next level a value, and inserts it into the enclosing value. */
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

  /** Handles the end of a level that has a value. */
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

  /** Parses the pending members up to `to`; there must be at least one. */
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
