import type { Duplex } from "node:stream";
import { GatheredBytes } from "../../ground/memory/gatheredBytes.ts";

/** Maximum bytes that a client may send before its upgrade is answered: most clients send none. */
const MOST = 64 * 1024;

/**
 * Reads a connection whose upgrade is not answered yet, because the end of a connection is only noticed while it is
 * read. Keeps what arrives. A client that ends its connection, or sends too much, is disconnected.
 * @param head bytes that arrived with the request
 * @returns takes the bytes; from then on the connection is paused, and belongs to the caller
 */
export function holdEarlyBytes(socket: Duplex, head: Uint8Array): () => Buffer {
  const early = new GatheredBytes();
  early.push(head);
  const take = (bytes: Buffer): void => {
    early.push(bytes);
    if (early.size > MOST) leave();
  };
  const leave = (): void => void socket.destroy();
  socket.on("data", take);
  socket.on("end", leave);
  return () => {
    socket.off("data", take);
    socket.off("end", leave);
    socket.pause();
    return early.take();
  };
}
