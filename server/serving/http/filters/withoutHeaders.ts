import type { RequestContext } from "../../../ground/request/context.ts";

type Headers = RequestContext["headers"];

/** The headers without those that a test names; the same object when it names none. */
export function withoutHeaders(headers: Headers, isUnwanted: (name: string) => boolean): Headers {
  const kept: Record<string, Headers[string]> = {};
  let changed = false;
  // Runs for every request: a loop makes no lists in between.
  for (const name in headers) {
    if (isUnwanted(name)) changed = true;
    else kept[name] = headers[name];
  }
  return changed ? kept : headers;
}
