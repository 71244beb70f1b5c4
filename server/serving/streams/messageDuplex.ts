import { Duplex } from "node:stream";
import type { MessageSocket } from "../../ground/request/context.ts";

/** The bytes of a WebSocket's messages as one stream. */
export function messageDuplex(socket: MessageSocket): Duplex {
  const duplex = new Duplex({
    read: () => undefined,
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
      socket.close();
      done(error);
    },
  });
  socket.onMessage((message) => void duplex.push(message));
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
