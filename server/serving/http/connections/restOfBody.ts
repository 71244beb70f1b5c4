import type { IncomingMessage } from "node:http";

/**
 * Milliseconds from the end of the server's side of a connection to the end of the whole. The client can read its answer
 * in this time: its system may drop what it has received when it learns that the connection is gone.
 */
const LINGER = 500;

/**
 * Call it when a request was answered: if its body is still arriving, the rest is read and dropped, so that a client
 * that sends its whole body first can read the answer. A body without end would keep the server reading, so the
 * connection ends after a number of bytes, as in the reference.
 * @param limit bytes that the client may still send
 */
export function boundRestOfBody(request: IncomingMessage, limit: number): void {
  const { socket } = request;
  if (request.complete || socket.destroyed) return;
  let left = limit;
  const look = (chunk: Buffer): void => {
    left -= chunk.length;
    if (left >= 0 && !request.complete) return;
    socket.off("data", look);
    if (request.complete) return;
    socket.pause();
    socket.end();
    setTimeout(() => socket.destroy(), LINGER).unref();
  };
  socket.on("data", look);
}
