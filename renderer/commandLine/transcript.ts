/** The transcript of a command line: the typed commands and their output. */

export interface TranscriptEntry {
  readonly id: number;
  readonly kind: "command" | "output";
  readonly text: string;
}

/** Maximum number of kept characters; the oldest are dropped first. */
const MAX_CHARACTERS = 400_000;
/** Maximum number of commands that the arrow keys can recall. */
const MAX_COMMANDS = 200;

/** The transcript of one cluster's command line, kept until the window closes. */
export class Transcript {
  #entries: readonly TranscriptEntry[] = [];
  #characters = 0;
  #lastId = 0;
  #commands: readonly string[] = [];
  readonly #listeners = new Set<() => void>();

  readonly entries = (): readonly TranscriptEntry[] => this.#entries;
  /** The typed commands, the latest last. */
  readonly commands = (): readonly string[] => this.#commands;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  command(text: string): void {
    if (text.trim() !== "" && this.#commands.at(-1) !== text)
      this.#commands = [...this.#commands, text].slice(-MAX_COMMANDS);
    this.#add("command", text);
  }

  output(text: string): void {
    this.#add("output", text.length > MAX_CHARACTERS ? text.slice(-MAX_CHARACTERS) : text);
  }

  clear(): void {
    this.#entries = [];
    this.#characters = 0;
    this.#notify();
  }

  #add(kind: TranscriptEntry["kind"], text: string): void {
    this.#characters += text.length;
    let first = 0;
    while (this.#characters > MAX_CHARACTERS && first < this.#entries.length) {
      this.#characters -= this.#entries[first]?.text.length ?? 0;
      first += 1;
    }
    this.#lastId += 1;
    this.#entries = [...this.#entries.slice(first), { id: this.#lastId, kind, text }];
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const transcripts = new Map<string, Transcript>();

/** The transcript of a cluster. Kept until the window closes, so that the output survives closing the dock. */
export function transcriptOf(cluster: string): Transcript {
  const known = transcripts.get(cluster) ?? new Transcript();
  transcripts.set(cluster, known);
  return known;
}
