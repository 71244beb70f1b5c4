import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Handshakes } from "./handshakes.ts";

/** A connection that records whether reading from the operating system is switched on. */
class FakeSocket extends PassThrough {
  reads = true;
  silence = 0;
  readonly _handle = {
    readStart: () => {
      this.reads = true;
    },
    readStop: () => {
      this.reads = false;
    },
  };
  setTimeout(time: number): void {
    this.silence = time;
  }
}

let begun: FakeSocket[] = [];
let handshakes: Handshakes;
const add = (): FakeSocket => {
  const socket = new FakeSocket();
  handshakes.add(socket as unknown as Socket);
  return socket;
};
const hello = async (socket: FakeSocket): Promise<void> => {
  socket.write("hello");
  while (!begun.includes(socket)) await new Promise(setImmediate);
};
const over = (socket: FakeSocket): void => handshakes.over(socket as unknown as Socket);

describe("TLS handshakes", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    begun = [];
    handshakes = new Handshakes({ begin: (socket) => begun.push(socket as unknown as FakeSocket), silence: 1000 });
  });
  afterEach(() => vi.useRealTimers());

  it("start when the first bytes arrive, and receive those bytes", async () => {
    const [first, second] = [add(), add()];
    expect([first.silence, begun]).toEqual([1000, []]);
    await hello(second);
    expect([begun, second.silence, String(second.read())]).toEqual([[second], 0, "hello"]);
  });

  it("never start for clients that disconnect without sending anything", async () => {
    const socket = add();
    socket.end();
    while (!socket.destroyed) await new Promise(setImmediate);
    expect(begun).toEqual([]);
  });

  it("are all read from while they are few, and by turns while they are many", async () => {
    const all: FakeSocket[] = [];
    const open = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i++) {
        const socket = add();
        all.push(socket);
        await hello(socket);
      }
    };
    const reading = (): FakeSocket[] => all.filter(({ reads }) => reads);
    await open(20);
    vi.advanceTimersByTime(100);
    expect(reading()).toHaveLength(20);
    await open(60);
    const seen = new Set<FakeSocket>();
    for (let i = 0; i < 4; i++) {
      vi.advanceTimersByTime(5);
      expect(reading().length).toBeLessThan(40);
      for (const socket of reading()) seen.add(socket);
    }
    expect(seen.size).toBe(80);
    for (const socket of all.slice(0, 50)) over(socket);
    vi.advanceTimersByTime(5);
    expect(reading()).toEqual(expect.arrayContaining(all.slice(50)));
    expect(vi.getTimerCount()).toBe(0);
  });
});
