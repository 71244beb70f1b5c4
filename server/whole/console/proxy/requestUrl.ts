import type { IncomingMessage } from "node:http";

const BASE = "http://host";

/** Path and query of a request; those of `/` for an invalid target, which any client may send. */
export function requestUrl({ url = "/" }: IncomingMessage): URL {
  return new URL(URL.canParse(url, BASE) ? url : "/", BASE);
}
