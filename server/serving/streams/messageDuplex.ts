import { Duplex } from "node:stream";
import type { MessageSocket } from "../../ground/request/context.ts";

/** The bytes of a WebSocket's messages as one duplex stream. */
export function messageDuplex(socket: MessageSocket): Duplex {
  /** Callbacks that let the client send more, to be called when the reader wants more. */
  const waiting: (() => void)[] = [];
  const release = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  const duplex = new Duplex({
    read: release,
    write: (chunk: Buffer, _encoding, done) => {
      const room = socket.send(chunk);
      if (room === undefined) done();
      else void room.then(() => done());
    },
    final: (done) => {
      socket.close();
      done();
    },
    destroy: (error, done) => {
      release();
      socket.close();
      done(error);
    },
  });
  socket.onMessage((message) =>
    duplex.push(message) || duplex.destroyed ? undefined : new Promise((resolve) => void waiting.push(resolve)),
  );
  socket.signal.addEventListener(
    "abort",
    () => {
      duplex.push(null);
      duplex.destroy();
    },
    { once: true },
  );
  return duplex;
}
