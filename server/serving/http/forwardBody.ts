import type { ClientRequest } from "node:http";
import type { Readable } from "node:stream";

/**
 * Sends the body of a client's request with a request to another server, with back-pressure. If the client breaks off,
 * the other request ends.
 *
 * The other server may answer without reading the body. Once its answer is complete, its connection is closed and the
 * rest of the body is dropped: most clients read no answer before they have sent their body, and would wait forever.
 */
export function forwardBody(body: Readable, request: ClientRequest): void {
  body.on("error", () => request.destroy());
  body.pipe(request);
  request.on("response", (response) =>
    response.on("close", () => {
      if (!request.writableFinished) request.destroy();
    }),
  );
  request.on("close", () => {
    body.unpipe(request);
    body.resume();
  });
}
