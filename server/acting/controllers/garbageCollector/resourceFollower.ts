import { type ApiObject, apiVersionOf } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient, ServedResource } from "../../../api/client/apiClient.ts";
import { type Kinds, kindsOf } from "../../../api/client/kinds.ts";
import type { Timers } from "../../../ground/timing/timers.ts";
import type { Following, ObjectFeed } from "../../client/objectFeed.ts";
import type { Graph } from "./graph.ts";
import { type Coordinates, isIgnored } from "./node.ts";

export interface FollowerOptions {
  readonly client: Pick<ApiClient, "resources">;
  readonly vocabulary: Vocabulary;
  readonly feed: ObjectFeed;
  readonly graph: Graph;
  readonly timers: Timers;
  /** The resources of other servers, and the feed of their objects. Default: none. */
  readonly behind?: FollowedRemote | undefined;
  /** Called when kinds were added or removed. */
  onKinds(): void;
}

export interface FollowedRemote {
  readonly feed: ObjectFeed;
  /** Whether another server serves a resource. */
  owns(resource: ServedResource): boolean;
}

/** Feeds a graph with the objects of all deletable resources, while resources are added and removed. */
export interface ResourceFollower {
  /** The kinds that are served now. */
  readonly kinds: Kinds;
  /** Resolves when all currently followed resources have delivered their objects. */
  synced(): Promise<void>;
  stop(): Promise<void>;
}

interface Followed {
  readonly served: ServedResource;
  readonly following: Following;
}

const DEFINITIONS = "customresourcedefinitions";

/**
 * Resources per millisecond of pause between two discoveries. A discovery takes some microseconds per resource. The
 * pauses keep the cost bounded when hundreds of definitions are added one by one.
 */
const RESOURCES_A_MILLISECOND = 200;

/** Milliseconds between two discoveries of the servers behind this one: what they serve can change without notice. */
const REMOTE_DISCOVERY_INTERVAL = 30_000;
/**
 * Milliseconds that the objects of other servers may take at the start; the collector begins without those that take
 * longer.
 */
const SYNC_TIMEOUT = 30_000;

/**
 * Follows each resource in one version. Discovery is repeated when a custom resource definition changes, which is the
 * only way in which this server's resources change. With other servers, it is also repeated periodically.
 */
export function followResources(options: FollowerOptions): ResourceFollower {
  const { client, vocabulary, graph, timers, behind } = options;
  const definitionsGroup = vocabulary.render("apiextensions.{domain}");
  const followed = new Map<string, Followed>();
  let seen: readonly ServedResource[] | undefined;
  let nextDiscovery = timers.now;
  let stale = false;
  let stopped = false;

  const follow = (served: ServedResource): Following => {
    const { kind, namespaced } = served;
    const apiVersion = apiVersionOf(served);
    const definitions = served.resource === DEFINITIONS && served.group === definitionsGroup;
    const observe = (object: ApiObject, deleted: boolean): void => {
      const { uid, name = "", namespace = "" } = object.metadata;
      if (uid === undefined || stopped) return;
      const coordinates: Coordinates = { apiVersion, kind, namespace: namespaced ? namespace : "", name, uid };
      if (deleted) graph.remove(coordinates);
      else graph.observe(coordinates, object);
      if (definitions) rediscoverSoon();
    };
    // Objects that were deleted in the meantime are not delivered: an owner that is missing is looked up when its
    // dependent is checked.
    const feed = behind?.owns(served) === true ? behind.feed : options.feed;
    return feed.follow(served, observe, () => graph.unobserve(belongsTo(served)));
  };

  const rediscover = (): void => {
    const resources = client.resources();
    if (resources === seen) return;
    seen = resources;
    nextDiscovery = timers.now + Math.floor(resources.length / RESOURCES_A_MILLISECOND);
    const wanted = new Map(
      resources.filter((row) => isCollected(row, vocabulary)).map((row) => [`${row.resource}.${row.group}`, row]),
    );
    for (const [key, { served, following }] of followed) {
      const now = wanted.get(key);
      if (now !== undefined && sameServing(now, served)) continue;
      void following.stop();
      followed.delete(key);
      // If only the version has changed, the same objects are delivered again at once.
      if (now === undefined || now.kind !== served.kind) graph.unobserve(belongsTo(served));
    }
    for (const [key, served] of wanted) {
      if (!followed.has(key)) followed.set(key, { served, following: follow(served) });
    }
    options.onKinds();
  };

  // The component that serves the definitions gets the same change in the same tick: it must have acted before
  // discovery is repeated.
  const rediscoverSoon = (): void => {
    if (stale) return;
    stale = true;
    const rediscoverNow = (): void => {
      stale = false;
      if (!stopped) rediscover();
    };
    const pause = nextDiscovery - timers.now;
    if (pause > 0) timers.after(pause, rediscoverNow);
    else queueMicrotask(rediscoverNow);
  };

  let cancelRemoteDiscovery: () => void = () => undefined;
  const scheduleRemoteDiscovery = (): void => {
    cancelRemoteDiscovery = timers.after(REMOTE_DISCOVERY_INTERVAL, () => {
      rediscover();
      scheduleRemoteDiscovery();
    });
  };

  /** Resolves when a resource has delivered its objects; for another server's resource, also after a timeout. */
  const delivered = async ({ served, following }: Followed): Promise<void> => {
    if (behind?.owns(served) !== true) return following.synced;
    await new Promise<void>((resolve) => {
      const cancel = timers.after(SYNC_TIMEOUT, resolve);
      void following.synced.then(() => {
        cancel();
        resolve();
      });
    });
  };

  rediscover();
  if (behind !== undefined) scheduleRemoteDiscovery();
  return {
    get kinds() {
      return kindsOf(seen ?? []);
    },
    async synced() {
      let before = -1;
      while (before !== followed.size) {
        before = followed.size;
        await Promise.all([...followed.values()].map(delivered));
      }
    },
    async stop() {
      stopped = true;
      cancelRemoteDiscovery();
      await Promise.all([...followed.values()].map(({ following }) => following.stop()));
    },
  };
}

const NEEDED = ["delete", "list", "watch"];

const isCollected = (row: ServedResource, vocabulary: Vocabulary): boolean =>
  row.preferred && NEEDED.every((verb) => row.verbs.includes(verb)) && !isIgnored(row, vocabulary);

const sameServing = (a: ServedResource, b: ServedResource): boolean =>
  a.version === b.version && a.kind === b.kind && a.namespaced === b.namespaced;

function belongsTo({ group, kind }: ServedResource): (coordinates: Coordinates) => boolean {
  return (coordinates) =>
    coordinates.kind === kind &&
    apiVersionOf({ group, version: "" }) ===
      coordinates.apiVersion.slice(0, coordinates.apiVersion.lastIndexOf("/") + 1);
}
