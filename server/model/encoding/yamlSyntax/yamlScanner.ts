import { scanBlockScalar, scanPlain, scanQuoted } from "./scanScalar.ts";
import { isBlankOrEnd, isBreak, type Mark, YamlCursor } from "./yamlCursor.ts";

export type TokenType =
  | "documentStart"
  | "documentEnd"
  | "streamEnd"
  | "directive"
  | "blockSequence"
  | "blockMapping"
  | "blockEnd"
  | "["
  | "]"
  | "{"
  | "}"
  | ","
  | "-"
  | "key"
  | "value"
  | "alias"
  | "anchor"
  | "tag"
  | "scalar";

export interface Token {
  readonly type: TokenType;
  readonly mark: Mark;
}

/** A token that becomes a key if a colon follows on the same line. */
interface SimpleKey {
  readonly mark: Mark;
  /** Position in the token stream. */
  readonly position: number;
  /** Whether only a key is allowed at this place. */
  readonly required: boolean;
}

/** Maximum length of a key without a question mark. */
const MAX_KEY = 1024;

const startsPlain = (character: string, spaced: boolean): boolean =>
  !isBlankOrEnd(character) && (!"-?:,[]{}#&*!|>'\"%@`".includes(character) || ("-?:".includes(character) && !spaced));

/** Splits a text into the tokens of YAML 1.1 like the reference's library, so that it fails at the same places. */
export class YamlScanner {
  readonly #cursor: YamlCursor;
  readonly #tokens: Token[] = [];
  #taken = 0;
  #ended = false;
  #keyAllowed = true;
  /** The possible key of each bracket level, outermost first. */
  readonly #keys: (SimpleKey | undefined)[] = [undefined];
  #indent = -1;
  readonly #indents: number[] = [];

  constructor(text: string) {
    this.#cursor = new YamlCursor(text);
  }

  /** The next token, without consuming it. @throws YamlProblem */
  peek(): Token {
    while (this.#needsMore()) this.#fetch();
    return this.#tokens[0] as Token;
  }

  /** Consumes the token that was peeked. */
  next(): void {
    this.#tokens.shift();
    this.#taken += 1;
  }

  /** Whether more tokens must be read, because a key mark may still be inserted before the next one. */
  #needsMore(): boolean {
    if (this.#ended) return false;
    if (this.#tokens.length === 0) return true;
    this.#dropStaleKeys();
    return this.#keys.some((key) => key?.position === this.#taken);
  }

  get #flow(): boolean {
    return this.#keys.length > 1;
  }

  #fetch(): void {
    const cursor = this.#cursor;
    this.#skipToToken();
    this.#dropStaleKeys();
    this.#unroll(cursor.column);
    const character = cursor.peek();
    const spaced = isBlankOrEnd(cursor.peek(1));
    if (character === "") this.#endStream();
    else if (character === "%" && cursor.column === 0) this.#directive();
    else if (cursor.atDocumentIndicator()) this.#documentIndicator();
    else if (character === "[" || character === "{") this.#open(character);
    else if (character === "]" || character === "}") this.#close(character);
    else if (character === ",") this.#mark(",", true);
    else if (character === "-" && spaced) this.#entry();
    else if (character === "?" && (this.#flow || spaced)) this.#key();
    else if (character === ":" && (this.#flow || spaced)) this.#value();
    else if (character === "*" || character === "&") this.#anchor(character === "*" ? "alias" : "anchor");
    else if (character === "!") this.#keyed("tag", () => cursor.skipWhile((c) => !isBlankOrEnd(c)));
    else if ((character === "|" || character === ">") && !this.#flow) this.#blockScalar();
    else if (character === "'" || character === '"') this.#keyed("scalar", () => scanQuoted(cursor));
    else if (startsPlain(character, spaced)) this.#plain();
    else cursor.fail("found character that cannot start any token");
  }

  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      cursor.skipWhile((c) => c === " " || (c === "\t" && (this.#flow || !this.#keyAllowed)));
      if (cursor.peek() === "#") cursor.skipWhile((c) => !isBreak(c));
      if (!isBreak(cursor.peek())) return;
      cursor.skip();
      if (!this.#flow) this.#keyAllowed = true;
    }
  }

  /** Drops possible keys at the end of their line. @throws YamlProblem when a key was required */
  #dropStaleKeys(): void {
    for (const [level, key] of this.#keys.entries()) {
      if (key === undefined) continue;
      if (key.mark.line === this.#cursor.line && this.#cursor.mark.index - key.mark.index <= MAX_KEY) continue;
      this.#dropKey(level);
    }
  }

  #dropKey(level = this.#keys.length - 1): void {
    const key = this.#keys[level];
    if (key?.required === true) this.#cursor.fail("could not find expected ':'", key.mark.line);
    this.#keys[level] = undefined;
  }

  #saveKey(): void {
    if (!this.#keyAllowed) return;
    this.#dropKey();
    const { mark } = this.#cursor;
    this.#keys[this.#keys.length - 1] = {
      mark,
      position: this.#taken + this.#tokens.length,
      required: !this.#flow && this.#indent === mark.column,
    };
  }

  #roll(column: number, type: "blockSequence" | "blockMapping", mark: Mark, position = this.#tokens.length): void {
    if (this.#flow || this.#indent >= column) return;
    this.#indents.push(this.#indent);
    this.#indent = column;
    this.#tokens.splice(position, 0, { type, mark });
  }

  #unroll(column: number): void {
    if (this.#flow) return;
    while (this.#indent > column) {
      this.#push("blockEnd");
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #push(type: TokenType, mark = this.#cursor.mark): void {
    this.#tokens.push({ type, mark });
  }

  #endStream(): void {
    this.#unroll(-1);
    this.#dropKey();
    this.#keyAllowed = false;
    this.#push("streamEnd");
    this.#ended = true;
  }

  #directive(): void {
    this.#unroll(-1);
    this.#dropKey();
    this.#keyAllowed = false;
    this.#push("directive");
    this.#cursor.skipWhile((c) => !isBreak(c));
  }

  #documentIndicator(): void {
    this.#unroll(-1);
    this.#dropKey();
    this.#keyAllowed = false;
    this.#push(this.#cursor.peek() === "-" ? "documentStart" : "documentEnd");
    for (let i = 0; i < 3; i++) this.#cursor.skip();
  }

  #open(type: "[" | "{"): void {
    this.#saveKey();
    this.#keys.push(undefined);
    this.#keyAllowed = true;
    this.#push(type);
    this.#cursor.skip();
  }

  #close(type: "]" | "}"): void {
    this.#dropKey();
    if (this.#flow) this.#keys.pop();
    this.#keyAllowed = false;
    this.#push(type);
    this.#cursor.skip();
  }

  /** Reads an indicator of one character. @param keyAllowed whether a key may follow */
  #mark(type: TokenType, keyAllowed: boolean): void {
    this.#dropKey();
    this.#keyAllowed = keyAllowed;
    this.#push(type);
    this.#cursor.skip();
  }

  #entry(): void {
    if (!this.#flow) {
      if (!this.#keyAllowed) this.#cursor.fail("block sequence entries are not allowed in this context");
      this.#roll(this.#cursor.column, "blockSequence", this.#cursor.mark);
    }
    this.#mark("-", true);
  }

  #key(): void {
    if (!this.#flow) {
      if (!this.#keyAllowed) this.#cursor.fail("mapping keys are not allowed in this context");
      this.#roll(this.#cursor.column, "blockMapping", this.#cursor.mark);
    }
    this.#mark("key", !this.#flow);
  }

  #value(): void {
    const key = this.#keys.at(-1);
    if (key !== undefined) {
      const position = key.position - this.#taken;
      this.#tokens.splice(position, 0, { type: "key", mark: key.mark });
      this.#roll(key.mark.column, "blockMapping", key.mark, position);
      this.#keys[this.#keys.length - 1] = undefined;
      this.#keyAllowed = false;
    } else {
      if (!this.#flow) {
        if (!this.#keyAllowed) this.#cursor.fail("mapping values are not allowed in this context");
        this.#roll(this.#cursor.column, "blockMapping", this.#cursor.mark);
      }
      this.#keyAllowed = !this.#flow;
    }
    this.#push("value");
    this.#cursor.skip();
  }

  /** Reads a token that may be a key. */
  #keyed(type: TokenType, scan: () => void): void {
    this.#saveKey();
    this.#keyAllowed = false;
    const { mark } = this.#cursor;
    scan();
    this.#push(type, mark);
  }

  #anchor(type: "anchor" | "alias"): void {
    const cursor = this.#cursor;
    this.#keyed(type, () => {
      const { line } = cursor;
      cursor.skip();
      const length = cursor.skipWhile((c) => /[\w-]/.test(c));
      const next = cursor.peek();
      if (length === 0 || !(isBlankOrEnd(next) || "?:,]}%@`".includes(next))) {
        cursor.fail("did not find expected alphabetic or numeric character", line);
      }
    });
  }

  #blockScalar(): void {
    this.#dropKey();
    this.#keyAllowed = true;
    const { mark } = this.#cursor;
    scanBlockScalar(this.#cursor, this.#indent);
    this.#push("scalar", mark);
  }

  #plain(): void {
    let brokenLine = false;
    this.#keyed("scalar", () => {
      brokenLine = scanPlain(this.#cursor, this.#indent, this.#flow);
    });
    if (brokenLine) this.#keyAllowed = true;
  }
}
