import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { parseConsolePath } from "../../../../shared/consoleLink.ts";
import { requestUrl } from "../proxy/requestUrl.ts";

/** Redirects a newly admitted browser to the view that the address named. @param headers contain the cookie */
export function welcome(request: IncomingMessage, response: ServerResponse, headers: OutgoingHttpHeaders): void {
  const to = requestUrl(request).searchParams.get("to") ?? "/";
  const location = parseConsolePath(to)?.path ?? "/";
  if (request.headers["sec-fetch-site"] !== "cross-site") {
    response.writeHead(303, { ...headers, location }).end();
    return;
  }
  // A browser that came from a file or another site would be redirected without the strict cookie; a page from this
  // host navigates with it.
  response.writeHead(200, { ...headers, refresh: `0; url=${location}`, "content-type": "text/html; charset=utf-8" });
  response.end("<!doctype html><title>Orrery</title>");
}
