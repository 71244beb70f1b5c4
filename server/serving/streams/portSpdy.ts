import type { Duplex } from "node:stream";
import type { Dial } from "./dial.ts";
import { SpdyConnection } from "./spdy/spdyConnection.ts";
import type { SpdyStream } from "./spdy/spdyStream.ts";

/** Maximum number of streams that wait for the other stream of their pair. */
const MAX_WAITING = 256;

/**
 * Forwards ports over SPDY: for each connection the client opens two streams, one for data and one for errors, which
 * share a number.
 */
export function servePortSpdy(carrier: Duplex, head: Uint8Array, dial: Dial): void {
  const waiting = new Map<string, SpdyStream>();
  new SpdyConnection(carrier, {
    head,
    onStream(stream) {
      const request = stream.headers.get("requestid") ?? stream.headers.get("port") ?? "";
      const other = waiting.get(request);
      if (other === undefined) {
        if (waiting.size >= MAX_WAITING) {
          stream.destroy();
          return;
        }
        stream.reply();
        waiting.set(request, stream);
        stream.once("close", () => {
          if (waiting.get(request) === stream) waiting.delete(request);
        });
        return;
      }
      waiting.delete(request);
      stream.reply();
      const isData = stream.headers.get("streamtype") === "data";
      join(isData ? stream : other, isData ? other : stream, dial);
    },
  });
}

function join(data: SpdyStream, error: SpdyStream, dial: Dial): void {
  const port = Number(data.headers.get("port"));
  error.resume();
  const connection = dial(port);
  if (typeof connection === "string") {
    error.end(connection);
    data.resume();
    data.end();
    return;
  }
  data.pipe(connection).pipe(data);
  data.on("close", () => connection.destroy());
  connection.on("error", () => data.destroy());
  connection.on("close", () => {
    data.end();
    error.end();
  });
}
