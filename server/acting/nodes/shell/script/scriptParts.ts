/** What a shell remembers of the texts of its scripts: commands that run in the background, and functions. */
export class ScriptParts {
  readonly #jobs: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #functions = new Map<string, string>();

  /**
   * Keeps a command that is to run in the background: the same one once, however often its script is read. @returns its number
   */
  keepJob(text: string): number {
    const number = this.#numbers.get(text) ?? this.#jobs.push(text) - 1;
    this.#numbers.set(text, number);
    return number;
  }

  job(number: number): string {
    return this.#jobs[number] ?? "";
  }

  /** @param text its definition */
  define(name: string, text: string): void {
    this.#functions.set(name, text);
  }

  /** A function is to come from a file that is read in. */
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
