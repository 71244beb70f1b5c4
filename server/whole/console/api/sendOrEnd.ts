import type { WebSocket } from "ws";

/** Maximum unread bytes of a page; beyond that it is disconnected, and resumes after it reconnects. */
const BUFFER_LIMIT = 16 * 1024 * 1024;

/** Sends a message to a page, or ends the connection if the page does not read. */
export function sendOrEnd(client: WebSocket, message: string): void {
  if (client.bufferedAmount > BUFFER_LIMIT) client.terminate();
  else client.send(message);
}
