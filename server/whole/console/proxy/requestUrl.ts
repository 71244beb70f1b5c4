import type { IncomingMessage } from "node:http";

const BASE = "http://host";

/** URL of a request; that of `/` for an invalid target, which any client may send. */
export function requestUrl({ url = "/" }: IncomingMessage): URL {
  return new URL(URL.canParse(url, BASE) ? url : "/", BASE);
}
