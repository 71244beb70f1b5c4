import type { IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http";
import { decodeViewAs, VIEW_AS_HEADER } from "../../../../shared/viewAs.ts";

/**
 * Thrown for a request that names a user to view as in another way than the console's own. It must not be forwarded as
 * the page's user.
 */
export class ViewAsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ViewAsError";
  }
}

/** Header values are bytes: names outside of Latin-1 are sent as UTF-8, which API servers expect. */
const headerBytes = (name: string): string => Buffer.from(name, "utf8").toString("latin1");

/** Headers that name the user of a request: impersonation, and those of an authenticating proxy. */
const IDENTITY_HEADER = /^(impersonate|x-remote)-/;

/**
 * The `Impersonate-*` headers for the identity that the page views as; undefined when it views as itself. There is no
 * other way: a page that sends such headers itself is refused.
 *
 * @throws ViewAsError also for a text that is not an identity: acting as the console's own user instead would show
 *   something other than the page asked for
 */
export function impersonateHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders | undefined {
  const own = Object.keys(headers).find((name) => IDENTITY_HEADER.test(name));
  if (own !== undefined) throw new ViewAsError(`The header ${own} is not taken from the page; use "View as" instead.`);
  const text = headers[VIEW_AS_HEADER];
  if (text === undefined) return undefined;
  const viewAs = typeof text === "string" ? decodeViewAs(text) : undefined;
  if (viewAs === undefined) throw new ViewAsError("The identity to view the cluster as cannot be read.");
  const groups = viewAs.groups.map(headerBytes);
  return {
    "impersonate-user": headerBytes(viewAs.username),
    ...(groups.length === 0 ? {} : { "impersonate-group": groups }),
  };
}
