import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { VIEW_AS_HEADER } from "../../../shared/viewAs.ts";
import { type Cluster, ClusterError } from "./cluster.ts";
import { explainFailure } from "./proxy/explainFailure.ts";
import { ViewAsError } from "./proxy/impersonateHeaders.ts";
import { requestHeaders } from "./proxy/proxyHeaders.ts";
import type { Upstream } from "./proxy/upstream.ts";

/** Maximum bytes of an answer that is read as a whole. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Maximum milliseconds for the rest of an answer once it has begun. */
const TIMEOUT = 60_000;

/** Thrown when a cluster did not answer. The message contains no credentials. */
export class UnreachableError extends Error {}

/** A request that the host itself sends to a cluster. */
export interface ClusterRequest {
  readonly method: string;
  /** Path including the query. */
  readonly path: string;
  /**
   * Headers as a page would send them: without credentials, and with the console's own header for the user to act as.
   */
  readonly headers: IncomingHttpHeaders;
  readonly body?: string;
}

/** A complete answer, whatever its status. */
export interface ClusterAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request and reads its answer.
 * @throws UnreachableError when there is no answer; ClusterError without usable credentials; ViewAsError; the reason of
 *   the signal
 */
export type ClusterSender = (request: ClusterRequest) => Promise<ClusterAnswer>;

/**
 * Sends requests to a cluster with its credentials, as the page itself would, and as the user whom the page views the
 * cluster as. Refused credentials are renewed once.
 *
 * @param page the headers of the page's own request
 * @param signal aborts pending requests
 */
export function senderOfCluster(
  upstream: Upstream,
  cluster: Cluster,
  page: IncomingHttpHeaders,
  signal: AbortSignal,
): ClusterSender {
  const viewAs = { [VIEW_AS_HEADER]: page[VIEW_AS_HEADER] };
  const attempt = async (request: ClusterRequest, isLast: boolean): Promise<ClusterAnswer> => {
    const { method, path, body } = request;
    const target = await cluster.target();
    signal.throwIfAborted();
    const outgoing = upstream.open(target, {
      method,
      path,
      headers: requestHeaders({ ...viewAs, ...request.headers }, target),
    });
    const end = (): void => void outgoing.destroy(new Error("the caller no longer waits for the answer"));
    signal.addEventListener("abort", end, { once: true });
    let answer: ClusterAnswer;
    try {
      const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.on("response", resolve).on("error", reject).end(body);
      });
      answer = { status: incoming.statusCode ?? 502, text: await readText(incoming) };
    } finally {
      signal.removeEventListener("abort", end);
    }
    if (answer.status === 401 && !isLast && (await cluster.refresh?.(target)) === true) return attempt(request, true);
    cluster.noteContact?.({ kind: "answered", status: answer.status });
    return answer;
  };
  return async (request) => {
    try {
      return await attempt(request, false);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ClusterError || error instanceof ViewAsError) throw error;
      const reason = explainFailure(error);
      cluster.noteContact?.({ kind: "failed", reason });
      throw new UnreachableError(`${cluster.name} cannot be reached: ${reason}`);
    }
  };
}

async function readText(answer: IncomingMessage): Promise<string> {
  const silence = Object.assign(new Error("the answer does not end"), { code: "ETIMEDOUT" });
  const timer = setTimeout(() => answer.destroy(silence), TIMEOUT);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer) {
      size += (chunk as Buffer).length;
      if (size > MAX_BYTES) throw new Error("the answer is too long");
      chunks.push(chunk as Buffer);
    }
  } finally {
    clearTimeout(timer);
    answer.destroy();
  }
  return Buffer.concat(chunks).toString("utf8");
}
