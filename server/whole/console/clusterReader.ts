import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { VIEW_AS_HEADER } from "../../../shared/viewAs.ts";
import type { ClusterReader } from "../advice/clusterReader.ts";
import { type Cluster, ClusterError } from "./cluster.ts";
import { explainFailure } from "./proxy/explainFailure.ts";
import { ViewAsError } from "./proxy/impersonateHeaders.ts";
import { requestHeaders } from "./proxy/proxyHeaders.ts";
import type { Upstream } from "./proxy/upstream.ts";

/** The most bytes of an answer that is read as a whole. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The time for the rest of an answer once it has begun, in milliseconds. */
const PATIENCE = 60_000;

/** A cluster could not be asked. The message holds no credential. */
export class UnreachableError extends Error {}

/**
 * Reads a cluster's API with its credentials, as the page itself would, and as the user whom the page views the cluster
 * as. Credentials that are refused are renewed once.
 *
 * @param page the headers of the page's own request
 * @param signal ends what is under way
 */
export function readerOfCluster(
  upstream: Upstream,
  cluster: Cluster,
  page: IncomingHttpHeaders,
  signal: AbortSignal,
): ClusterReader {
  const ask = async (path: string, accept: string, isLast: boolean): ReturnType<ClusterReader["get"]> => {
    const target = await cluster.target();
    const headers = requestHeaders({ accept, [VIEW_AS_HEADER]: page[VIEW_AS_HEADER] }, target);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      signal.throwIfAborted();
      const outgoing = upstream.open(target, { method: "GET", path, headers });
      const end = (): void => void outgoing.destroy(new Error("the caller no longer waits for the answer"));
      signal.addEventListener("abort", end, { once: true });
      outgoing.on("close", () => signal.removeEventListener("abort", end));
      outgoing.on("response", resolve).on("error", reject).end();
    });
    const text = await readText(answer);
    const status = answer.statusCode ?? 502;
    if (status === 401 && !isLast && (await cluster.refresh?.(target)) === true) return ask(path, accept, true);
    cluster.noteContact?.({ kind: "answered", status });
    return { status, text };
  };
  return {
    async get(path, accept = "application/json") {
      try {
        return await ask(path, accept, false);
      } catch (error) {
        if (error instanceof ClusterError || error instanceof ViewAsError || signal.aborted) throw error;
        const reason = explainFailure(error);
        cluster.noteContact?.({ kind: "failed", reason });
        throw new UnreachableError(`${cluster.name} cannot be reached: ${reason}`);
      }
    },
  };
}

async function readText(answer: IncomingMessage): Promise<string> {
  const silence = Object.assign(new Error("the answer does not end"), { code: "ETIMEDOUT" });
  const timer = setTimeout(() => answer.destroy(silence), PATIENCE);
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
