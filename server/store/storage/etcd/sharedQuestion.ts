/**
 * A question that many callers ask concurrently and that is sent once for all of them. A caller that comes while a call
 * is in progress gets the answer of the next call, because the answer in progress may describe an earlier state.
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
