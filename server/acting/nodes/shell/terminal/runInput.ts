import type { TerminalSize } from "../../../../api/registry/podDoors.ts";
import { Terminal } from "./terminal.ts";

export interface RunInputParts {
  readonly tty: boolean;
  readonly hasInput: boolean;
  show(text: string): void;
  interrupt(): void;
  /** So many more bytes of the input were read, or are waited for with more. */
  taken?(bytes: number): void;
  /** What a line that is typed in a folder may go on with. */
  complete(line: string, folder: string): Promise<readonly string[]>;
}

/** The most unread input, in bytes; what comes beyond it is dropped. */
const MOST_WAITING = 256 * 1024 * 1024;

/** Pieces smaller than this, in bytes, take more memory than what they hold … */
const SMALL = 1024;
/** … and so many of them become one. */
const MANY = 1024;

const LINE_END = 0x0a;

/** What comes to a run: keys of a terminal, or bytes. */
export class RunInput {
  readonly #terminal: Terminal | undefined;
  readonly #chunks: Buffer[] = [];
  /** How many of the last chunks are small. */
  #small = 0;
  #size = 0;
  /** Whether a line may end in what is unread. */
  #mayHoldLine = false;
  /** Bytes that came and were not told as taken. */
  #untold = 0;
  readonly #taken: (bytes: number) => void;
  /** Where relative paths begin that are completed. */
  folder = "/";
  /** Of the terminal; none is known before a client tells it. */
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
    if (this.#isEnded || this.#size + bytes.length > MOST_WAITING) {
      this.#taken(bytes.length);
      return;
    }
    const chunk = Buffer.from(bytes);
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    this.#untold += chunk.length;
    this.#mayHoldLine ||= chunk.includes(LINE_END);
    this.#small = bytes.length < SMALL ? this.#small + 1 : 0;
    if (this.#small === MANY) {
      this.#chunks.push(Buffer.concat(this.#chunks.splice(-MANY)));
      this.#small = 0;
    }
    this.#wake();
  }

  /** The terminal has another size from now on. */
  resize(size: TerminalSize): void {
    this.terminalSize = size;
  }

  /** Nothing more will come. */
  end(): void {
    this.#isEnded = true;
    this.#terminal?.end();
    this.#wake();
  }

  /** The next line without its end; undefined when there are no more. @param prompt shown on a terminal */
  async line(prompt: string): Promise<string | undefined> {
    if (this.#terminal !== undefined) return this.#terminal.read(prompt);
    for (;;) {
      // Joined once, however many lines there are, and not before the line has come.
      if (this.#mayHoldLine || this.#isEnded) {
        const [only] = this.#chunks;
        const text = this.#chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.#chunks);
        const end = text.indexOf(LINE_END);
        if (end >= 0 || (this.#isEnded && text.length > 0)) {
          this.#keep(text.subarray(end >= 0 ? end + 1 : text.length));
          return text.subarray(0, end >= 0 ? end : text.length).toString("utf8");
        }
        this.#mayHoldLine = false;
      }
      if (this.#isEnded) return undefined;
      await this.#more();
    }
  }

  /** What has come since the last time, once there is something; undefined when there will be none. */
  async next(): Promise<Buffer | undefined> {
    if (this.#terminal !== undefined) {
      const line = await this.#terminal.read("");
      return line === undefined ? undefined : Buffer.from(`${line}\n`);
    }
    while (this.#chunks.length === 0) {
      if (this.#isEnded) return undefined;
      await this.#more();
    }
    const text = Buffer.concat(this.#chunks);
    this.#keep(Buffer.alloc(0));
    return text;
  }

  /** Everything, one character for each byte. */
  async all(): Promise<string> {
    while (!this.#isEnded) await this.#more();
    const text = Buffer.concat(this.#chunks).toString("latin1");
    this.#keep(Buffer.alloc(0));
    return text;
  }

  /** How many pieces unread input is kept in, for tests. */
  get pieces(): number {
    return this.#chunks.length;
  }

  #keep(rest: Buffer): void {
    this.#chunks.length = 0;
    this.#small = 0;
    if (rest.length > 0) this.#chunks.push(rest);
    this.#size = rest.length;
    this.#mayHoldLine = rest.length > 0;
    this.#tell(this.#untold - rest.length);
  }

  #tell(bytes: number): void {
    if (bytes <= 0) return;
    this.#untold -= bytes;
    this.#taken(bytes);
  }

  /** Who waits for more wants it whatever is unread. */
  #more(): Promise<void> {
    this.#tell(this.#untold);
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
