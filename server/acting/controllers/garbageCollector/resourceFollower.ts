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
  /** What other servers serve, and where their objects come from. Default: there is none. */
  readonly behind?: FollowedBehind | undefined;
  /** Kinds came or went. */
  onKinds(): void;
}

export interface FollowedBehind {
  readonly feed: ObjectFeed;
  /** Whether a resource is theirs. */
  owns(resource: ServedResource): boolean;
}

/** Keeps a graph fed with the objects of all resources that can be deleted, while resources come and go. */
export interface ResourceFollower {
  /** The kinds served now. */
  readonly kinds: Kinds;
  /** Resolves when all resources that are followed now have delivered their objects. */
  synced(): Promise<void>;
  stop(): Promise<void>;
}

interface Followed {
  readonly served: ServedResource;
  readonly following: Following;
}

const DEFINITIONS = "customresourcedefinitions";

/**
 * A look at all that is served takes some microseconds for each resource. Between two there is a pause of a millisecond for
 * so many, so that definitions that come by the hundred do not cost more, one by one, the more there are.
 */
const RESOURCES_A_MILLISECOND = 200;

/** Milliseconds between two looks at what the servers behind this one serve: they change it by themselves. */
const LOOK_BEHIND = 30_000;
/** Milliseconds that the objects of other servers may take at the start; the collector begins without what takes longer. */
const PATIENCE = 30_000;

/**
 * Follows resources through one version each. Discovery is read again when a custom resource definition changes, which is
 * the only way in which this server's resources come and go, and from time to time where other servers have some.
 */
export function followResources(options: FollowerOptions): ResourceFollower {
  const { client, vocabulary, graph, timers, behind } = options;
  const definitionsGroup = vocabulary.render("apiextensions.{domain}");
  const followed = new Map<string, Followed>();
  let seen: readonly ServedResource[] | undefined;
  let nextLook = timers.now;
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
    // Objects that went meanwhile are not delivered again: an object that refers to them is looked up when it is judged.
    const feed = behind?.owns(served) === true ? behind.feed : options.feed;
    return feed.follow(served, observe, () => graph.unobserve(belongsTo(served)));
  };

  const rediscover = (): void => {
    const resources = client.resources();
    if (resources === seen) return;
    seen = resources;
    nextLook = timers.now + Math.floor(resources.length / RESOURCES_A_MILLISECOND);
    const wanted = new Map(
      resources.filter((row) => isCollected(row, vocabulary)).map((row) => [`${row.resource}.${row.group}`, row]),
    );
    for (const [key, { served, following }] of followed) {
      const now = wanted.get(key);
      if (now !== undefined && sameServing(now, served)) continue;
      void following.stop();
      followed.delete(key);
      // Under another version the same objects are delivered again at once.
      if (now === undefined || now.kind !== served.kind) graph.unobserve(belongsTo(served));
    }
    for (const [key, served] of wanted) {
      if (!followed.has(key)) followed.set(key, { served, following: follow(served) });
    }
    options.onKinds();
  };

  // The component that serves the definitions gets a change in the same turn: it must have acted before discovery is
  // read.
  const rediscoverSoon = (): void => {
    if (stale) return;
    stale = true;
    const look = (): void => {
      stale = false;
      if (!stopped) rediscover();
    };
    const pause = nextLook - timers.now;
    if (pause > 0) timers.after(pause, look);
    else queueMicrotask(look);
  };

  let cancelLook: () => void = () => undefined;
  const lookBehind = (): void => {
    cancelLook = timers.after(LOOK_BEHIND, () => {
      rediscover();
      lookBehind();
    });
  };

  /** Resolves when a resource has delivered its objects, or, if it is another server's, when that took too long. */
  const delivered = async ({ served, following }: Followed): Promise<void> => {
    if (behind?.owns(served) !== true) return following.synced;
    await new Promise<void>((resolve) => {
      const cancel = timers.after(PATIENCE, resolve);
      void following.synced.then(() => {
        cancel();
        resolve();
      });
    });
  };

  rediscover();
  if (behind !== undefined) lookBehind();
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
      cancelLook();
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
