import type { RequestContext } from "../../../ground/request/context.ts";

type Headers = RequestContext["headers"];

/** The headers without those for which `isUnwanted` is true; the same object when there are none. */
export function withoutHeaders(headers: Headers, isUnwanted: (name: string) => boolean): Headers {
  const kept: Record<string, Headers[string]> = {};
  let changed = false;
  // Runs for every request: a loop allocates no intermediate lists.
  for (const name in headers) {
    if (isUnwanted(name)) changed = true;
    else kept[name] = headers[name];
  }
  return changed ? kept : headers;
}
