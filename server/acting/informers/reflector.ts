import type { ApiObject } from "../../../shared/object.ts";
import { isApiError } from "../../../shared/status.ts";
import type { ApiClient, ListOptions, ResourceReference } from "../../api/client/apiClient.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { keyOf } from "./objectKey.ts";

export interface ReflectorOptions {
  readonly client: Pick<ApiClient, "list" | "watch">;
  readonly ref: ResourceReference;
  readonly options?: Pick<ListOptions, "labelSelector" | "fieldSelector">;
  readonly timers: Timers;
  /** Called for every object at the start and after a re-list, and for every later change. */
  onChange(object: ApiObject, deleted: boolean): void;
  onError?(error: unknown): void;
}

/** Follows a resource until it is stopped. */
export interface Reflector {
  /** Resolves when the first list was delivered; never rejects. */
  readonly synced: Promise<void>;
  stop(): Promise<void>;
}

const RETRY_DELAY = 500;
const LONGEST_DELAY = 30_000;

/**
 * Lists a resource, then watches it from the list's version on. A watch that ends or fails is resumed. When its version
 * has expired, or after any other error, the resource is listed again: objects that have vanished in between are
 * reported as deleted.
 */
export function startReflector(options: ReflectorOptions): Reflector {
  const abort = new AbortController();
  const known = new Map<string, ApiObject>();
  let markSynced: () => void = () => undefined;
  const synced = new Promise<void>((resolve) => {
    markSynced = resolve;
  });

  const report = (object: ApiObject, deleted: boolean): void => {
    if (deleted) known.delete(keyOf(object));
    else known.set(keyOf(object), object);
    options.onChange(object, deleted);
  };

  const list = async (): Promise<string> => {
    const { items, resourceVersion } = await options.client.list(options.ref, options.options);
    const present = new Set(items.map(keyOf));
    for (const [key, object] of [...known]) if (!present.has(key)) report(object, true);
    for (const object of items) report(object, false);
    return resourceVersion;
  };

  /** Watches from a version on; returns the last version when the stream ends without an error. */
  const watch = async (from: string): Promise<string> => {
    let resourceVersion = from;
    const stream = options.client.watch(options.ref, { ...options.options, resourceVersion, signal: abort.signal });
    for await (const event of stream) {
      if (event.type === "ERROR") throw new Error("the watch was ended by an error");
      resourceVersion = event.object.metadata.resourceVersion ?? resourceVersion;
      if (event.type !== "BOOKMARK") report(event.object, event.type === "DELETED");
    }
    return resourceVersion;
  };

  const run = async (): Promise<void> => {
    let version: string | undefined;
    let failures = 0;
    while (!abort.signal.aborted) {
      try {
        version ??= await list();
        markSynced();
        const reached = await watch(version);
        // A stream that ends at once without progress must not lead to a busy loop.
        if (reached === version) await pause(RETRY_DELAY, options.timers, abort.signal);
        version = reached;
        failures = 0;
      } catch (error) {
        if (abort.signal.aborted) return;
        version = undefined;
        if (!isApiError(error, "Expired") && !isApiError(error, "Gone")) options.onError?.(error);
        await pause(Math.min(RETRY_DELAY * 2 ** failures++, LONGEST_DELAY), options.timers, abort.signal);
      }
    }
  };

  const done = run();
  return {
    synced,
    async stop() {
      abort.abort();
      await done;
    },
  };
}

/** Waits; resolves early when the signal aborts. */
function pause(milliseconds: number, timers: Timers, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      signal.removeEventListener("abort", finish);
      cancel();
      resolve();
    };
    const cancel = timers.after(milliseconds, finish);
    signal.addEventListener("abort", finish);
  });
}
