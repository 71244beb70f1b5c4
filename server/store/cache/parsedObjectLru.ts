import type { Steps } from "../../../shared/steps.ts";
import { inTurns } from "../../ground/turns/turns.ts";

/** An object that can drop its parsed form. */
export interface Evictable {
  /** Drops what can be parsed again. */
  evict(): void;
}

/**
 * The memory shared by parsed wide objects. When it is full, the least recently used ones drop their parsed form and
 * keep only their stored bytes. The object in use stays parsed, however large it is.
 */
export class ParsedObjectLru {
  readonly #bytes: number;
  /** Approximate weights in bytes, least recently used first. */
  readonly #weights = new Map<Evictable, number>();
  #used = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @param bytes approximate memory that all parsed objects together may take */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Approximate bytes that the parsed objects take. */
  get used(): number {
    return this.#used;
  }

  /** Marks an object as just used. @param weight approximate bytes of memory that its parsed form takes */
  use(object: Evictable, weight: number): void {
    this.remove(object);
    this.#weights.set(object, weight);
    this.#used += weight;
    for (const oldest of this.#weights.keys()) {
      if (this.#used <= this.#bytes || oldest === object) return;
      this.remove(oldest);
      oldest.evict();
    }
  }

  /** Removes an object that no longer needs memory here. */
  remove(object: Evictable): void {
    this.#used -= this.#weights.get(object) ?? 0;
    this.#weights.delete(object);
  }

  /**
   * Parses long texts one at a time, so that concurrent readers do not add up their memory. Parsing continues when its
   * reader has gone, because other readers may wait for the same object.
   */
  parse<T>(work: () => Steps<T>): Promise<T> {
    const parsed = this.#last.then(() => inTurns(work()));
    this.#last = parsed.catch(() => undefined);
    return parsed;
  }
}
