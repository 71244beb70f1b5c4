/** A position in a YAML text; line and column count from 0. */
export interface Mark {
  readonly index: number;
  readonly line: number;
  readonly column: number;
}

/** An error in a YAML text, and its position. */
export class YamlProblem extends Error {
  override readonly name = "YamlProblem";
  readonly mark: Mark;
  /** The line where the erroneous construct began; 0 when it is irrelevant. */
  readonly contextLine: number;
  /** Whether the error was found by the scanner instead of the parser: the reference counts lines differently then. */
  readonly lexical: boolean;

  constructor(problem: string, mark: Mark, contextLine: number, lexical: boolean) {
    super(problem);
    this.mark = mark;
    this.contextLine = contextLine;
    this.lexical = lexical;
  }
}

/** Walks a text character by character. Past the end, every character is empty. */
export class YamlCursor {
  readonly #text: string;
  #index = 0;
  #line = 0;
  #column = 0;

  constructor(text: string) {
    this.#text = text.startsWith("\ufeff") ? text.slice(1) : text;
  }

  get line(): number {
    return this.#line;
  }

  get column(): number {
    return this.#column;
  }

  get mark(): Mark {
    return { index: this.#index, line: this.#line, column: this.#column };
  }

  peek(ahead = 0): string {
    return this.#text[this.#index + ahead] ?? "";
  }

  /** Skips one character; a two-character line break counts as one. */
  skip(): void {
    const character = this.peek();
    if (character === "") return;
    this.#index += character === "\r" && this.peek(1) === "\n" ? 2 : 1;
    if (isBreak(character)) {
      this.#line += 1;
      this.#column = 0;
    } else {
      this.#column += 1;
    }
  }

  skipWhile(holds: (character: string) => boolean): number {
    let steps = 0;
    for (; this.peek() !== "" && holds(this.peek()); steps++) this.skip();
    return steps;
  }

  /** Whether `---` or `...` is at the start of a line. */
  atDocumentIndicator(): boolean {
    if (this.#column !== 0) return false;
    const start = this.#text.slice(this.#index, this.#index + 3);
    return (start === "---" || start === "...") && isBlankOrEnd(this.peek(3));
  }

  fail(problem: string, contextLine = 0): never {
    throw new YamlProblem(problem, this.mark, contextLine, true);
  }
}

export const isBreak = (character: string): boolean =>
  character === "\n" ||
  character === "\r" ||
  character === "\u0085" ||
  character === "\u2028" ||
  character === "\u2029";
export const isBlank = (character: string): boolean => character === " " || character === "\t";
export const isBlankOrEnd = (character: string): boolean =>
  character === "" || isBlank(character) || isBreak(character);
