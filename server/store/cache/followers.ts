import type { ApiObject } from "../../../shared/object.ts";
import type { CacheEvent } from "./cacheEvent.ts";

/** One that hears of every change of a resource's objects. */
export interface Follower {
  readonly onEvent: (event: CacheEvent) => void;
  /** An object goes that could not be read any more, so that no event can tell of it; with what was known of it. */
  readonly onLost?: ((known: ApiObject | undefined) => void) | undefined;
  /**
   * An object can be read that never could before, since the keys have changed. That is no event: the object is what it was.
   */
  readonly onFound?: ((object: ApiObject) => void) | undefined;
  /** Changes up to a revision were missed. It hears no more; without this, it hears of what differs since. */
  readonly onMissed?: ((revision: number) => void) | undefined;
  /** It has thrown, and hears no more: what it was told is not what it knows. */
  readonly onFailed?: ((error: unknown) => void) | undefined;
}

/** Tells followers of changes, each apart from the others: one that throws ends alone. */
export class Followers {
  readonly #all = new Set<Follower>();

  get size(): number {
    return this.#all.size;
  }
  readonly #onError: (error: unknown) => void;

  /** @param onError told of everything that is thrown */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Returns what ends it. */
  add(follower: Follower): () => void {
    this.#all.add(follower);
    return () => void this.#all.delete(follower);
  }

  changed(event: CacheEvent): void {
    for (const follower of [...this.#all]) this.#attempt(follower, () => follower.onEvent(event));
  }

  lost(known: ApiObject | undefined): void {
    for (const follower of [...this.#all]) this.#attempt(follower, () => follower.onLost?.(known));
  }

  missed(revision: number): void {
    for (const follower of [...this.#all]) {
      if (follower.onMissed === undefined) continue;
      this.#attempt(follower, () => follower.onMissed?.(revision));
      this.#all.delete(follower);
    }
  }

  found(object: ApiObject): void {
    for (const follower of [...this.#all]) this.#attempt(follower, () => follower.onFound?.(object));
  }

  #attempt(follower: Follower, tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#onError(error);
      this.#all.delete(follower);
      try {
        follower.onFailed?.(error);
      } catch (failure) {
        this.#onError(failure);
      }
    }
  }
}
