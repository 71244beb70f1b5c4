import { randomUUID } from "node:crypto";
import { parseRequestInfo } from "../../../shared/requestInfo.ts";
import type { RequestContext } from "../../ground/request/context.ts";
import type { Identity } from "../../ground/rights/identity.ts";

/** A caller inside the process. */
export interface InProcessCaller {
  readonly identity: Identity;
  /** Becomes the User-Agent, and with it the field manager of writes that name none. */
  readonly userAgent: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface InProcessRequest {
  readonly method: string;
  readonly path: string;
  /** Members that are undefined are left out. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body?: { readonly type: string; readonly bytes: Buffer } | undefined;
  readonly signal?: AbortSignal | undefined;
}

const NEVER = new AbortController().signal;
const NOTHING = Buffer.alloc(0);

/** A request without a socket, by a caller that is authenticated already. */
export function inProcessContext(
  { identity, userAgent, now }: InProcessCaller,
  { method, path, query, body, signal = NEVER }: InProcessRequest,
): RequestContext {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const bytes = body?.bytes ?? NOTHING;
  return {
    id: randomUUID(),
    method,
    path,
    query: search,
    headers: {
      accept: "application/json",
      "user-agent": userAgent,
      ...(body === undefined ? {} : { "content-type": body.type }),
    },
    info: parseRequestInfo(method, path, search),
    peerCertificates: [],
    remoteAddress: "::1",
    webSocket: false,
    received: now(),
    signal,
    warnings: [],
    body: async () => bytes,
    user: identity,
  };
}
