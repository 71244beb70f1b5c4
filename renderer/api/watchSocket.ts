/** The API's own watch over WebSocket: each text frame is one watch event. */
import { parseJson } from "../../shared/json/parseJson.ts";
import { FELL_SILENT } from "../../shared/socketClose.ts";
import { ApiError, type Status } from "../../shared/status.ts";
import type { WatchEvent, WatchHandlers } from "./listSource.ts";
import { clusterPath } from "./request.ts";
import { requestLog } from "./requestLog.ts";
import { viewAsQuery } from "./viewAs.ts";

/** What is used of a WebSocket; lets a test play the server. */
export interface SocketLike {
  /** Where it leads; named in the request log. */
  readonly url?: string;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  close(): void;
}

/** Turns one frame's object into items and the resourceVersion it stands at. */
type DecodeObject<T> = (object: unknown) => { items: T[]; resourceVersion: string };

const NO_EVENT = { type: "ERROR", error: new ApiError(0, "InvalidFrame", "The watch sent what is no event.") } as const;

/** Decodes one frame; what is no watch event becomes an ERROR event, so that the machine starts over. */
export function decodeFrame<T>(data: unknown, decode: DecodeObject<T>): WatchEvent<T> {
  if (typeof data !== "string") return NO_EVENT;
  try {
    return decodeEvent(parseJson(data), decode);
  } catch {
    return NO_EVENT;
  }
}

/** @throws whatever comes of taking something for an event that is none */
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
    ticket.event(typeof event.data === "string" ? event.data.length : 0);
    handlers.event(decodeFrame(event.data, decode));
  };
  socket.onclose = ({ code }) => {
    ticket.closed();
    handlers.closed(code !== FELL_SILENT);
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
