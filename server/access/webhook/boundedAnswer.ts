import type { ClientRequest } from "node:http";

/** Maximum number of interim responses (status 1xx) before a response, as in the reference. */
const MAX_INTERIM = 5;

/** The other server answered in a way that no server should. */
export class UnexpectedAnswer extends Error {}

/**
 * Limits what may come before the response, and accepts all its headers: by default, Node takes any number of interim
 * responses, and silently drops headers beyond a certain number. The size of the response's head is limited by Node.
 */
export function boundedAnswer<Request extends ClientRequest>(request: Request): Request {
  request.maxHeadersCount = 0;
  let interim = 0;
  request.on("information", () => {
    interim += 1;
    if (interim > MAX_INTERIM) request.destroy(new UnexpectedAnswer("too many 1xx informational responses"));
  });
  return request;
}

/**
 * The same for a request that asks for no other protocol: it fails with {@link UnexpectedAnswer} when the other server
 * switches to one (status 101). By default, Node closes such a request with neither a response nor an error, so that
 * its caller waits forever, whatever the request's signal says.
 */
export function plainAnswer<Request extends ClientRequest>(request: Request): Request {
  request.on("upgrade", (response, socket) => {
    // Node has removed its own listener: without one, a broken connection would end the process.
    socket.on("error", () => undefined);
    socket.destroy();
    const protocol = JSON.stringify(response.headers.upgrade ?? "");
    request.emit("error", new UnexpectedAnswer(`unexpected switch to the protocol ${protocol}`));
  });
  return boundedAnswer(request);
}
