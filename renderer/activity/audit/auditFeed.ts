import { AFTER, type AuditFeedMessage, type PlacedAuditEvent } from "../../../shared/console/auditFeed.ts";
import { type AuditQuery, auditParams, EVERY_EVENT } from "../../../shared/console/auditQuery.ts";
import { parseJson } from "../../../shared/json/parseJson.ts";

/** `lost`: the feed is trying to reach the host again. */
export type FeedPhase = "opening" | "open" | "lost";

/** The part of a WebSocket that the feed uses. */
export type FeedSocket = Pick<WebSocket, "onmessage" | "onclose" | "close">;

export interface FeedParts {
  /** Opens a socket. */
  open(url: string): FeedSocket;
  /** Calls back after a delay; returns a function that cancels the call. */
  after(milliseconds: number, callback: () => void): () => void;
}

export interface FeedHandlers {
  phase(phase: FeedPhase): void;
  /** Called with events in order, each once, and with the message that they came in. */
  events(events: readonly PlacedAuditEvent[], message: AuditFeedMessage): void;
}

/** Milliseconds before each attempt to reconnect to the host; the last value repeats. */
const RETRIES = [500, 1_000, 2_000, 5_000];
/** WebSocket close code: the sandbox restarted, and its positions start over. */
const RESTARTED = 1012;

const browserParts: FeedParts = {
  open: (url) => new WebSocket(url),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Follows the audit log of a sandbox from the oldest event in the host's memory; resumes at the last position after an
 * interruption. The host sends the events that match the query.
 *
 * @returns a function that ends the feed
 */
export function followAudit(
  url: string,
  handlers: FeedHandlers,
  query: AuditQuery = EVERY_EVENT,
  parts: FeedParts = browserParts,
): () => void {
  let place = 0;
  let failures = 0;
  let socket: FeedSocket | undefined;
  let cancel: (() => void) | undefined;
  const connect = (): void => {
    const params = auditParams(query);
    params.set(AFTER, String(place));
    const current = parts.open(`${url}?${params}`);
    socket = current;
    current.onmessage = ({ data }: MessageEvent) => {
      failures = 0;
      handlers.phase("open");
      const message = parseJson(String(data)) as AuditFeedMessage;
      place = message.events.at(-1)?.sequence ?? place;
      handlers.events(message.events, message);
    };
    current.onclose = ({ code }: CloseEvent) => {
      if (code === RESTARTED) place = 0;
      handlers.phase("lost");
      cancel = parts.after(RETRIES[Math.min(failures++, RETRIES.length - 1)] ?? 0, connect);
    };
  };
  handlers.phase("opening");
  connect();
  return () => {
    cancel?.();
    if (socket === undefined) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  };
}
