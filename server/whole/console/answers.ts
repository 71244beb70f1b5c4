import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Answers a failure in the format of all other API errors, so that the page shows it in the same way. */
export function statusBody(response: ServerResponse, code: number, reason: string, message: string): void {
  const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code };
  response.writeHead(code, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(status));
}

/** Refuses an upgrade: writes a raw answer to its socket, and closes it. */
export function refuseUpgrade(socket: Duplex, code: number, message: string): void {
  const body = `${message}\n`;
  socket.end(
    `HTTP/1.1 ${code} Refused\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
