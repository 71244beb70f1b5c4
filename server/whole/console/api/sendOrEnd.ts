import type { WebSocket } from "ws";

/** A page that lets more than this pile up unread is cut off; it comes back where it was. In bytes. */
const BUFFER_LIMIT = 16 * 1024 * 1024;

/** Sends a message to a page, or ends the connection of one that does not read. */
export function sendOrEnd(client: WebSocket, message: string): void {
  if (client.bufferedAmount > BUFFER_LIMIT) client.terminate();
  else client.send(message);
}
