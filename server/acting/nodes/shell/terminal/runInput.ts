import type { TerminalSize } from "../../../../api/registry/podAccess.ts";
import { GatheredBytes } from "../../../../ground/memory/gatheredBytes.ts";
import { Terminal } from "./terminal.ts";

export interface RunInputParts {
  readonly tty: boolean;
  readonly hasInput: boolean;
  show(text: string): void;
  interrupt(): void;
  /** Called when this many more bytes of the input were read, or a reader is waiting for more than these. */
  taken?(bytes: number): void;
  /** Completions of a line that is typed in a folder. */
  complete(line: string, folder: string): Promise<readonly string[]>;
}

/** Maximum bytes of unread input; input beyond it is dropped. No line and no complete input may be longer. */
const MAX_WAITING = 32 * 1024 * 1024;

const LINE_END = 0x0a;

/** The input of a run: keys of a terminal, or bytes. */
export class RunInput {
  readonly #terminal: Terminal | undefined;
  readonly #unread = new GatheredBytes();
  /** Whether the unread input may contain a line end. */
  #mayHoldLine = false;
  /** Bytes that have arrived and were not reported as taken yet. */
  #unreported = 0;
  readonly #taken: (bytes: number) => void;
  /** The folder for completing relative paths. */
  folder = "/";
  /** The size of the terminal; zero until a client sends it. */
  terminalSize: TerminalSize = { columns: 0, rows: 0 };
  #isEnded: boolean;
  #wake: () => void = () => undefined;

  constructor(parts: RunInputParts) {
    this.#isEnded = !parts.hasInput;
    this.#taken = (bytes) => parts.taken?.(bytes);
    if (!parts.tty) return;
    const complete = (line: string) => parts.complete(line, this.folder);
    this.#terminal = new Terminal({ show: parts.show, interrupt: parts.interrupt, complete });
    if (this.#isEnded) this.#terminal.end();
  }

  get isTerminal(): boolean {
    return this.#terminal !== undefined;
  }

  push(bytes: Uint8Array): void {
    if (this.#terminal !== undefined) {
      void this.#terminal.type(Buffer.from(bytes).toString("utf8")).then(() => this.#taken(bytes.length));
      return;
    }
    if (this.#isEnded || this.#unread.size + bytes.length > MAX_WAITING) {
      this.#taken(bytes.length);
      return;
    }
    this.#unread.push(Buffer.from(bytes));
    this.#unreported += bytes.length;
    this.#mayHoldLine ||= bytes.includes(LINE_END);
    this.#wake();
  }

  /** Changes the size of the terminal. */
  resize(size: TerminalSize): void {
    this.terminalSize = size;
  }

  /** Called at the end of the input. */
  end(): void {
    this.#isEnded = true;
    this.#terminal?.end();
    this.#wake();
  }

  /** The next line without its line end; undefined at the end of the input. @param prompt shown on a terminal */
  async line(prompt: string): Promise<string | undefined> {
    if (this.#terminal !== undefined) return this.#terminal.read(prompt);
    for (;;) {
      // Join the chunks once for all their lines, and only when a line end has arrived.
      if (this.#mayHoldLine || this.#isEnded) {
        const text = this.#unread.take();
        const end = text.indexOf(LINE_END);
        if (end >= 0 || (this.#isEnded && text.length > 0)) {
          this.#keep(text.subarray(end >= 0 ? end + 1 : text.length));
          return text.subarray(0, end >= 0 ? end : text.length).toString("utf8");
        }
        this.#unread.push(text);
        this.#mayHoldLine = false;
      }
      if (this.#isEnded) return undefined;
      await this.#more();
    }
  }

  /** All input since the last call, waiting until there is some; undefined at the end of the input. */
  async next(): Promise<Buffer | undefined> {
    if (this.#terminal !== undefined) {
      const line = await this.#terminal.read("");
      return line === undefined ? undefined : Buffer.from(`${line}\n`);
    }
    while (this.#unread.size === 0) {
      if (this.#isEnded) return undefined;
      await this.#more();
    }
    const text = this.#unread.take();
    this.#keep(Buffer.alloc(0));
    return text;
  }

  /**
   * The complete input, one character for each byte.
   * @param most maximum number of bytes: longer input is not awaited to its end, and the result is longer than that
   */
  async all(most: number): Promise<string> {
    while (!this.#isEnded && this.#unread.size <= most) await this.#more();
    const text = this.#unread.take().toString("latin1");
    this.#keep(Buffer.alloc(0));
    return text;
  }

  #keep(rest: Buffer): void {
    this.#unread.push(rest);
    this.#mayHoldLine = rest.length > 0;
    this.#reportTaken(this.#unreported - rest.length);
  }

  #reportTaken(bytes: number): void {
    if (bytes <= 0) return;
    this.#unreported -= bytes;
    this.#taken(bytes);
  }

  /** Waits for more input. All unread input counts as taken, because the reader needs more than that. */
  #more(): Promise<void> {
    this.#reportTaken(this.#unreported);
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
