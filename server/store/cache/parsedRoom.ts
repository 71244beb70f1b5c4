import type { Steps } from "../../../shared/steps.ts";
import { inTurns } from "../../ground/turns/turns.ts";

/** What can do without its parsed form. */
export interface Restable {
  /** Lets go of what can be parsed again. */
  rest(): void;
}

/**
 * The room that parsed wide objects share. When it is full, those that were not read for longest go back to the bytes that
 * are stored of them. The object in use stays, however large it is.
 */
export class ParsedRoom {
  readonly #bytes: number;
  /** In the order of their last use. */
  readonly #weights = new Map<Restable, number>();
  #used = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @param bytes of memory that all of them may take together, about */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Bytes that the parsed objects take, about. */
  get used(): number {
    return this.#used;
  }

  /** An object is read. @param weight bytes of memory that its parsed form takes, about */
  use(object: Restable, weight: number): void {
    this.leave(object);
    this.#weights.set(object, weight);
    this.#used += weight;
    for (const oldest of this.#weights.keys()) {
      if (this.#used <= this.#bytes || oldest === object) return;
      this.leave(oldest);
      oldest.rest();
    }
  }

  /** An object needs the room no longer. */
  leave(object: Restable): void {
    this.#used -= this.#weights.get(object) ?? 0;
    this.#weights.delete(object);
  }

  /**
   * Parses long texts one after the other, so that many readers at once need the memory for one more. The work goes on
   * when its reader has left: others may wait for the same.
   */
  parse<T>(work: () => Steps<T>): Promise<T> {
    const parsed = this.#last.then(() => inTurns(work()));
    this.#last = parsed.catch(() => undefined);
    return parsed;
  }
}
