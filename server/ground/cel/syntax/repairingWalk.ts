/**
 * How the reference's parser goes on after a syntax error: it deletes or inserts one token, or skips to a token that may
 * follow.
 */
import type { Diagnostic } from "../diagnostics.ts";
import type { Token } from "./tokens.ts";

/** The type of the end of the tokens. */
export const END = "<EOF>";

/** Token types in the order in which messages list them. */
const TYPES = [
  END,
  "'==' '!=' 'in' '<' '<=' '>=' '>' '&&' '||' '[' ']' '{' '}' '(' ')' '.' ',' '-' '!' '?' ':' '+' '*' '/' '%'",
  "'true' 'false' 'null' NUM_FLOAT NUM_INT NUM_UINT STRING BYTES IDENTIFIER",
].flatMap((types) => types.split(" "));

/** Types of tokens, as messages spell them: `'=='`, `IDENTIFIER`. */
export type Types = ReadonlySet<string>;
/** @param types separated by spaces */
export const set = (...types: readonly string[]): Types => new Set(types.flatMap((each) => each.split(" ")));
export const union = (...sets: readonly Types[]): Types => new Set(sets.flatMap((each) => [...each]));

const NOTHING = set();

/** What may come next: types of tokens, and whether the rule may also end here. */
export interface Next {
  readonly types: Types;
  readonly mayEnd: boolean;
}
export const next = (types: Types, mayEnd = false): Next => ({ types, mayEnd });

/** How deep rules may nest; deeper expressions are refused for another reason. */
const MAX_DEPTH = 3000;
const MAX_ERRORS = 100;
const MAX_REPAIRS = 30;

/** Thrown inside a rule that cannot continue; the rule reports it, skips tokens, and ends. */
class Mismatch extends Error {}
/** Ends the walk. */
export class GaveUp extends Error {}

function typeOf({ kind, text, value }: Token): string {
  if (kind === "end") return END;
  if (kind === "identifier") return "IDENTIFIER";
  if (kind === "symbol" || typeof value === "boolean" || value === null) return `'${text}'`;
  if (typeof value === "string") return "STRING";
  if (typeof value === "bigint") return "NUM_INT";
  if (typeof value === "number") return "NUM_FLOAT";
  return value instanceof Uint8Array ? "BYTES" : "NUM_UINT";
}

const escaped = (text: string): string => text.replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r");

function listText(types: Types): string {
  const listed = TYPES.filter((type) => types.has(type));
  return listed.length === 1 ? (listed[0] ?? "") : `{${listed.join(", ")}}`;
}

/** Walks over tokens by the rules of a grammar, and repairs the input where they do not match. */
export class RepairingWalk {
  readonly found: Diagnostic[] = [];
  readonly #source: string;
  readonly #tokens: readonly Token[];
  readonly #types: readonly string[];
  #at = 0;
  /** What may follow each rule that is being walked, outermost first. */
  readonly #follows: Next[] = [];
  /** Whether no token matched since the last error; such further errors are not reported. */
  #repairing = false;
  #repairs = 0;
  /** Where rules failed without a match in between, to make progress on a second failure. */
  #failedAt = -1;
  readonly #failedIn = new Set<string>();

  constructor(source: string, tokens: readonly Token[]) {
    this.#source = source;
    this.#tokens = tokens;
    this.#types = tokens.map(typeOf);
  }

  /** The type of the current token, or of one ahead. */
  la(ahead = 0): string {
    return this.#types[this.#at + ahead] ?? END;
  }

  #token(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    return token ?? { kind: "end", text: END, offset: this.#source.length };
  }

  #consume(): void {
    if (this.la() !== END) this.#at += 1;
  }

  #matched(): void {
    this.#repairing = false;
    this.#failedAt = -1;
    this.#failedIn.clear();
  }

  #report(message: string, offset = this.#token().offset): void {
    if (this.#repairing) return;
    this.#repairing = true;
    if (this.found.length >= MAX_ERRORS) {
      this.found.push({ offset, message: `Syntax error: More than ${MAX_ERRORS} syntax errors` });
      throw new GaveUp();
    }
    this.found.push({ offset, message: `Syntax error: ${message}` });
  }

  #countRepair(): void {
    if (this.#repairs++ < MAX_REPAIRS) return;
    this.#repairing = false;
    this.#report(`error recovery attempt limit exceeded: ${MAX_REPAIRS}`);
    throw new GaveUp();
  }

  /** The types that may come next here, including those after the rules that may end. */
  #expected(here: Next): Types {
    const sets = [here.types];
    let { mayEnd } = here;
    for (let i = this.#follows.length - 1; mayEnd && i >= 0; i -= 1) {
      const follow = this.#follows[i] ?? next(NOTHING);
      sets.push(follow.types);
      mayEnd = follow.mayEnd;
    }
    return mayEnd ? union(...sets, set(END)) : union(...sets);
  }

  #mismatch(here: Next): never {
    this.#report(`mismatched input '${escaped(this.#token().text)}' expecting ${listText(this.#expected(here))}`);
    throw new Mismatch();
  }

  /** Deletes the current token if the one after it may come next. */
  #deleteOne(here: Next): boolean {
    const expected = this.#expected(here);
    if (!expected.has(this.la(1)) || this.la() === END) return false;
    this.#report(`extraneous input '${escaped(this.#token().text)}' expecting ${listText(expected)}`);
    this.#consume();
    this.#matched();
    return true;
  }

  /** Checks, before a choice, that the current token is one of the choices. */
  sync(here: Next): void {
    if (this.#repairing || here.mayEnd || here.types.has(this.la())) return;
    if (!this.#deleteOne(here)) this.#mismatch(here);
  }

  /** Takes a token of this type, if need be by a repair. @param after what may come after it */
  match(type: string, after: Next): void {
    if (this.la() === type) {
      this.#matched();
      this.#consume();
      return;
    }
    this.#countRepair();
    const here = next(new Set([type]));
    if (this.#deleteOne(here)) {
      this.#consume();
      return;
    }
    if (!this.#expected(after).has(this.la())) this.#mismatch(here);
    this.#report(`missing ${type} at '${escaped(this.#token().text)}'`);
  }

  /** Fails, because no choice begins with the current token and those up to the one ahead. */
  noAlternative(ahead: number): never {
    const last = this.#token(ahead);
    const end = last.kind === "end" ? this.#source.length : last.offset + last.text.length;
    const input = this.#source.slice(this.#token().offset, end);
    const name = /^\.(true|false|null)$/.exec(input)?.[1];
    const message =
      name === undefined
        ? `no viable alternative at input '${escaped(input)}'`
        : `mismatched input '${name}' expecting IDENTIFIER`;
    this.#report(message, last.offset);
    throw new Mismatch();
  }

  /** Walks a rule. When it fails, skips tokens until one that may follow this rule or one around it. */
  rule(name: string, follow: Next, body: () => void): void {
    if (this.#follows.length >= MAX_DEPTH) throw new GaveUp();
    this.#follows.push(follow);
    try {
      body();
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      this.#recover(name);
    }
    this.#follows.pop();
  }

  #recover(name: string): void {
    this.#countRepair();
    if (this.#failedAt === this.#at && this.#failedIn.has(name)) this.#consume();
    this.#failedAt = this.#at;
    this.#failedIn.add(name);
    this.#skip(NOTHING);
  }

  /** Checks, after a repeated token, that the current token is one of these; else reports and skips surplus tokens. */
  skipTo(types: Types): void {
    if (this.#repairing || types.has(this.la())) return;
    this.#report(`extraneous input '${escaped(this.#token().text)}' expecting ${listText(types)}`);
    this.#skip(types);
  }

  /** Skips tokens up to one of these types, or one that may follow a rule. */
  #skip(types: Types): void {
    const stop = union(types, ...this.#follows.map((follow) => follow.types));
    while (this.la() !== END && !stop.has(this.la())) this.#consume();
  }
}
