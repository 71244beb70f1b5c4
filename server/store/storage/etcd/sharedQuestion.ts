/**
 * A question that many ask at the same time and that is asked once for them. Whoever comes while it is under way gets the
 * answer to the next one, which is asked after they came: the answer under way may be of before.
 */
export class SharedQuestion<T> {
  readonly #ask: () => Promise<T>;
  #current: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  ask(): Promise<T> {
    if (this.#current === undefined) return this.#begin();
    this.#next ??= this.#current.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  #begin(): Promise<T> {
    const answer = this.#ask();
    this.#current = answer;
    this.#next = undefined;
    const over = (): void => {
      if (this.#current === answer && this.#next === undefined) this.#current = undefined;
    };
    answer.then(over, over);
    return answer;
  }
}
