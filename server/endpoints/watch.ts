import type { ApiObject } from "../../shared/object.ts";
import { expired, isApiError, type Status } from "../../shared/status.ts";
import type { CachedObject } from "../cache/cachedObject.ts";
import { type CacheEvent, frameOf } from "../cache/cacheEvent.ts";
import { negotiate } from "../encoding/negotiate.ts";
import { type FrameSink, header, type RequestContext, type StreamAnswer } from "../http/context.ts";
import { parseVersion, waitForVersion } from "./get.ts";
import { type ListOptions, parseListOptions } from "./listOptions.ts";
import { parseSelection, type Selection } from "./selection.ts";
import type { Services } from "./services.ts";
import type { Target } from "./target.ts";
import { type FrameEncoder, watchEncoder } from "./watchEncoder.ts";

/** A watch without `timeoutSeconds` ends after 30 to 60 minutes, so that clients spread over servers again. */
const MIN_TIMEOUT_SECONDS = 1800;

/** GET with `watch`: a stream of events, by the resourceVersion semantics of watches. */
export async function watch(services: Services, context: RequestContext, target: Target): Promise<StreamAnswer> {
  const { resource } = target;
  const negotiated = negotiate(header(context, "accept"), context.query, services.vocabulary, {
    streaming: true,
    transforms: true,
    jsonOnly: resource.custom !== undefined,
  });
  const options = parseListOptions(context.query, true, services.vocabulary);
  const selection = parseSelection(context.query, resource);
  const encoder = watchEncoder(services, context, resource, negotiated);
  const from =
    options.resourceVersion === "" || options.resourceVersion === "0"
      ? undefined
      : parseVersion(options.resourceVersion);
  const headers = { "content-type": encoder.contentType };
  try {
    // Initial events show a state at least as new as the version asked for.
    if (options.sendInitialEvents === true) await waitForVersion(services, options.resourceVersion);
  } catch (error) {
    if (!isApiError(error)) throw error;
    return { status: 200, headers, stream: (sink) => fail(encoder, sink, error.status) };
  }
  return {
    status: 200,
    headers,
    stream: (sink) => run(services, target, options, selection, encoder, from, sink),
  };
}

/** A stream of one event: why there is none. */
function fail(encoder: FrameEncoder, sink: FrameSink, status: Status): void {
  sink.write(encoder.error({ ...status, metadata: {} }));
  sink.end();
}

function run(
  services: Services,
  target: Target,
  options: ListOptions,
  selection: Selection,
  encoder: FrameEncoder,
  from: number | undefined,
  sink: FrameSink,
): void {
  const { resource } = target;
  const { cache } = resource;
  const scope = scopeOf(target);
  let shown = services.hub.revision;

  const emit = (type: string, object: CachedObject, event?: CacheEvent): void => {
    const frame =
      event === undefined || !encoder.shareable
        ? encoder.frame(type, resource.fromStorage(object.object))
        : frameOf(event, `${encoder.format}/${type}`, () => encoder.frame(type, resource.fromStorage(object.object)));
    if (!sink.write(frame)) finish();
  };
  const selected = (object: CachedObject | undefined): boolean =>
    object !== undefined && (selection.everything || selection.matches(resource.fromStorage(object.object)));
  /** An object that leaves the selection is gone for this watcher; one that enters is new. */
  const deliver = (event: CacheEvent): void => {
    if (event.revision <= (from ?? 0) || !event.key.startsWith(scope)) return;
    shown = event.revision;
    const before = selected(event.previous);
    const after = event.type !== "DELETED" && selected(event.current);
    if (after) emit(before ? "MODIFIED" : "ADDED", event.current, event);
    else if (before) emit("DELETED", event.type === "DELETED" ? event.current : withRevision(event), event);
  };

  const initial = options.sendInitialEvents ?? from === undefined;
  const replay = from === undefined || initial ? [] : cache.window.since(from);
  if (replay === undefined) {
    fail(encoder, sink, expired(`too old resource version: ${from} (${cache.window.start})`).status);
    return;
  }
  const timers: NodeJS.Timeout[] = [];
  let finished = false;
  const stopFollowing = cache.follow(deliver);
  const finish = (): void => {
    if (finished) return;
    finished = true;
    stopFollowing();
    resource.custom?.ended.removeEventListener("abort", finish);
    for (const timer of timers) clearInterval(timer);
    sink.end();
  };
  sink.signal.addEventListener("abort", finish);
  resource.custom?.ended.addEventListener("abort", finish);
  // Who left while the request was being handled is not told again.
  if (sink.signal.aborted) finish();

  if (initial) {
    for (const cached of cache.range(scope.endsWith("/") ? scope : cache.prefix)) {
      if (finished) return;
      if (cached.key.startsWith(scope) && selected(cached)) emit("ADDED", cached);
    }
    if (options.sendInitialEvents === true && options.allowWatchBookmarks) {
      if (!finished && !sink.write(encoder.bookmark(services.hub.revision, true))) finish();
    }
  } else {
    for (const event of replay) if (!finished) deliver(event);
  }
  if (finished) return;
  if (options.allowWatchBookmarks) {
    timers.push(
      setInterval(() => {
        shown = Math.max(shown, services.hub.revision);
        if (!sink.write(encoder.bookmark(shown, false))) finish();
      }, services.bookmarkInterval),
    );
  }
  const seconds = options.timeoutSeconds ?? 0;
  timers.push(setTimeout(finish, 1000 * (seconds > 0 ? seconds : MIN_TIMEOUT_SECONDS * (1 + Math.random()))));
}

/** The key prefix whose events a watch can see at all: the resource, a namespace of it, or one object. */
function scopeOf(target: Target): string {
  const { resource, namespace, name } = target;
  if (name !== "") return resource.key(namespace, name);
  return namespace === "" ? resource.cache.prefix : `${resource.cache.prefix}${namespace}/`;
}

/** The state before, at the revision of the change that took the object out of the selection. */
function withRevision(event: CacheEvent): CachedObject {
  const previous = event.previous ?? event.current;
  const object: ApiObject = {
    ...previous.object,
    metadata: { ...previous.object.metadata, resourceVersion: String(event.revision) },
  };
  return Object.create(previous, { object: { value: object } }) as CachedObject;
}
