import type { OutgoingHttpHeaders } from "node:http";
import type { Impersonation } from "../cluster.ts";

/** Header values are bytes; names outside of Latin-1 are sent as UTF-8. */
const bytes = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

/**
 * The headers for a kubeconfig's `as` fields. Keys of extra values are escaped if a header name cannot contain them.
 */
export function targetImpersonation({ user, uid, groups, extra }: Impersonation): OutgoingHttpHeaders {
  return {
    "impersonate-user": bytes(user),
    ...(uid === undefined ? {} : { "impersonate-uid": bytes(uid) }),
    ...(groups.length === 0 ? {} : { "impersonate-group": groups.map(bytes) }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [`impersonate-extra-${headerName(key)}`, values.map(bytes)]),
    ),
  };
}

const headerName = (key: string): string =>
  Array.from(Buffer.from(key, "utf8"), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9!#$&'*+.^_`|~-]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
