/** The source of a live list's rows: pages of a list, and frames of a watch. */
import type { ApiError } from "../../../shared/status.ts";

/** One page of a list. */
export interface ListPage<T> {
  items: T[];
  resourceVersion: string;
  /** Token of the next page; undefined on the last page. */
  continue?: string | undefined;
  remaining?: number | undefined;
}

/** A frame with changed rows, or a bookmark with the version reached so far. */
export type WatchChange<T> =
  | { type: "ADDED" | "MODIFIED" | "DELETED"; items: T[]; resourceVersion: string }
  | { type: "BOOKMARK"; resourceVersion: string };

/** One frame of a watch, decoded. */
export type WatchEvent<T> = WatchChange<T> | { type: "ERROR"; error: ApiError };

export interface WatchHandlers<T> {
  opened(): void;
  event(event: WatchEvent<T>): void;
  /**
   * Called once, however the watch ended; never after `close` of the returned handle.
   *
   * @param heartbeats whether the server was reachable until then; false if it had stopped responding before
   */
  closed(hasReceived: boolean): void;
}

export interface ListWatchSource<T> {
  list(query: { limit: number; continue?: string | undefined }, signal: AbortSignal): Promise<ListPage<T>>;
  watch(resourceVersion: string, handlers: WatchHandlers<T>): { close(): void };
  /** Why the list cannot be watched, if discovery already shows that the server does not support it. */
  readonly unwatchable?: ApiError | undefined;
  /**
   * Why the server refuses to watch, which a browser does not reveal for a WebSocket; undefined if it does not refuse
   * or does not respond.
   */
  watchRefusal(resourceVersion: string, signal: AbortSignal): Promise<ApiError | undefined>;
}
