import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { decodeViewAs, VIEW_AS_HEADER } from "../../shared/viewAs.ts";

/** A request to be seen as somebody that cannot be read; it must not be forwarded as oneself. */
export class ViewAsError extends Error {
  constructor() {
    super("The identity to view the cluster as cannot be read.");
    this.name = "ViewAsError";
  }
}

/** Header values are bytes: names outside of Latin-1 travel as UTF-8, which the API's servers expect. */
const headerBytes = (name: string): string => Buffer.from(name, "utf8").toString("latin1");

/**
 * The `Impersonate-*` headers that the page's identity to view as stands for; undefined when it names none. They replace all
 * that the page sent of the kind itself.
 *
 * @throws ViewAsError for a text that is no identity: acting as oneself instead would show what nobody asked for
 */
export function impersonateHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders | undefined {
  const text = headers[VIEW_AS_HEADER];
  if (text === undefined) return undefined;
  const viewAs = typeof text === "string" ? decodeViewAs(text) : undefined;
  if (viewAs === undefined) throw new ViewAsError();
  const groups = viewAs.groups.map(headerBytes);
  return {
    "impersonate-user": headerBytes(viewAs.username),
    ...(groups.length === 0 ? {} : { "impersonate-group": groups }),
  };
}
