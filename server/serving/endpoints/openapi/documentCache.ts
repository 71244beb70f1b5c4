/**
 * Documents are expensive: each is built on first request and kept while its dependencies stay the same. Concurrent
 * requests share one build. Names without a document are not cached.
 */
export class DocumentCache<T> {
  readonly #dependencies: (name: string) => readonly unknown[];
  readonly #make: (name: string) => Promise<T | undefined>;
  readonly #kept = new Map<
    string,
    { readonly dependencies: readonly unknown[]; readonly document: Promise<T | undefined> }
  >();

  /** @param dependencies what a document is built from: compared by identity, one by one */
  constructor(dependencies: (name: string) => readonly unknown[], make: (name: string) => Promise<T | undefined>) {
    this.#dependencies = dependencies;
    this.#make = make;
  }

  /** Rejects when building the document fails; the next request tries again. */
  async get(name: string): Promise<T | undefined> {
    const dependencies = this.#dependencies(name);
    const kept = this.#kept.get(name);
    if (kept !== undefined && same(kept.dependencies, dependencies)) return kept.document;
    const entry = { dependencies, document: this.#make(name) };
    this.#kept.set(name, entry);
    const forget = (): void => {
      if (this.#kept.get(name) === entry) this.#kept.delete(name);
    };
    try {
      const document = await entry.document;
      if (document === undefined) forget();
      return document;
    } catch (error) {
      forget();
      throw error;
    }
  }

  /** Forgets all documents except those with these names. */
  retain(names: ReadonlySet<string>): void {
    for (const name of this.#kept.keys()) if (!names.has(name)) this.#kept.delete(name);
  }
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);
