/**
 * A question that many callers ask at the same time and that is sent once for all of them. A caller that comes while
 * one is under way gets the answer to the next one: the answer under way may describe an earlier state.
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
