import { randomUUID } from "node:crypto";
import { parseRequestInfo } from "../../../shared/requestInfo.ts";
import type { RequestContext } from "../../ground/request/context.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import { NEVER } from "../../ground/timing/signals.ts";

/** A caller inside the process. */
export interface InProcessCaller {
  readonly identity: Identity;
  /** The User-Agent, from which the field manager of writes is derived unless they name one. */
  readonly userAgent: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface InProcessRequest {
  readonly method: string;
  readonly path: string;
  /** Undefined values are left out. */
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body?: { readonly type: string; readonly bytes: Buffer } | undefined;
  readonly signal?: AbortSignal | undefined;
}

const NOTHING = Buffer.alloc(0);

/** A request without a socket, from a caller that is already authenticated. */
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
