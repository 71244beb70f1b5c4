import type { ApiObject } from "../../../shared/object.ts";
import type { CacheEvent } from "./cacheEvent.ts";

/** Receives every change of a resource's objects. */
export interface Follower {
  readonly onEvent: (event: CacheEvent) => void;
  /**
   * Called when an object is removed that had become unreadable, so that no event can report it; `known` is its last
   * readable state.
   */
  readonly onLost?: ((known: ApiObject | undefined) => void) | undefined;
  /**
   * Called when an object becomes readable for the first time because the keys have changed. This is not an event: the
   * object itself has not changed.
   */
  readonly onFound?: ((object: ApiObject) => void) | undefined;
  /**
   * Called when changes up to a revision were missed. The follower then receives nothing more. A follower without this
   * handler receives the differences instead.
   */
  readonly onMissed?: ((revision: number) => void) | undefined;
  /**
   * Called after the follower has thrown: it receives nothing more, because its state may no longer match what it was
   * told.
   */
  readonly onFailed?: ((error: unknown) => void) | undefined;
}

/** Notifies followers of changes, isolated from each other: a follower that throws is removed, the others continue. */
export class Followers {
  readonly #all = new Set<Follower>();

  get size(): number {
    return this.#all.size;
  }
  readonly #onError: (error: unknown) => void;

  /** @param onError called with every error that a follower throws */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Returns a function that removes the follower. */
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

  #attempt(follower: Follower, deliver: () => void): void {
    try {
      deliver();
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
