/** What a shell remembers of the texts of its scripts: commands that run in the background, and functions. */
export class ScriptParts {
  readonly #jobs: string[] = [];
  readonly #functions = new Map<string, string>();

  /** Keeps a command that is to run in the background. @returns its number */
  keepJob(text: string): number {
    return this.#jobs.push(text) - 1;
  }

  job(number: number): string {
    return this.#jobs[number] ?? "";
  }

  /** @param text its definition */
  define(name: string, text: string): void {
    this.#functions.set(name, text);
  }

  hasFunction(name: string): boolean {
    return this.#functions.has(name);
  }

  /** The definitions of all functions. */
  get functions(): string {
    return [...this.#functions.values()].join("");
  }
}
