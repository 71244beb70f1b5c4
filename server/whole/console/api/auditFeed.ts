import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { AFTER, type OccurringValues, type ShownAuditEvent } from "../../../../shared/console/auditFeed.ts";
import { type AuditQuery, auditMatcher, isEveryEvent, readAuditQuery } from "../../../../shared/console/auditQuery.ts";
import { placeBefore } from "../../../access/audit/reading/logPlace.ts";
import type { RecentEvent, RecentEvents } from "../../../access/audit/sinks/recentEvents.ts";
import { turnIfSpent } from "../../../ground/turns/turns.ts";
import { refuseUpgrade } from "../answers.ts";
import type { ClusterRegistry } from "../clusterRegistry.ts";
import { requestUrl } from "../proxy/requestUrl.ts";
import type { Sandboxes } from "../sandboxes/sandboxes.ts";
import { collectValues } from "./auditValues.ts";
import { sendOrEnd } from "./sendOrEnd.ts";

export interface AuditFeedOptions {
  readonly clusters: ClusterRegistry;
  readonly sandboxes: Pick<Sandboxes, "get"> | undefined;
}

/** The live audit logs of sandboxes: `/host/clusters/<id>/audit?<query>&after=<position>` over WebSocket. */
export interface AuditFeed {
  /** @returns false when the path is a different one */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
  close(): void;
}

/** Milliseconds for which events are collected into one message. */
const PAUSE = 100;
/** WebSocket close code: the sandbox was stopped or restarted, and positions start from the beginning. */
const RESTARTED = 1012;

const PATH = /^\/host\/clusters\/([^/]+)\/audit$/;

export function createAuditFeed({ clusters, sandboxes }: AuditFeedOptions): AuditFeed {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 });
  return {
    upgrade(request, socket, head) {
      const { pathname, searchParams } = requestUrl(request);
      const [, id] = PATH.exec(pathname) ?? [];
      if (id === undefined) return false;
      const current = (): RecentEvents | undefined => sandboxes?.get(id)?.auditEvents();
      const events = current();
      if (events === undefined) {
        refuseUpgrade(socket, 404, "There is no audit log here.");
        return true;
      }
      sockets.handleUpgrade(request, socket, head, (client) => {
        const stop = send(client, events, searchParams);
        const unsubscribe = clusters.subscribe(() => {
          if (current() !== events) client.close(RESTARTED);
        });
        client.on("error", () => client.terminate());
        client.on("close", () => {
          stop();
          unsubscribe();
        });
      });
      return true;
    },
    close() {
      for (const client of sockets.clients) client.terminate();
    },
  };
}

/** Sends the kept events that match, then new ones; returns a function that ends it. */
function send(client: WebSocket, recent: RecentEvents, params: URLSearchParams): () => void {
  const query = readAuditQuery(params);
  const search = isEveryEvent(query) ? undefined : searchIn(query);
  const after = Number(params.get(AFTER)) || 0;
  // A position that was never reached belongs to an earlier run.
  let sent = after > recent.last ? 0 : after;
  let isFirst = true;
  let timer: NodeJS.Timeout | undefined;
  const flush = async (): Promise<void> => {
    const events = recent.since(sent);
    sent = recent.last;
    const found = (await search?.(events)) ?? { events };
    const begin = isFirst ? { begin: beginOf(events[0]) } : {};
    // The first message tells the page that the feed works.
    if (isFirst || found.events.length > 0) sendOrEnd(client, messageOf({ ...found, ...begin }));
    isFirst = false;
    timer = sent === recent.last || client.readyState !== client.OPEN ? undefined : setTimeout(again, PAUSE);
  };
  const again = (): void => void flush().catch(() => client.terminate());
  timer = setTimeout(again);
  const stop = recent.follow(() => {
    timer ??= setTimeout(again, PAUSE);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

interface Found {
  readonly events: readonly RecentEvent[];
  readonly begin?: string;
  readonly occurring?: OccurringValues;
}

/** Searches events, and yields to the event loop while it does. */
function searchIn(query: AuditQuery): (events: readonly RecentEvent[]) => Promise<Found> {
  const matches = auditMatcher(query);
  return async (events) => {
    const found: RecentEvent[] = [];
    const values = collectValues();
    for (const each of events) {
      const spent = turnIfSpent();
      if (spent !== undefined) await spent;
      const event = JSON.parse(each.json) as ShownAuditEvent;
      values.note(event);
      if (matches(event)) found.push(each);
    }
    return { events: found, occurring: values.values() };
  };
}

/** The place in the log before the oldest event that a feed looks at; before what is recorded from now on, if none is. */
const beginOf = (oldest: RecentEvent | undefined): string =>
  placeBefore(
    oldest === undefined
      ? { stageTimestamp: new Date().toISOString(), stage: "", auditID: "" }
      : (JSON.parse(oldest.json) as ShownAuditEvent),
  );

/** An `AuditFeedMessage`: the events are already JSON texts. */
function messageOf({ events, ...more }: Found): string {
  const placed = events.map(({ sequence, json }) => `{"sequence":${sequence},"event":${json}}`);
  const rest = JSON.stringify(more).slice(1);
  return `{"events":[${placed.join(",")}]${rest === "}" ? "" : ","}${rest}`;
}
