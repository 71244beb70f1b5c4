import type { ClientRequest } from "node:http";

/**
 * Accepts all headers of the response. By default, Node silently drops headers beyond a certain number; the size of the
 * response's head is still limited.
 */
export function takeAllHeaders<Request extends ClientRequest>(request: Request): Request {
  request.maxHeadersCount = 0;
  return request;
}
