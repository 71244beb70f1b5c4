import { describe, expect, it } from "vitest";
import { EVERY_EVENT } from "../../../shared/console/auditQuery.ts";
import { type FeedSocket, followAudit } from "./auditFeed.ts";

/** A host whose messages the test sends. */
function start() {
  const opened: string[] = [];
  const waiting: { delay: number; run: () => void }[] = [];
  const seen: string[] = [];
  let socket: FeedSocket = { onmessage: null, onclose: null, close: () => {} };
  let closed = 0;
  const stop = followAudit(
    "ws://host/audit",
    {
      phase: (phase) => seen.push(phase),
      events: (events) => seen.push(events.map(({ sequence }) => sequence).join()),
    },
    EVERY_EVENT,
    {
      open(url) {
        opened.push(url.replace("ws://host/audit?", ""));
        socket = { onmessage: null, onclose: null, close: () => closed++ };
        return socket;
      },
      after(delay, run) {
        const timer = { delay, run };
        waiting.push(timer);
        return () => void waiting.splice(waiting.indexOf(timer), 1);
      },
    },
  );
  return {
    opened,
    seen,
    stop,
    waiting,
    closed: () => closed,
    tell: (...places: number[]) => {
      const events = places.map((sequence) => ({ sequence, event: {} }));
      socket.onmessage?.call(socket as WebSocket, { data: JSON.stringify({ events }) } as MessageEvent);
    },
    end: (code: number) => socket.onclose?.call(socket as WebSocket, { code } as CloseEvent),
    tick: () => waiting.shift()?.run(),
  };
}

describe("followAudit", () => {
  it("continues where it was after an interruption", () => {
    const feed = start();
    feed.tell(1, 2, 3);
    feed.end(1006);
    expect(feed.waiting.map(({ delay }) => delay)).toEqual([500]);
    feed.tick();
    feed.tell();
    feed.tell(4);
    expect(feed.opened).toEqual(["after=0", "after=3"]);
    expect(feed.seen).toEqual(["opening", "open", "1,2,3", "lost", "open", "", "open", "4"]);
  });

  it("starts over when the sandbox restarts, and retries less often while it is down", () => {
    const feed = start();
    feed.tell(7);
    feed.end(1012);
    for (const delay of [500, 1000, 2000, 5000, 5000]) {
      expect(feed.waiting.map((timer) => timer.delay)).toEqual([delay]);
      feed.tick();
      feed.end(1006);
    }
    expect(new Set(feed.opened.slice(1))).toEqual(new Set(["after=0"]));
  });

  it("closes the connection and cancels pending retries when stopped", () => {
    const open = start();
    open.stop();
    expect(open.closed()).toBe(1);
    const lost = start();
    lost.end(1006);
    lost.stop();
    expect(lost.waiting).toEqual([]);
  });
});
