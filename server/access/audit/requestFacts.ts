import { formatAddress, parseAddress } from "../../ground/formats/addresses/addresses.ts";
import { header, type RequestContext } from "../../ground/request/context.ts";
import { shownUri } from "../../ground/request/shownUri.ts";
import type { AuditedObject } from "./auditEvent.ts";

/** Maximum length; longer user agents are truncated, so that clients cannot fill the log with them. */
const MAX_USER_AGENT = 1024;

/** Facts from the request itself, before the server interprets it; never a credential. */
export function requestFacts(context: RequestContext) {
  return { requestURI: requestUri(context), sourceIPs: sourceAddresses(context), userAgent: userAgent(context) };
}

/** The object that a request is about, according to its path; undefined for non-resource requests. */
export function objectOf({ info }: RequestContext): AuditedObject | undefined {
  if (!info.isResourceRequest) return undefined;
  const { resource, namespace, name, group: apiGroup, version: apiVersion, subresource } = info;
  return { resource, namespace, name, apiGroup, apiVersion, subresource };
}

/** Sorts the members of an object reference, and drops empty ones. */
export function withoutEmpty(object: AuditedObject): AuditedObject {
  const { resource, namespace, name, uid, apiGroup, apiVersion, resourceVersion, subresource } = object;
  const ordered = { resource, namespace, name, uid, apiGroup, apiVersion, resourceVersion, subresource };
  return Object.fromEntries(Object.entries(ordered).filter(([, value]) => value));
}

function requestUri({ uri, path, query }: RequestContext): string {
  return shownUri(uri ?? (query.size === 0 ? path : `${path}?${query}`));
}

function userAgent(context: RequestContext): string {
  const text = header(context, "user-agent");
  return text.length > MAX_USER_AGENT ? `${text.slice(0, MAX_USER_AGENT)}...TRUNCATED` : text;
}

/**
 * The IP addresses along the request's way, the client's first and the peer's last, in canonical text. Other texts are
 * left out.
 */
function sourceAddresses(context: RequestContext): string[] {
  const forwarded = firstSent(context, "x-forwarded-for").split(",");
  const known = forwarded.flatMap((text) => usualText(text.trim()) ?? []);
  const real = usualText(firstSent(context, "x-real-ip"));
  if (real !== undefined && !known.includes(real)) known.push(real);
  const peer = usualText(context.remoteAddress);
  if (peer !== undefined && known.at(-1) !== peer) known.push(peer);
  return known;
}

/** The first value of a header that may be repeated. */
const firstSent = (context: RequestContext, name: string): string =>
  context.headers[name] === undefined ? "" : (context.headerValues?.[name]?.[0] ?? header(context, name));

function usualText(text: string): string | undefined {
  const address = parseAddress(text);
  return address === undefined ? undefined : formatAddress(address);
}
