/** Texts that a shell stores from its scripts: background commands and functions. */
export class ScriptParts {
  readonly #jobs: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #functions = new Map<string, string>();

  /**
   * Stores a background command; the same text is stored once, even if its script is parsed again.
   * @returns its number
   */
  keepJob(text: string): number {
    const number = this.#numbers.get(text) ?? this.#jobs.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  job(number: number): string {
    return this.#jobs[number] ?? "";
  }

  /** @param text the function's definition */
  define(name: string, text: string): void {
    this.#functions.set(name, text);
  }

  /** Registers a function that a sourced file will define. */
  expect(name: string): void {
    if (!this.#functions.has(name)) this.#functions.set(name, "");
  }

  hasFunction(name: string): boolean {
    return this.#functions.has(name);
  }

  /** The definitions of all functions. */
  get functions(): string {
    return [...this.#functions.values()].join("");
  }
}
