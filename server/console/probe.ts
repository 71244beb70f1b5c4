import type { IncomingMessage } from "node:http";
import type { Cluster } from "./cluster.ts";
import { explainFailure } from "./explainFailure.ts";
import { requestHeaders } from "./proxyHeaders.ts";
import type { Upstream } from "./upstream.ts";

const MAX_BYTES = 64 * 1024;

/**
 * Opens a cluster: asks for its version, which needs no right, and notes the outcome as the cluster's state. Credentials that
 * are refused are renewed once.
 *
 * @returns the version, or undefined when the server keeps it to itself or there is none to be had
 */
export async function probe(upstream: Upstream, cluster: Cluster): Promise<string | undefined> {
  try {
    for (let attempts = 0; ; attempts++) {
      const target = await cluster.target();
      const headers = requestHeaders({ accept: "application/json" }, target);
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        const outgoing = upstream.open(target, { method: "GET", path: "/version", headers });
        outgoing.on("response", resolve).on("error", reject).end();
      });
      const text = await readText(answer);
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

async function readText(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) {
    text += chunk;
    if (text.length > MAX_BYTES) break;
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
