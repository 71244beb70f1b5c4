import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/**
 * Milliseconds that a connection stays open after such an answer. If it were closed at once, incoming data would make
 * the client lose the answer.
 */
const LINGER = 500;

/** Statuses by the parser's error code; all other errors are a 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers input that is not a valid request, or takes too long to become one, in plain text, and ends the connection. A
 * connection that sent nothing, or that is in the middle of an answer, is ended without an answer.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex, isAnswering: boolean): void {
  // The parser repeats its error for every further byte.
  if (socket.writableEnded || socket.destroyed) return;
  const sentNothing = "bytesRead" in socket && socket.bytesRead === 0;
  if (isAnswering || sentNothing || error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF[error.code ?? ""] ?? 400;
  const body = `${status} ${STATUS_CODES[status]}`;
  const type = "content-type: text/plain; charset=utf-8";
  socket.end(`HTTP/1.1 ${body}\r\n${type}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER).unref();
  socket.on("close", () => clearTimeout(timer));
}
