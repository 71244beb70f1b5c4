import type { ApiObject } from "../../../../shared/object.ts";
import { expired, internalError, isApiError, type Status } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { FrameSink } from "../../../ground/request/context.ts";
import { inTurns, isTurnSpent, nextTurn, turnIfSpent } from "../../../ground/turns/turns.ts";
import { type CachedObject, knownInSteps } from "../../../store/cache/cachedObject.ts";
import { type CacheEvent, frameOf } from "../../../store/cache/cacheEvent.ts";
import type { ListOptions } from "../list/listOptions.ts";
import type { Selection } from "../list/selection.ts";
import type { Target } from "../target.ts";
import type { FrameEncoder } from "./watchEncoder.ts";

/** The longest time that a timer can be set to: milliseconds, 24 days. */
const MAX_TIMER = 2 ** 31 - 1;

/** The reason stays inside. */
const FAILED = internalError("the server has failed to answer");

/** What one watcher wants to see. */
export interface WatchRequest {
  readonly target: Target;
  readonly options: ListOptions;
  readonly selection: Selection;
  readonly encoder: FrameEncoder;
  /** Events after this revision; undefined begins with the current state. */
  readonly from: number | undefined;
  /** Called when everything up to now was sent. */
  onCaughtUp?(): void;
}

/**
 * The life of one watch: the current state when asked for, then all events since, then live events. Past events are
 * sent as fast as the peer reads them; once it follows live, a peer that lets too much pile up is cut off.
 */
export async function streamWatch(services: Services, request: WatchRequest, sink: FrameSink): Promise<void> {
  const { target, options, encoder, from } = request;
  const { resource } = target;
  const { cache } = resource;
  const uncached = resource.definition.uncached === true;
  const scope = scopeOf(target);
  /** Everything up to this revision was sent. */
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
    // A client that left while the request was being handled gets nothing more.
    if (signal.aborted) finish();
  }
  /** What cannot be sent any more is reported as such, so that the client starts over. */
  const fail = (): void => {
    if (!finished) sink.write(encoder.error({ ...FAILED.status, metadata: {} }));
    finish();
  };
  const send = (frame: Buffer): void => {
    if (!finished && !sink.write(frame)) finish();
  };
  /** An object that cannot be shown at this version ends the watch with the reason: its client starts over. */
  const refuse = (error: unknown): void => {
    if (!isApiError(error)) throw error;
    send(encoder.error({ ...error.status, metadata: {} }));
    finish();
  };
  /** Sends a frame when there is one: at once, unless it takes long to encode. */
  const showing = (
    objects: readonly (CachedObject | undefined)[],
    show: () => Buffer | Promise<Buffer> | undefined,
  ): Promise<void> | undefined => {
    const sendSome = (frame: Buffer | undefined): void => {
      if (frame !== undefined) send(frame);
    };
    try {
      const isReady = resource.prepare === undefined && objects.every((cached) => cached?.isAtHand !== false);
      const frame = isReady ? show() : prepareAll(resource, objects).then(show);
      if (frame instanceof Promise) return frame.then(sendSome).catch(refuse);
      sendSome(frame);
    } catch (error) {
      refuse(error);
    }
    return undefined;
  };
  const deliver = (event: CacheEvent): Promise<void> | undefined => {
    // A watch that continues one of another server may begin at a newer revision than this server's cache, which
    // catches up.
    if (from !== undefined && event.revision <= from) return undefined;
    position = event.revision;
    if (!event.key.startsWith(scope)) return undefined;
    return showing([event.previous, event.current], () => changeFrame(request, event));
  };

  if (options.sendInitialEvents ?? from === undefined) {
    // Many watches that begin together take one look at the collection a turn.
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
    if (options.sendInitialEvents === true && options.allowWatchBookmarks) send(encoder.bookmark(position, true));
  }
  if (finished) return;
  /** Follows live; false while past events are still to be sent. */
  let live = false;
  const catchUp = async (): Promise<void> => {
    while (!finished && !live) {
      const missed = cache.window.since(position);
      if (missed === undefined) {
        send(tooOld(encoder, position, cache.window.start, uncached));
        finish();
        return;
      }
      // Nothing can happen between this look at the past and the next event: both are in one turn.
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
   * Events that come while a large object is encoded, or while others have their turn, are sent after it, from what the cache
   * keeps.
   */
  const follow = (event: CacheEvent): void => {
    if (!live) return;
    // What all watchers of an event compute together may take long: the rest of them have turns of their own.
    const sent = isTurnSpent() ? nextTurn() : deliver(event);
    if (sent === undefined) return;
    live = false;
    sent.then(catchUp).catch((error: unknown) => {
      services.hub.reportFollower(resource, error);
      fail();
    });
  };
  // The removal of an unreadable object cannot be sent: the client starts over.
  const onMissed = (revision: number): void => {
    send(tooOld(encoder, position, revision, uncached));
    finish();
  };
  cleanups.push(cache.follow({ onEvent: follow, onLost: finish, onMissed, onFailed: fail }));
  await catchUp();
  request.onCaughtUp?.();
  if (finished) return;
  // The reference's bookmarks come from its watch cache.
  if (options.allowWatchBookmarks && !uncached) {
    const bookmarks = setInterval(() => {
      // Nothing is promised while past events are still to be sent.
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
  // A watch without an end of its own ends some time, so that clients spread over servers again.
  const life = seconds > 0 ? 1000 * seconds : services.minWatchTime * (1 + Math.random());
  const end = setTimeout(finish, Math.min(life, MAX_TIMER));
  cleanups.push(() => clearTimeout(end));
}

/** A stream of one event: why there is none. */
export function failWatch(encoder: FrameEncoder, sink: FrameSink, status: Status): void {
  sink.write(encoder.error({ ...status, metadata: {} }));
  sink.end();
}

/** @param start the first version that is still known to the cache, where the reference has one */
function tooOld(encoder: FrameEncoder, from: number, start: number, uncached = false): Buffer {
  const why = uncached
    ? "The resourceVersion for the provided watch is too old."
    : `too old resource version: ${from} (${start})`;
  return encoder.error({ ...expired(why).status, metadata: {} });
}

/**
 * What a change means for this watcher, undefined when nothing. An object that leaves the selection is deleted for it;
 * one that enters is added.
 */
function changeFrame(request: WatchRequest, event: CacheEvent): Buffer | Promise<Buffer> | undefined {
  const before = isSelected(request, event.previous);
  const after = event.type !== "DELETED" && isSelected(request, event.current);
  if (after) return eventFrame(request, before ? "MODIFIED" : "ADDED", event.current, event);
  if (!before) return undefined;
  return eventFrame(request, "DELETED", event.type === "DELETED" ? event.current : withRevision(event), event);
}

/** The frame of an event, shared by all watchers that see it in the same form. */
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

/** An object that became unreadable is shown as it was last known, for watchers get changes only. */
const stateOf = ({ target }: WatchRequest, cached: CachedObject): ApiObject =>
  target.resource.fromStorage(cached.known ?? cached.object);

/**
 * Parses long objects ahead of time, and converts the stored objects to the version of the watch, where that asks a webhook.
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

/** The key prefix whose events a watch can see at all: the resource, a namespace of it, or one object. */
function scopeOf(target: Target): string {
  const { resource, namespace, name } = target;
  if (name !== "") return resource.key(namespace, name);
  return namespace === "" ? resource.cache.prefix : `${resource.cache.prefix}${namespace}/`;
}

/** The state before, at the revision of the change that took the object out of the selection. */
const withRevision = (event: CacheEvent): CachedObject => (event.previous ?? event.current).at(event.revision);
