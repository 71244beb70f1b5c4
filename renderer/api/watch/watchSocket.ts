/** The API's own watch over WebSocket: each text frame is one watch event. */
import { parseJson } from "../../../shared/json/parseJson.ts";
import { PEER_UNRESPONSIVE } from "../../../shared/socketClose.ts";
import { ApiError, type Status } from "../../../shared/status.ts";
import { clusterPath } from "../requests/request.ts";
import { requestLog } from "../requests/requestLog.ts";
import { viewAsQuery } from "../viewAs.ts";
import type { WatchEvent, WatchHandlers } from "./listSource.ts";

/** The subset of WebSocket that is used here, so that tests can implement it. */
export interface SocketLike {
  /** URL of the socket, for the request log. */
  readonly url?: string;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  close(): void;
}

/** Opens the browser's WebSocket, whose type is wider than {@link SocketLike}. */
export const openSocket = (url: string): SocketLike => new WebSocket(url) as unknown as SocketLike;

/** Decodes one frame's object into items and their resourceVersion. */
type DecodeObject<T> = (object: unknown) => { items: T[]; resourceVersion: string };

const NO_EVENT = { type: "ERROR", error: new ApiError(0, "InvalidFrame", "The watch sent what is no event.") } as const;

/** Decodes one frame; an invalid frame becomes an ERROR event, so that the list starts over. */
export function decodeFrame<T>(data: unknown, decode: DecodeObject<T>): WatchEvent<T> {
  if (typeof data !== "string") return NO_EVENT;
  try {
    return decodeEvent(parseJson(data), decode);
  } catch {
    return NO_EVENT;
  }
}

/** @throws any error if the frame is not a watch event */
function decodeEvent<T>(frame: unknown, decode: DecodeObject<T>): WatchEvent<T> {
  const { type, object } = frame as { type?: unknown; object?: unknown };
  if (typeof object !== "object" || object === null) return NO_EVENT;
  switch (type) {
    case "ADDED":
    case "MODIFIED":
    case "DELETED":
      return { type, ...decode(object) };
    case "BOOKMARK":
      return { type, resourceVersion: decode(object).resourceVersion };
    case "ERROR": {
      const { code, reason, message, details } = object as Partial<Status>;
      return { type, error: new ApiError(code ?? 0, reason ?? "", message ?? "", details) };
    }
    default:
      return NO_EVENT;
  }
}

/** Connects a socket to the list's handlers. Calls none of them after the result is closed. */
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
    ticket.event(typeof event.data === "string" ? event.data.length : 0);
    handlers.event(decodeFrame(event.data, decode));
  };
  socket.onclose = ({ code }) => {
    ticket.closed();
    handlers.closed(code !== PEER_UNRESPONSIVE);
  };
  return {
    close: () => {
      socket.onopen = null;
      socket.onmessage = null;
      socket.onclose = null;
      ticket.left();
      socket.close();
    },
  };
}

/**
 * The URL of a watch. A browser cannot set headers on a WebSocket, so the media type is sent as the query parameter
 * `accept`, which the host turns into the header.
 */
export function watchUrl(origin: string, cluster: string, path: string, query: Record<string, string>): string {
  const params = new URLSearchParams({ watch: "true", allowWatchBookmarks: "true", ...query, ...viewAsQuery(cluster) });
  const separator = path.includes("?") ? "&" : "?";
  return `${origin.replace(/^http/, "ws")}${clusterPath(cluster, path)}${separator}${params}`;
}
