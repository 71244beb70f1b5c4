import type { IncomingMessage } from "node:http";
import type { Cluster } from "./cluster.ts";
import { explainFailure } from "./proxy/explainFailure.ts";
import { requestHeaders } from "./proxy/proxyHeaders.ts";
import type { Upstream } from "./proxy/upstream.ts";

const MAX_BYTES = 64 * 1024;
/** Maximum milliseconds for the rest of an answer once it has begun. */
const TIMEOUT = 15_000;

/**
 * Opens a cluster: requests its version, which needs no permission, and records the outcome as the cluster's state.
 * Refused credentials are renewed once.
 *
 * @param timeout milliseconds for the rest of an answer that has begun
 * @returns the version, or undefined when the server does not report it
 */
export async function probe(upstream: Upstream, cluster: Cluster, timeout = TIMEOUT): Promise<string | undefined> {
  try {
    for (let attempts = 0; ; attempts++) {
      const target = await cluster.target();
      const headers = requestHeaders({ accept: "application/json" }, target);
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = upstream.open(target, { method: "GET", path: "/version", headers });
        outgoing.on("response", resolve).on("error", reject).end();
      });
      const text = await readText(answer, timeout);
      if (answer.statusCode === 401 && attempts === 0 && (await cluster.refresh?.(target)) === true) continue;
      cluster.noteContact?.({ kind: "answered", status: answer.statusCode ?? 502 });
      return answer.statusCode === 200 ? versionIn(text) : undefined;
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === "ClusterError")) {
      cluster.noteContact?.({ kind: "failed", reason: explainFailure(error) });
    }
    return undefined;
  }
}

async function readText(answer: IncomingMessage, timeout: number): Promise<string> {
  const silence = Object.assign(new Error("the answer does not end"), { code: "ETIMEDOUT" });
  const timer = setTimeout(() => answer.destroy(silence), timeout);
  let text = "";
  try {
    for await (const chunk of answer.setEncoding("utf8")) {
      text += chunk;
      if (text.length > MAX_BYTES) break;
    }
  } finally {
    clearTimeout(timer);
  }
  return text;
}

function versionIn(text: string): string | undefined {
  try {
    const { gitVersion } = JSON.parse(text) as { gitVersion?: unknown };
    return typeof gitVersion === "string" ? gitVersion.slice(0, 60) : undefined;
  } catch {
    return undefined;
  }
}
