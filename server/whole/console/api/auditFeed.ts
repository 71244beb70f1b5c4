import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { AFTER } from "../../../../shared/console/auditFeed.ts";
import type { RecentEvent, RecentEvents } from "../../../access/audit/sinks/recentEvents.ts";
import { refuseUpgrade } from "../answers.ts";
import type { ClusterRegistry } from "../clusterRegistry.ts";
import { requestUrl } from "../proxy/requestUrl.ts";
import type { Sandboxes } from "../sandboxes/sandboxes.ts";
import { sendOrEnd } from "./sendOrEnd.ts";

export interface AuditFeedOptions {
  readonly clusters: ClusterRegistry;
  readonly sandboxes: Pick<Sandboxes, "get"> | undefined;
}

/** The live audit logs of sandboxes: `/host/clusters/<id>/audit?after=<position>` over WebSocket. */
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
        const stop = send(client, events, Number(searchParams.get(AFTER)) || 0);
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

/** Sends the kept events, then new ones; returns a function that ends it. */
function send(client: WebSocket, recent: RecentEvents, after: number): () => void {
  // A position that was never reached belongs to an earlier run.
  let sent = after > recent.last ? 0 : after;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    const events = recent.since(sent);
    sent = recent.last;
    sendOrEnd(client, messageOf(events));
  };
  flush();
  const stop = recent.follow(() => {
    timer ??= setTimeout(flush, PAUSE);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** An `AuditFeedMessage`: the events are already JSON texts. */
function messageOf(events: readonly RecentEvent[]): string {
  const placed = events.map(({ sequence, json }) => `{"sequence":${sequence},"event":${json}}`);
  return `{"events":[${placed.join(",")}]}`;
}
