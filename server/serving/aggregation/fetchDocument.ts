import type { IncomingMessage } from "node:http";
import https, { type RequestOptions } from "node:https";
import { plainAnswer } from "../../access/webhook/boundedAnswer.ts";
import { describeTransportError } from "../../access/webhook/transportErrors.ts";
import { WebhookError } from "../../access/webhook/webhookError.ts";
import { bracketed } from "../../ground/formats/addresses/addresses.ts";
import { readWhole } from "../../ground/memory/gatheredBytes.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import { identityHeaders } from "./proxyHeaders.ts";
import type { RemoteService } from "./remoteService.ts";

export interface FetchOptions {
  /** The identity that is sent with the request. */
  readonly identity: Identity;
  readonly accept: string;
  /** Entity tag of the document that is already known. */
  readonly known?: string | undefined;
  /** Maximum bytes of the body; a longer body is an error. */
  readonly limit: number;
  /** Timeout for the whole request, in milliseconds. */
  readonly time: number;
  readonly signal?: AbortSignal | undefined;
}

/** A document of an extension server. */
export interface FetchedDocument {
  readonly status: number;
  /** Content type as sent. */
  readonly type: string;
  readonly etag: string | undefined;
  readonly bytes: Buffer;
}

/** The identity under which this server fetches the documents of others. */
export const AGGREGATOR: Identity = { username: "system:kube-aggregator", groups: ["system:masters"], extra: {} };

/**
 * Reads a document of an extension server into bounded memory.
 * @throws WebhookError with the reference's message when there is no answer
 */
export async function fetchDocument(
  service: RemoteService,
  path: string,
  { identity, accept, known, limit, time, signal }: FetchOptions,
): Promise<FetchedDocument> {
  const headers = {
    accept,
    ...(known === undefined ? {} : { "if-none-match": known }),
    ...identityHeaders(identity, true),
  };
  const response = await ask(service, path, { ...service.connection(), headers }, { time, signal });
  const bytes = await collect(response, limit);
  if (response.headers["content-encoding"] !== undefined) {
    throw new WebhookError("body", "the answer has a coding that was not asked for", response.statusCode);
  }
  const { "content-type": type = "", etag } = response.headers;
  return { status: response.statusCode ?? 0, type, etag, bytes };
}

/**
 * Checks whether a server answers a path, whatever its certificate. The body is not read.
 * @returns the status of the answer
 * @throws WebhookError with the reference's message when there is no answer
 */
export async function probe(service: RemoteService, path: string, time: number, signal?: AbortSignal): Promise<number> {
  const headers = identityHeaders(AGGREGATOR, false);
  const response = await ask(service, path, { ...service.carelessConnection(), headers }, { time, signal });
  response.destroy();
  return response.statusCode ?? 0;
}

/**
 * The URL in error messages, for example `https://192.0.2.1:443/apis`.
 * @throws Error with the reason when the service has no address
 */
export const urlOf = (service: RemoteService, path: string): string => urlAt(service.address(), path);

const urlAt = ({ host, port }: { readonly host: string; readonly port: number }, path: string): string =>
  `https://${bracketed(host)}:${port}${path}`;

function ask(
  service: RemoteService,
  path: string,
  options: RequestOptions,
  { time, signal }: Pick<FetchOptions, "time" | "signal">,
): Promise<IncomingMessage> {
  const { host, port, dial } = service.address();
  const way = dial === undefined ? {} : { dial };
  const deadline = AbortSignal.timeout(time);
  const ended = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  const failed = (message: string): string => `Get ${JSON.stringify(urlAt({ host, port }, path))}: ${message}`;
  return new Promise((resolve, reject) => {
    const request = https.request({ ...options, host, port, ...way, path, method: "GET", signal: ended });
    plainAnswer(request);
    request.on("response", resolve);
    request.on("error", (error) => {
      if (deadline.aborted) {
        const message = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
        reject(new WebhookError("timeout", failed(message)));
        return;
      }
      if (ended.aborted) {
        reject(new WebhookError("canceled", failed("context canceled")));
        return;
      }
      const problem = describeTransportError(error, { host: service.serverName, address: host, port });
      reject(new WebhookError(problem.failure, failed(problem.text)));
    });
    request.end();
  });
}

async function collect(response: IncomingMessage, limit: number): Promise<Buffer> {
  let bytes: Buffer | undefined;
  try {
    bytes = await readWhole(response, limit);
  } catch {
    response.destroy();
    throw new WebhookError("connection", "the answer broke off");
  }
  if (bytes === undefined) throw new WebhookError("tooLarge", `the answer is longer than ${limit} bytes`);
  return bytes;
}
