import type { ClientRequest } from "node:http";

/**
 * Lets every header of the answer arrive. Node drops those beyond a number of its own without a word; the size of an answer's
 * head is limited all the same.
 */
export function takeAllHeaders<Request extends ClientRequest>(request: Request): Request {
  request.maxHeadersCount = 0;
  return request;
}
