import type { ApiObject, GroupResource } from "../../../shared/object.ts";
import type { CachedObject } from "../../store/cache/cachedObject.ts";
import type { CacheHub } from "../../store/cache/cacheHub.ts";
import { eachApart } from "../../store/cache/eachApart.ts";
import type { ObjectChange } from "../../store/cache/reader.ts";

/** Objects of a resource now and from now on. */
export interface Following {
  /** Resolves once all objects that existed at the start were delivered; never rejects. */
  readonly synced: Promise<void>;
  stop(): Promise<void>;
}

/**
 * A source of the metadata of every object of every resource, without a request per resource. Objects are shared: never
 * change them. They are as stored, of any version and perhaps without resourceVersion.
 */
export interface ObjectFeed {
  /**
   * Calls back for every object at the start, in no particular order, and for every later change.
   * @param onRestart `onChange` has thrown at a change: what was delivered so far is void, and every object is
   * delivered again
   */
  follow(
    resource: GroupResource,
    onChange: (object: ApiObject, deleted: boolean) => void,
    onRestart: () => void,
  ): Following;
}

/** Objects delivered without a break: other work gets its turn in between. */
const SLICE = 250;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The feed of a server's own caches: costs no copy, no encoding and no authorization, for controllers it runs itself. */
export function cacheFeed(hub: Pick<CacheHub, "cache" | "follow" | "reportFollower">): ObjectFeed {
  return {
    follow(resource, onChange, onRestart) {
      let stopped = false;
      /** A later round of deliveries replaces the one under way. */
      let round = 0;
      const cache = hub.cache(resource);
      const deliverOne = (cached: CachedObject): void => {
        // What changed since then was delivered as a change.
        const object = cache.get(cached.key) === cached ? cached.glance() : undefined;
        if (object !== undefined) onChange(object, false);
      };
      const deliver = async (): Promise<void> => {
        const own = ++round;
        const start = [...cache.range()];
        for (let from = 0; from < start.length; from += SLICE) {
          if (from > 0) await nextTurn();
          if (stopped || own !== round) return;
          try {
            eachApart(start.slice(from, from + SLICE), deliverOne);
          } catch (error) {
            hub.reportFollower(resource, error);
          }
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
