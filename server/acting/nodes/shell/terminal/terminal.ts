import { lastWord } from "../../../../../shared/text/trimEnd.ts";

/** The events of a terminal: it echoes what is typed, and reports special keys. */
export interface TerminalEvents {
  show(text: string): void;
  /** Ctrl-C. */
  interrupt(): void;
  /** Completions of a line; shown when there are several. */
  complete(line: string): Promise<readonly string[]>;
}

const MAX_REMEMBERED = 500;
/** Maximum characters of one line. */
const LONGEST = 65_536;
/** Maximum characters typed ahead, in complete lines; lines beyond them are dropped. */
const MAX_AHEAD = 1_000_000;
const ESCAPE = "\u001b";

/**
 * Combines a terminal driver and a line editor: echoes what is typed, edits the line, keeps a history, and passes
 * complete lines to the reader. Its input is the text that the keys send.
 */
export class Terminal {
  readonly #events: TerminalEvents;
  readonly #history: string[] = [];
  /** Lines typed ahead; undefined for an end of input. */
  readonly #lines: (string | undefined)[] = [];
  /** Total characters of these lines. */
  #ahead = 0;
  #typed = "";
  #line = "";
  #cursor = 0;
  #historyIndex = 0;
  #prompt = "";
  #reader: ((line: string | undefined) => void) | undefined;
  #isEnded = false;
  #work: Promise<void> = Promise.resolve();

  constructor(events: TerminalEvents) {
    this.#events = events;
  }

  /** The next line without its line end; undefined at the end of the input. @param prompt shown before it */
  read(prompt: string): Promise<string | undefined> {
    this.#prompt = prompt;
    this.#events.show(prompt);
    this.#historyIndex = this.#history.length;
    if (this.#lines.length > 0) {
      const ahead = this.#lines.shift();
      this.#ahead -= ahead?.length ?? 0;
      if (ahead !== undefined) this.#events.show(`${ahead}\n`);
      return Promise.resolve(ahead);
    }
    if (this.#isEnded) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#reader = resolve;
      this.#events.show(this.#line);
    });
  }

  /** Called at the end of the input. */
  end(): void {
    this.#isEnded = true;
    this.#give(undefined);
  }

  /** Processes keys in order. */
  type(text: string): Promise<void> {
    this.#typed += text;
    this.#work = this.#work.then(() => this.#takeTyped());
    return this.#work;
  }

  async #takeTyped(): Promise<void> {
    while (this.#typed !== "") {
      const key = nextKey(this.#typed);
      if (key === undefined) return;
      this.#typed = this.#typed.slice(key.length);
      // Cursor keys may be sent in either of two forms.
      await this.#take(key.replace(`${ESCAPE}O`, `${ESCAPE}[`));
    }
  }

  async #take(key: string): Promise<void> {
    switch (key) {
      case "\r":
      case "\n":
        return this.#enter();
      case "\u0003":
        return this.#interrupt();
      case "\u0004":
        if (this.#line !== "") return this.#erase(this.#cursor, this.#cursor + 1);
        return this.#give(undefined);
      case DELETE:
      case "\b":
        return this.#erase(this.#cursor - 1, this.#cursor);
      case `${ESCAPE}[3~`:
        return this.#erase(this.#cursor, this.#cursor + 1);
      case "\u0015":
        return this.#erase(0, this.#cursor);
      case "\u000b":
        return this.#erase(this.#cursor, this.#line.length);
      case "\u0017":
        return this.#erase(this.#lastWordStart(), this.#cursor);
      case "\u000c":
        this.#events.show(`${ESCAPE}[H${ESCAPE}[2J`);
        return this.#redraw(this.#line);
      case "\u0001":
      case `${ESCAPE}[H`:
      case `${ESCAPE}[1~`:
        return this.#move(0);
      case "\u0005":
      case `${ESCAPE}[F`:
      case `${ESCAPE}[4~`:
        return this.#move(this.#line.length);
      case `${ESCAPE}[D`:
        return this.#move(this.#cursor - 1);
      case `${ESCAPE}[C`:
        return this.#move(this.#cursor + 1);
      case `${ESCAPE}[A`:
        return this.#recall(this.#historyIndex - 1);
      case `${ESCAPE}[B`:
        return this.#recall(this.#historyIndex + 1);
      case "\t":
        return this.#complete();
      default:
        if (key >= " ") this.#insert(key);
    }
  }

  #insert(keys: string): void {
    const text = keys.slice(0, LONGEST - this.#line.length);
    if (text === "") return;
    const rest = this.#line.slice(this.#cursor);
    this.#line = this.#line.slice(0, this.#cursor) + text + rest;
    this.#cursor += text.length;
    if (this.#reader !== undefined) this.#events.show(text + rest + back(rest.length));
  }

  #erase(from: number, to: number): void {
    if (from < 0 || from >= this.#line.length || from === to) return;
    this.#redraw(this.#line.slice(0, from) + this.#line.slice(to), from);
  }

  #move(to: number): void {
    const target = Math.max(0, Math.min(this.#line.length, to));
    const by = target - this.#cursor;
    this.#cursor = target;
    this.#events.show(by < 0 ? back(-by) : by > 0 ? `${ESCAPE}[${by}C` : "");
  }

  /** Replaces the current line on the screen. */
  #redraw(line: string, cursor = line.length): void {
    this.#line = line;
    this.#cursor = cursor;
    if (this.#reader === undefined) return;
    this.#events.show(`\r${ESCAPE}[K${this.#prompt}${line}${back(line.length - cursor)}`);
  }

  #recall(index: number): void {
    if (index < 0 || index > this.#history.length) return;
    this.#historyIndex = index;
    this.#redraw(this.#history[index] ?? "");
  }

  #enter(): void {
    const line = this.#line;
    this.#line = "";
    this.#cursor = 0;
    // A line typed ahead is shown later, when a program reads it.
    if (this.#reader !== undefined) this.#events.show("\n");
    if (line.trim() !== "" && line !== this.#history.at(-1)) this.#history.push(line);
    if (this.#history.length > MAX_REMEMBERED) this.#history.shift();
    this.#give(line);
  }

  #interrupt(): void {
    this.#line = "";
    this.#cursor = 0;
    this.#lines.length = 0;
    this.#ahead = 0;
    this.#events.show("^C\n");
    if (this.#reader === undefined) this.#events.interrupt();
    else this.#give("");
  }

  #give(line: string | undefined): void {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader !== undefined) reader(line);
    else if (line === undefined || this.#ahead + line.length <= MAX_AHEAD) {
      this.#lines.push(line);
      this.#ahead += line?.length ?? 0;
    }
  }

  #lastWordStart(): number {
    const before = this.#line.slice(0, this.#cursor).trimEnd();
    return before.length - lastWord(before).length;
  }

  async #complete(): Promise<void> {
    if (this.#reader === undefined) return;
    const before = this.#line.slice(0, this.#cursor);
    const found = await this.#events.complete(before);
    const word = lastWord(before);
    const common = found.reduce(commonStart, found[0] ?? "");
    const ending = found.length === 1 && !common.endsWith("/") ? " " : "";
    if (common.length > word.length || ending !== "") return this.#insert(common.slice(word.length) + ending);
    if (found.length < 2) return;
    const names = found.map(lastPart);
    this.#events.show(`\n${names.join("  ")}\n`);
    this.#redraw(this.#line, this.#cursor);
  }
}

/** The last part of a path, including a folder's trailing slash. */
const lastPart = (path: string): string => path.slice(path.lastIndexOf("/", path.length - 2) + 1);

const back = (count: number): string => (count > 0 ? `${ESCAPE}[${count}D` : "");

function commonStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}

const DELETE = "\u007f";

/** The text at the beginning of the keys, up to the first special key: a paste is then shown in one piece. */
function textAhead(keys: string): string {
  let end = 0;
  while (end < keys.length && keys.charAt(end) >= " " && keys.charAt(end) !== DELETE) end += 1;
  return keys.slice(0, end);
}

/** The next key, or all text before it; undefined while an escape sequence is incomplete. */
function nextKey(text: string): string | undefined {
  const first = text.charAt(0);
  if (first !== ESCAPE) return textAhead(text) || first;
  const [sequence] = new RegExp(`^${ESCAPE}(?:\\[[0-9;]*[A-Za-z~]|O[A-Za-z]|[^\\[O])`).exec(text) ?? [];
  return sequence ?? (text.length > 16 ? ESCAPE : undefined);
}
