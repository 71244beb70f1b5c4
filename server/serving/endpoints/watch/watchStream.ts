import type { ApiObject } from "../../../../shared/object.ts";
import { expired, internalError, isApiError, type Status } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { FrameSink } from "../../../ground/request/context.ts";
import { inTurns, isTurnSpent, nextTurn, turnIfSpent } from "../../../ground/turns/turns.ts";
import { type CachedObject, knownInSteps } from "../../../store/cache/cachedObject.ts";
import { type CacheEvent, frameOf } from "../../../store/cache/cacheEvent.ts";
import { type ListOptions, streamsList } from "../list/listOptions.ts";
import type { Selection } from "../list/selection.ts";
import type { Target } from "../target.ts";
import type { FrameEncoder } from "./watchEncoder.ts";

/** Maximum delay of a timer in milliseconds: 24 days. */
const MAX_TIMER = 2 ** 31 - 1;

/** The reason is not disclosed to the client. */
const FAILED = internalError("the server has failed to answer");

/** The parameters of one watch. */
export interface WatchRequest {
  readonly target: Target;
  readonly options: ListOptions;
  readonly selection: Selection;
  readonly encoder: FrameEncoder;
  /** Send events after this revision; undefined to begin with the current state. */
  readonly from: number | undefined;
  /** Called when everything up to now has been sent. */
  onCaughtUp?(): void;
}

/**
 * Runs one watch: the current state if requested, then all events since, then live events. Past events are sent as fast
 * as the peer reads them; during live events, a peer that lets too much pile up is disconnected.
 */
export async function streamWatch(services: Services, request: WatchRequest, sink: FrameSink): Promise<void> {
  const { target, options, encoder, from } = request;
  const { resource } = target;
  const { cache } = resource;
  const uncached = resource.definition.uncached === true;
  const scope = scopeOf(target);
  /** The revision up to which everything was sent. */
  let position = from ?? services.hub.revision;

  let finished = false;
  const cleanups: (() => void)[] = [];
  const finish = (): void => {
    if (finished) return;
    finished = true;
    for (const cleanup of cleanups) cleanup();
    sink.end();
  };
  for (const signal of [sink.signal, resource.custom?.ended]) {
    if (signal === undefined) continue;
    signal.addEventListener("abort", finish);
    cleanups.push(() => signal.removeEventListener("abort", finish));
    // A client that disconnected while the request was being handled gets nothing more.
    if (signal.aborted) finish();
  }
  /** Ends the watch with an error after a failure, so that the client starts over. */
  const fail = (): void => {
    if (!finished) sink.write(encoder.error({ ...FAILED.status, metadata: {} }));
    finish();
  };
  const send = (frame: Buffer): void => {
    if (!finished && !sink.write(frame)) finish();
  };
  /** Ends the watch with the reason when an object cannot be converted to this version: the client starts over. */
  const refuse = (error: unknown): void => {
    if (!isApiError(error)) throw error;
    send(encoder.error({ ...error.status, metadata: {} }));
    finish();
  };
  /** Sends the frame that `show` makes, if any: synchronously, unless preparing or encoding takes long. */
  const showing = (
    objects: readonly (CachedObject | undefined)[],
    show: () => Buffer | Promise<Buffer> | undefined,
  ): Promise<void> | undefined => {
    const sendSome = (frame: Buffer | undefined): void => {
      if (frame !== undefined) send(frame);
    };
    try {
      const isReady = resource.prepare === undefined && objects.every((cached) => cached?.isCheapToRead !== false);
      const frame = isReady ? show() : prepareAll(resource, objects).then(show);
      if (frame instanceof Promise) return frame.then(sendSome).catch(refuse);
      sendSome(frame);
    } catch (error) {
      refuse(error);
    }
    return undefined;
  };
  const deliver = (event: CacheEvent): Promise<void> | undefined => {
    // A watch that continues one of another server may begin at a newer revision than this server's cache has: older
    // events are skipped until the cache has caught up.
    if (from !== undefined && event.revision <= from) return undefined;
    position = event.revision;
    if (!event.key.startsWith(scope)) return undefined;
    return showing([event.previous, event.current], () => changeFrame(request, event));
  };

  if (options.sendInitialEvents ?? from === undefined) {
    // When many watches begin together, each reads the collection in a separate turn.
    const turn = turnIfSpent();
    if (turn !== undefined) await turn;
    position = services.hub.revision;
    for (const cached of cache.snapshot(scope.endsWith("/") ? scope : cache.prefix)) {
      if (finished) return;
      if (!cached.key.startsWith(scope)) continue;
      const sent = showing([cached], () =>
        isSelected(request, cached) ? inTurns(encoder.frame("ADDED", stateOf(request, cached))) : undefined,
      );
      if (sent !== undefined) await sent;
      const wait = sink.drained() ?? turnIfSpent();
      if (wait !== undefined) await wait;
    }
    if (streamsList(options)) send(encoder.bookmark(position, true));
  }
  if (finished) return;
  /** Whether live events are sent directly; false while past events are still being sent. */
  let live = false;
  const catchUp = async (): Promise<void> => {
    while (!finished && !live) {
      const missed = cache.window.since(position);
      if (missed === undefined) {
        send(tooOld(encoder, position, cache.window.start, uncached));
        finish();
        return;
      }
      // No event can come between this check and the next event: both are in the same turn.
      if (missed.length === 0) live = true;
      for (const event of missed) {
        if (finished) return;
        const sent = deliver(event);
        if (sent !== undefined) await sent;
        const wait = sink.drained() ?? turnIfSpent();
        if (wait !== undefined) await wait;
      }
    }
  };
  /**
   * Sends live events. Events that arrive while a large object is encoded, or while the watch has yielded, are sent
   * afterwards from the cache's window.
   */
  const follow = (event: CacheEvent): void => {
    if (!live) return;
    // When the watchers of an event have used up the turn, the remaining ones send it in later turns.
    const sent = isTurnSpent() ? nextTurn() : deliver(event);
    if (sent === undefined) return;
    live = false;
    sent.then(catchUp).catch((error: unknown) => {
      services.hub.reportFollower(resource, error);
      fail();
    });
  };
  // The removal of an unreadable object cannot be sent as an event: the client starts over.
  const onMissed = (revision: number): void => {
    send(tooOld(encoder, position, revision, uncached));
    finish();
  };
  cleanups.push(cache.follow({ onEvent: follow, onLost: finish, onMissed, onFailed: fail }));
  await catchUp();
  request.onCaughtUp?.();
  if (finished) return;
  // The reference's bookmarks come from its watch cache, which uncached resources do not have.
  if (options.allowWatchBookmarks && !uncached) {
    const bookmarks = setInterval(() => {
      // No bookmark is sent while past events are still being sent.
      if (!live) return;
      position = Math.max(position, services.hub.revision);
      try {
        send(encoder.bookmark(position, false));
      } catch (error) {
        services.hub.reportFollower(resource, error);
        fail();
      }
    }, services.bookmarkInterval);
    cleanups.push(() => clearInterval(bookmarks));
  }
  const seconds = options.timeoutSeconds ?? 0;
  if (seconds <= 0 && services.minWatchTime === 0) return;
  // A watch without a timeout is ended at some time, so that clients are redistributed over servers.
  const life = seconds > 0 ? 1000 * seconds : services.minWatchTime * (1 + Math.random());
  const end = setTimeout(finish, Math.min(life, MAX_TIMER));
  cleanups.push(() => clearTimeout(end));
}

/** Sends a stream with a single event: the error. */
export function failWatch(encoder: FrameEncoder, sink: FrameSink, status: Status): void {
  sink.write(encoder.error({ ...status, metadata: {} }));
  sink.end();
}

/** @param start the oldest version that the cache still has, for resources that are cached in the reference */
function tooOld(encoder: FrameEncoder, from: number, start: number, uncached = false): Buffer {
  const message = uncached
    ? "The resourceVersion for the provided watch is too old."
    : `too old resource version: ${from} (${start})`;
  return encoder.error({ ...expired(message).status, metadata: {} });
}

/**
 * The frame of a change for this watcher; undefined when the change does not concern it. An object that leaves the
 * selection is reported as deleted; one that enters it as added.
 */
function changeFrame(request: WatchRequest, event: CacheEvent): Buffer | Promise<Buffer> | undefined {
  const before = isSelected(request, event.previous);
  const after = event.type !== "DELETED" && isSelected(request, event.current);
  if (after) return eventFrame(request, before ? "MODIFIED" : "ADDED", event.current, event);
  if (!before) return undefined;
  return eventFrame(request, "DELETED", event.type === "DELETED" ? event.current : withRevision(event), event);
}

/** The frame of an event, shared by all watchers with the same format. */
function eventFrame(
  request: WatchRequest,
  type: string,
  shown: CachedObject,
  event: CacheEvent,
): Buffer | Promise<Buffer> {
  const { encoder } = request;
  const encode = (): Steps<Buffer> => encoder.frame(type, stateOf(request, shown));
  return encoder.shareable ? frameOf(event, `${encoder.format}/${type}`, encode) : inTurns(encode());
}

function isSelected(request: WatchRequest, object: CachedObject | undefined): boolean {
  if (object === undefined) return false;
  return request.selection.everything || request.selection.matches(stateOf(request, object));
}

/**
 * The state to show: an unreadable object is shown in its last readable state, because watchers receive only changes.
 */
const stateOf = ({ target }: WatchRequest, cached: CachedObject): ApiObject =>
  target.resource.fromStorage(cached.known ?? cached.object);

/**
 * Parses large objects ahead of time, and converts the stored objects to the version of the watch if that takes a
 * webhook call.
 * @throws ApiError 500
 */
async function prepareAll(resource: Resource, objects: readonly (CachedObject | undefined)[]): Promise<void> {
  const known: ApiObject[] = [];
  for (const cached of objects) {
    const object = cached && (await inTurns(knownInSteps(cached)));
    if (object !== undefined) known.push(object);
  }
  await resource.prepare?.(known);
}

/** The key prefix of the events that a watch can see: the resource, a namespace of it, or one object. */
function scopeOf(target: Target): string {
  const { resource, namespace, name } = target;
  if (name !== "") return resource.key(namespace, name);
  return namespace === "" ? resource.cache.prefix : `${resource.cache.prefix}${namespace}/`;
}

/** The previous state, with the revision of the change that removed the object from the selection. */
const withRevision = (event: CacheEvent): CachedObject => (event.previous ?? event.current).at(event.revision);
