import type { IncomingMessage } from "node:http";
import https from "node:https";
import { quoted } from "../../../shared/text/quoted.ts";
import { readWhole } from "../../ground/memory/gatheredBytes.ts";
import { plainAnswer } from "./boundedAnswer.ts";
import { checkHost, PrivateHostError, publicLookup } from "./publicAddress.ts";
import { describeTransportError } from "./transportErrors.ts";

/** The response of an address. */
export interface FetchedDocument {
  readonly status: number;
  /** `OK`, `Not Found`. */
  readonly statusText: string;
  readonly text: string;
}

/** Options of a single request. */
export interface DocumentRequest {
  /** The accepted media types, instead of those of {@link DocumentOptions}. */
  readonly accept?: string;
  /** A bearer token, which is not sent to other hosts after a redirect. */
  readonly bearer?: string;
}

/** Fetches a document. @throws Error when there is no response */
export type FetchDocument = (url: string, signal: AbortSignal, request?: DocumentRequest) => Promise<FetchedDocument>;

/** Total timeout in milliseconds, including redirects. */
const TIMEOUT = 30_000;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTIONS = 10;

export interface DocumentOptions {
  /** The accepted media types; JSON by default. */
  readonly accept?: string;
  /** Whether only hosts of the public Internet may be contacted, for untrusted addresses. Default false. */
  readonly publicOnly?: boolean;
}

/** All options of a fetch. */
interface FetchState extends DocumentOptions, DocumentRequest {
  /** The trusted certificate may also be an intermediate one, or the server's own. */
  readonly trust: { readonly ca?: string; readonly allowPartialTrustChain?: true };
}

/**
 * Fetches documents over HTTPS only, with limits on time and size. Redirects are followed.
 * @param authorities PEM of the authorities to trust instead of the well-known ones
 */
export function httpsDocuments(authorities?: string, options: DocumentOptions = {}): FetchDocument {
  const trust = authorities === undefined ? {} : { ca: authorities, allowPartialTrustChain: true as const };
  return async (url, signal, request) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
    let place = url;
    let state: FetchState = { ...options, ...request, trust };
    for (let left = MAX_REDIRECTIONS; ; left--) {
      const { location, ...document } = await getOnce(place, state, ended);
      if (location === undefined) return document;
      if (left === 0) throw new Error(`Get ${quoted(url)}: stopped after ${MAX_REDIRECTIONS} redirects`);
      const next = new URL(location, place);
      if (next.host !== new URL(place).host) state = { ...state, bearer: "" };
      place = next.href;
    }
  };
}

async function getOnce(
  url: string,
  { trust, accept = "application/json", bearer = "", publicOnly = false }: FetchState,
  signal: AbortSignal,
): Promise<FetchedDocument & { readonly location?: string }> {
  const failed = (message: string): Error => new Error(`Get ${quoted(url)}: ${message}`);
  if (!url.startsWith("https://") || !URL.canParse(url)) throw failed("only https addresses are asked");
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  let response: IncomingMessage;
  let text: string | undefined;
  try {
    response = await new Promise((resolve, reject) => {
      if (publicOnly) checkHost(host);
      const guard = publicOnly ? { lookup: publicLookup } : {};
      const headers = { accept, ...(bearer === "" ? {} : { authorization: `Bearer ${bearer}` }) };
      const request = https.get(url, { ...trust, ...guard, agent: false, headers, signal }, resolve);
      plainAnswer(request).on("error", reject);
    });
    text = (await readWhole(response, MAX_BYTES))?.toString("utf8");
  } catch (error) {
    if (signal.aborted) throw failed("context deadline exceeded");
    if (error instanceof PrivateHostError) throw failed(error.message);
    throw failed(describeTransportError(error, { host, address: host, port: port === "" ? 443 : Number(port) }).text);
  }
  if (text === undefined) throw failed(`the answer is longer than ${MAX_BYTES} bytes`);
  const { statusCode: status = 0, statusMessage: statusText = "", headers } = response;
  const location = [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined;
  return { status, statusText, text, ...(location === undefined ? {} : { location }) };
}
