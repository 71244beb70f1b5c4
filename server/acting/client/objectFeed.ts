import type { ApiObject, GroupResource } from "../../../shared/object.ts";
import { atOnce } from "../../../shared/steps.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import type { CachedObject } from "../../store/cache/cachedObject.ts";
import type { CacheHub } from "../../store/cache/cacheHub.ts";
import { forEachIsolated } from "../../store/cache/forEachIsolated.ts";
import type { ObjectChange } from "../../store/cache/reader.ts";

/** A subscription to the objects of a resource. */
export interface Following {
  /** Resolves when all initially existing objects were delivered; never rejects. */
  readonly synced: Promise<void>;
  stop(): Promise<void>;
}

/**
 * A source of the metadata of every object of every resource, without a request per resource. Objects are shared, so
 * never modify them. They are in stored form: in any version, and perhaps without resourceVersion.
 */
export interface ObjectFeed {
  /**
   * Calls back for every existing object, in no particular order, and for every later change.
   * @param onRestart called when `onChange` has thrown: everything delivered so far is void, and every object is
   * delivered again
   */
  follow(
    resource: GroupResource,
    onChange: (object: ApiObject, deleted: boolean) => void,
    onRestart: () => void,
  ): Following;
}

/** Number of objects that are delivered before yielding to other work. */
const SLICE = 250;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A feed from the server's own caches, without copies, encoding or authorization, for the server's own controllers. */
export function cacheFeed(hub: Pick<CacheHub, "cache" | "follow" | "reportFollower">): ObjectFeed {
  return {
    follow(resource, onChange, onRestart) {
      let stopped = false;
      /** Identifies the current round of deliveries: a later round replaces the one in progress. */
      let round = 0;
      const cache = hub.cache(resource);
      const attempt = (work: () => void): void => {
        try {
          work();
        } catch (error) {
          hub.reportFollower(resource, error);
        }
      };
      const deliverOne = (cached: CachedObject, object: ApiObject | undefined): void => {
        // An object that has changed since then was already delivered as a change.
        if (object !== undefined && cache.get(cached.key) === cached) onChange(object, false);
      };
      const deliver = async (): Promise<void> => {
        const own = ++round;
        const start = cache.snapshot();
        for (let slice = take(start, SLICE); slice.length > 0; slice = take(start, SLICE)) {
          const long = slice.filter((cached) => !cached.isCheapToRead);
          attempt(() =>
            forEachIsolated(slice, (cached) => {
              if (cached.isCheapToRead) deliverOne(cached, atOnce(cached.readUncached()));
            }),
          );
          for (const cached of long) {
            const object = await inTurns(cached.readUncached());
            if (stopped || own !== round) return;
            attempt(() => deliverOne(cached, object));
          }
          await nextTurn();
          if (stopped || own !== round) return;
        }
      };
      const follow = ({ type, object }: ObjectChange): void => onChange(object, type === "deleted");
      const end = hub.follow(resource, follow, () => {
        onRestart();
        void deliver();
      });
      return {
        synced: deliver(),
        async stop() {
          stopped = true;
          end();
        },
      };
    },
  };
}

/** Takes up to `count` items from an iterator. */
function take<T>(items: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = items.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}
