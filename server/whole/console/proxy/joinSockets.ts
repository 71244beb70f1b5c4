import type { Duplex } from "node:stream";
import { PEER_UNRESPONSIVE } from "../../../../shared/socketClose.ts";
import { createFrameTrack } from "./frameTrack.ts";

/** One end of an upgraded connection, with the bytes received together with its handshake. */
export interface Upgraded {
  readonly socket: Duplex;
  readonly head: Uint8Array;
}

export interface JoinOptions {
  /** Calls back periodically; the result ends it. Default the platform's timers. */
  readonly every?: (milliseconds: number, run: () => void) => () => void;
  /** Called when the cluster did not answer a ping in time. */
  readonly onSilence?: () => void;
}

/** Milliseconds between two checks of the connection for new bytes. */
export const PULSE = 4_000;
/** Number of checks without bytes after which the cluster is pinged, and number after which it is considered gone. */
const PING_AFTER_CHECKS = 2;
const MAX_SILENT_CHECKS = 4;

/** An empty ping, masked as required for client frames, with a mask of zeros. */
const PING = Uint8Array.of(0x89, 0x80, 0, 0, 0, 0);
const CLOSE = Uint8Array.of(0x88, 2, PEER_UNRESPONSIVE >> 8, PEER_UNRESPONSIVE & 0xff);

const platformTimer = (milliseconds: number, run: () => void): (() => void) => {
  const timer = setInterval(run, milliseconds);
  timer.unref();
  return () => clearInterval(timer);
};

/**
 * Passes the bytes of a WebSocket between the page and the cluster until either side ends.
 *
 * A broken network connection sends no notification, so a silent cluster is pinged between the page's frames. If it
 * does not answer, its connection is closed, and the page's socket is closed with {@link PEER_UNRESPONSIVE}: a list that
 * receives nothing must not be shown as live. The pong is passed on to the page, where browsers ignore it.
 */
export function joinSockets(page: Upgraded, cluster: Upgraded, options: JoinOptions = {}): void {
  const { every = platformTimer, onSilence } = options;
  const fromPage = createFrameTrack();
  const fromCluster = createFrameTrack();
  let silentChecks = 0;

  const endPulse = every(PULSE, () => {
    // A page that does not read blocks the cluster's bytes itself.
    if (page.socket.writableNeedDrain) return;
    silentChecks += 1;
    if (silentChecks === PING_AFTER_CHECKS && fromPage.isBetweenFrames()) cluster.socket.write(PING);
    if (silentChecks < MAX_SILENT_CHECKS) return;
    if (fromCluster.isBetweenFrames()) page.socket.write(CLOSE);
    cluster.socket.destroy();
    onSilence?.();
  });

  const end = (): void => {
    endPulse();
    cluster.socket.destroy();
    // Earlier bytes still reach the page; if only half-closed, its socket would stay open for good.
    if (!page.socket.destroyed) page.socket.end(() => page.socket.destroy());
  };
  for (const socket of [page.socket, cluster.socket]) socket.on("error", end).on("close", end);
  // Writing to a TLS socket may synchronously deliver its next bytes: all listeners must be registered before.
  fromPage.push(page.head);
  fromCluster.push(cluster.head);
  page.socket.write(cluster.head);
  cluster.socket.write(page.head);
  page.socket.on("data", (bytes: Buffer) => fromPage.push(bytes));
  cluster.socket.on("data", (bytes: Buffer) => {
    silentChecks = 0;
    fromCluster.push(bytes);
  });
  cluster.socket.pipe(page.socket).pipe(cluster.socket);
  if (page.socket.destroyed || cluster.socket.destroyed) end();
}
