/** The console's latest requests and their outcomes: in memory only, a few hundred, without response bodies. */
import { parseJson } from "../../../shared/json/parseJson.ts";
import { hideSecrets } from "../../../shared/secrets/hideSecrets.ts";
import { mentionsSecrets } from "../../../shared/secrets/mentionsSecrets.ts";
import { percentDecoded } from "../../../shared/text/percentDecoded.ts";
import { VIEW_AS_PARAMETER } from "../../../shared/viewAs.ts";
import { createRingBuffer, type RingBuffer } from "./ringBuffer.ts";

export interface LoggedRequest {
  readonly id: number;
  /** Id of the cluster; empty for requests to the console's own host. */
  readonly cluster: string;
  readonly kind: "request" | "watch";
  readonly method: string;
  /** Path and query as the cluster sees them. */
  readonly path: string;
  readonly accept: string;
  /** The impersonated identity, encoded for `decodeViewAs`; empty without impersonation. */
  readonly viewAs: string;
  readonly contentType: string;
  /** The body as sent; undefined when there was none or it is withheld. */
  readonly body: string | undefined;
  /** Whether the body is omitted, because it is confidential or too long. */
  readonly bodyWithheld: boolean;
  /** Milliseconds since the epoch. */
  readonly started: number;
  /** Milliseconds until the response was read or the watch ended; undefined until then. */
  duration: number | undefined;
  /** HTTP status; 0 when there was no response; undefined while the request is pending. */
  status: number | undefined;
  auditId: string;
  /** Size of the response in UTF-16 units; for a watch, the sum of its frames. */
  size: number;
  /** Number of events of a watch. */
  events: number;
  /** Why there was no response. */
  trouble: string;
  /** Whether the console itself aborted the request, because the user left a view. */
  left: boolean;
}

/** The data available when a request is sent. */
interface SentRequest {
  readonly method: string;
  /** Path on the console's own origin: `/clusters/<id>/…`, or one of the host's. */
  readonly url: string;
  readonly accept?: string;
  /** The encoded impersonated identity. */
  readonly viewAs?: string | undefined;
  readonly contentType?: string;
  readonly body?: string | undefined;
  /**
   * Whether the console sent the request periodically on its own. Such requests are kept separately, so that they do
   * not displace the user's.
   */
  readonly isBackground?: boolean;
}

/** Reports the end of a request to the log. */
interface RequestTicket {
  answered(status: number, size: number, auditId: string): void;
  failed(trouble: string): void;
  /** Reports that the console aborted the request. */
  left(): void;
}

/** Reports the progress of a watch to the log. */
interface WatchTicket {
  opened(): void;
  event(size: number): void;
  closed(): void;
  /** Reports that the console itself closed the watch. */
  left(): void;
}

export interface RequestLog extends RingBuffer<LoggedRequest> {
  request(sent: SentRequest): RequestTicket;
  /** @param url of the WebSocket */
  watch(url: string): WatchTicket;
  /** Requests that the console sends periodically on its own. */
  readonly background: RingBuffer<LoggedRequest>;
}

const CAPACITY = 500;
const BACKGROUND_CAPACITY = 200;
const MAX_BODY = 32 * 1024;
/** Query parameters for the console's host, not for the cluster. */
const HOST_PARAMETERS = ["accept", VIEW_AS_PARAMETER];

/** Splits a URL of the console into cluster and API path. */
export function clusterOf(url: string): { cluster: string; path: string } {
  const match = /^(?:wss?:\/\/[^/]+)?\/clusters\/([^/?]+)(\/.*)$/.exec(url);
  return match === null
    ? { cluster: "", path: url }
    : { cluster: percentDecoded(match[1] ?? "") ?? "", path: match[2] ?? "" };
}

/** Bodies of secrets and of token requests contain credentials, whatever their path is. */
const isConfidential = (path: string, body: string): boolean =>
  /\/(secrets|token|tokenreviews)(\/|\?|$)/.test(path) || holdsSecrets(body);

/**
 * Whether a body contains a secret rather than only a reference to one. A body that is not JSON counts if it mentions
 * one.
 */
function holdsSecrets(body: string): boolean {
  if (!mentionsSecrets(body)) return false;
  try {
    const value = parseJson(body);
    return hideSecrets(value) !== value;
  } catch {
    return true;
  }
}

function withoutHostParameters(path: string): Pick<LoggedRequest, "path" | "accept" | "viewAs"> {
  const mark = path.indexOf("?");
  if (mark < 0) return { path, accept: "", viewAs: "" };
  const query = new URLSearchParams(path.slice(mark + 1));
  const accept = query.get("accept") ?? "";
  const viewAs = query.get(VIEW_AS_PARAMETER) ?? "";
  for (const name of HOST_PARAMETERS) query.delete(name);
  return { path: query.size === 0 ? path.slice(0, mark) : `${path.slice(0, mark)}?${query}`, accept, viewAs };
}

/**
 * @param now milliseconds since the epoch
 * @param background buffer for requests that the console sends periodically on its own
 */
export function createRequestLog(
  buffer: RingBuffer<LoggedRequest>,
  now: () => number,
  background: RingBuffer<LoggedRequest> = createRingBuffer(BACKGROUND_CAPACITY),
): RequestLog {
  let last = 0;
  const begin = (
    ring: RingBuffer<LoggedRequest>,
    part: Pick<LoggedRequest, "kind" | "method" | "cluster" | "path"> & Partial<LoggedRequest>,
  ) => {
    last += 1;
    const entry: LoggedRequest = {
      accept: "",
      viewAs: "",
      contentType: "",
      body: undefined,
      bodyWithheld: false,
      duration: undefined,
      status: undefined,
      auditId: "",
      size: 0,
      events: 0,
      trouble: "",
      left: false,
      ...part,
      id: last,
      started: now(),
    };
    ring.push(entry);
    return entry;
  };
  const end = (ring: RingBuffer<LoggedRequest>, entry: LoggedRequest, change: Partial<LoggedRequest>): void => {
    Object.assign(entry, { duration: now() - entry.started }, change);
    ring.touched();
  };
  return {
    ...buffer,
    background,
    clear: () => {
      buffer.clear();
      background.clear();
    },
    request: ({ method, url, accept = "", viewAs = "", contentType = "", body, isBackground = false }) => {
      const ring = isBackground ? background : buffer;
      const target = clusterOf(url);
      const bodyWithheld = body !== undefined && (body.length > MAX_BODY || isConfidential(target.path, body));
      const kept = bodyWithheld ? undefined : body;
      const entry = begin(ring, {
        kind: "request",
        method,
        ...target,
        accept,
        viewAs,
        contentType,
        body: kept,
        bodyWithheld,
      });
      return {
        answered: (status, size, auditId) => end(ring, entry, { status, size, auditId }),
        failed: (trouble) => end(ring, entry, { status: 0, trouble }),
        left: () => end(ring, entry, { status: 0, left: true }),
      };
    },
    watch: (url) => {
      const { cluster, path } = clusterOf(url);
      const entry = begin(buffer, { kind: "watch", method: "GET", cluster, ...withoutHostParameters(path) });
      return {
        opened: () => {
          entry.status = 101;
          buffer.touched();
        },
        event: (size) => {
          entry.events += 1;
          entry.size += size;
          buffer.touched();
        },
        closed: () => {
          if (entry.duration === undefined) end(buffer, entry, { status: entry.status ?? 0 });
        },
        left: () => {
          if (entry.duration === undefined) {
            end(buffer, entry, { status: entry.status ?? 0, left: entry.status === undefined });
          }
        },
      };
    },
  };
}

/**
 * The log of this window. Watches may receive a thousand events per second; subscribers are notified ten times per
 * second.
 */
export const requestLog: RequestLog = createRequestLog(
  createRingBuffer(CAPACITY, (run) => setTimeout(run, 100)),
  Date.now,
  createRingBuffer(BACKGROUND_CAPACITY, (run) => setTimeout(run, 100)),
);
