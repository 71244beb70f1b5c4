import type { ApiObject } from "../../../shared/object.ts";
import type { CacheEvent } from "./cacheEvent.ts";
import type { ObjectChange } from "./reader.ts";
import type { ResourceCache } from "./resourceCache.ts";
import { RestartBackoff } from "./restartBackoff.ts";

export interface ObjectFollowing {
  onChange(change: ObjectChange): void;
  /** Called after `onChange` has thrown: everything reported so far is void. */
  readonly restart: (() => void) | undefined;
  /** Called with every error that `onChange` and `restart` throw. */
  onError(error: unknown): void;
  /** Milliseconds since the epoch. */
  now(): number;
}

/**
 * Reports changes of a cache's objects from now on; starts over after an error.
 * @returns a function that ends the subscription
 */
export function followObjects(cache: ResourceCache, following: ObjectFollowing): () => void {
  const { onChange, restart = () => {}, onError, now } = following;
  const restartBackoff = new RestartBackoff({ restart, onError, now });
  let end = (): void => {};
  const begin = (): void => {
    end = cache.follow({
      onEvent: (event) => onChange(new EventChange(event)),
      onLost: (known) => {
        if (known !== undefined) onChange({ type: "deleted", object: known, previous: known });
      },
      onFound: (object) => onChange({ type: "added", object }),
      onFailed: () => {
        // Subscribes before starting over, so that no change is missed in between.
        begin();
        restartBackoff.failed();
      },
    });
  };
  begin();
  return () => {
    end();
    restartBackoff.stop();
  };
}

const TYPES = { ADDED: "added", MODIFIED: "modified", DELETED: "deleted" } as const;

/** A change as followers see it. Its objects are parsed only when they are accessed. */
class EventChange implements ObjectChange {
  readonly type: ObjectChange["type"];
  readonly #event: CacheEvent;

  constructor(event: CacheEvent) {
    this.type = TYPES[event.type];
    this.#event = event;
  }

  get object(): ApiObject {
    return this.#event.current.object;
  }

  get previous(): ApiObject | undefined {
    return this.#event.previous?.object;
  }
}
