/** The API's own watch over WebSocket: each text frame is one watch event. */
import { parseJson } from "../../shared/json/parseJson.ts";
import { ApiError, type Status } from "../../shared/status.ts";
import { requestLog } from "../activity/log/requestLog.ts";
import type { WatchEvent, WatchHandlers } from "./listWatch.ts";
import { clusterPath } from "./request.ts";
import { viewAsQuery } from "./viewAs.ts";

/** What is used of a WebSocket; lets a test play the server. */
export interface SocketLike {
  /** Where it leads; named in the request log. */
  readonly url?: string;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: never) => void) | null;
  close(): void;
}

/** Turns one frame's object into items and the resourceVersion it stands at. */
export type DecodeObject<T> = (object: unknown) => { items: T[]; resourceVersion: string };

/** Decodes one frame; text that is no watch event becomes an ERROR event, so that the machine starts over. */
export function decodeFrame<T>(text: string, decode: DecodeObject<T>): WatchEvent<T> {
  let frame: { type?: string; object?: unknown };
  try {
    frame = parseJson(text) as typeof frame;
  } catch {
    return { type: "ERROR", error: new ApiError(0, "InvalidFrame", "The watch sent something that is not an event.") };
  }
  switch (frame.type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return { type: frame.type, ...decode(frame.object) };
    case "BOOKMARK":
      return { type: "BOOKMARK", resourceVersion: decode(frame.object).resourceVersion };
    default: {
      const status = (frame.object ?? {}) as Partial<Status>;
      return {
        type: "ERROR",
        error: new ApiError(status.code ?? 0, status.reason ?? "", status.message ?? "", status.details),
      };
    }
  }
}

/** Wires a socket to the machine's handlers. Closing the result silences it. */
export function attachSocket<T>(
  socket: SocketLike,
  decode: DecodeObject<T>,
  handlers: WatchHandlers<T>,
): { close(): void } {
  const ticket = requestLog.watch(socket.url ?? "");
  socket.onopen = () => {
    ticket.opened();
    handlers.opened();
  };
  socket.onmessage = (event) => {
    if (typeof event.data !== "string") return;
    ticket.event(event.data.length);
    handlers.event(decodeFrame(event.data, decode));
  };
  socket.onclose = () => {
    ticket.closed();
    handlers.closed();
  };
  return {
    close: () => {
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      ticket.closed();
      socket.close();
    },
  };
}

/**
 * The URL of a watch. A browser cannot set headers on a WebSocket, so the media type travels as the query parameter
 * `accept`, which the host turns into the header.
 */
export function watchUrl(origin: string, cluster: string, path: string, query: Record<string, string>): string {
  const params = new URLSearchParams({ watch: "true", allowWatchBookmarks: "true", ...query, ...viewAsQuery(cluster) });
  const separator = path.includes("?") ? "&" : "?";
  return `${origin.replace(/^http/, "ws")}${clusterPath(cluster, path)}${separator}${params}`;
}
