import { Duplex, PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { PEER_UNRESPONSIVE } from "../../../../shared/socketClose.ts";
import { joinSockets, PULSE } from "./joinSockets.ts";

/** One end as the host has it (`socket`), and the bytes that arrive at the far side. */
function end() {
  const outward = new PassThrough();
  const inward = new PassThrough();
  const arrived: number[] = [];
  outward.on("data", (bytes: Buffer) => arrived.push(...bytes));
  const socket = Duplex.from({ readable: inward, writable: outward });
  return { socket, arrived, send: (...bytes: number[]) => inward.write(Uint8Array.from(bytes)) };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

function scene(heads: { page?: number[]; cluster?: number[] } = {}) {
  const page = end();
  const cluster = end();
  let look: (() => void) | undefined;
  let silences = 0;
  joinSockets(
    { socket: page.socket, head: Uint8Array.from(heads.page ?? []) },
    { socket: cluster.socket, head: Uint8Array.from(heads.cluster ?? []) },
    {
      every: (milliseconds, run) => {
        expect(milliseconds).toBe(PULSE);
        look = run;
        return () => {
          look = undefined;
        };
      },
      onSilence: () => {
        silences += 1;
      },
    },
  );
  return {
    page,
    cluster,
    isWatched: () => look !== undefined,
    silences: () => silences,
    pass: async (pulses: number) => {
      for (let i = 0; i < pulses; i++) look?.();
      await settle();
    },
  };
}

const FRAME = [0x81, 1, 0x61];
const PING = [0x89, 0x80, 0, 0, 0, 0];
const PONG = [0x8a, 0];

describe("joinSockets", () => {
  test("forwards bytes both ways, starting with those received during the handshake", async () => {
    const s = scene({ page: FRAME, cluster: PONG });
    s.page.send(...PONG);
    s.cluster.send(...FRAME);
    await settle();
    expect(s.cluster.arrived).toEqual([...FRAME, ...PONG]);
    expect(s.page.arrived).toEqual([...PONG, ...FRAME]);
  });

  test("pings a quiet cluster once, and keeps the connection when it responds", async () => {
    const s = scene();
    for (let round = 0; round < 5; round++) {
      await s.pass(3);
      s.cluster.send(...PONG);
      await settle();
    }
    expect(s.cluster.arrived).toEqual(Array(5).fill(PING).flat());
    expect(s.page.socket.destroyed).toBe(false);
    expect(s.silences()).toBe(0);
  });

  test("closes the connection to a cluster that does not respond, and sends the page the reason", async () => {
    const s = scene();
    await s.pass(4);
    expect(s.page.arrived).toEqual([0x88, 2, PEER_UNRESPONSIVE >> 8, PEER_UNRESPONSIVE & 0xff]);
    expect([s.page.socket.destroyed, s.cluster.socket.destroyed]).toEqual([true, true]);
    expect(s.silences()).toBe(1);
    expect(s.isWatched()).toBe(false);
  });

  test("sends no ping or close frame inside an unfinished frame", async () => {
    const s = scene();
    s.page.send(0x81, 0x85, 1);
    s.cluster.send(0x81, 5, 0x61);
    await settle();
    await s.pass(5);
    expect(s.cluster.arrived).toEqual([0x81, 0x85, 1]);
    expect(s.page.arrived).toEqual([0x81, 5, 0x61]);
    expect(s.page.socket.destroyed).toBe(true);
  });

  test.each(["page", "cluster"] as const)("when the %s disconnects, the other is disconnected", async (which) => {
    const s = scene();
    s.cluster.send(...FRAME);
    await settle();
    s[which].socket.destroy(new Error("reset"));
    await settle();
    expect([s.page.socket.destroyed, s.cluster.socket.destroyed]).toEqual([true, true]);
    expect(s.isWatched()).toBe(false);
  });
});
