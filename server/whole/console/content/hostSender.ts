import type { IncomingHttpHeaders } from "node:http";
import type { Ask } from "../../../../shared/lessons/checkEngine.ts";
import { consoleRequest } from "../../../../shared/lessons/consoleRequest.ts";
import { HostError } from "../api/hostError.ts";
import type { Cluster } from "../cluster.ts";
import { senderOfCluster } from "../clusterSender.ts";
import { refuseReadOnly } from "../proxy/readOnly.ts";
import type { Upstream } from "../proxy/upstream.ts";

export interface SenderOptions {
  readonly upstream: Upstream;
  readonly cluster: Cluster;
  /** Manager of the written fields; empty for the page's program. */
  readonly fieldManager: string;
  /** The headers of the page's request. */
  readonly page: IncomingHttpHeaders;
  /** Aborts pending requests. */
  readonly signal: AbortSignal;
}

/**
 * Sends requests to a cluster as if they came from the requesting page: with its field manager, as the user whom it
 * views the cluster as, and with its user agent. The returned function throws a HostError 403 for a request that a
 * read-only cluster refuses, and otherwise the errors of a `ClusterSender`.
 */
export function hostSender({ upstream, cluster, fieldManager, page, signal }: SenderOptions): Ask {
  const send = senderOfCluster(upstream, cluster, page, signal);
  const userAgent = page["user-agent"];
  return async (request) => {
    const { method, accept = "application/json", contentType = "application/json", body } = request;
    const { path, headers } = consoleRequest(request, fieldManager);
    const refusal = refuseReadOnly(cluster, method, path);
    if (refusal !== undefined) throw new HostError(403, "Forbidden", refusal);
    return send({
      method,
      path,
      headers: {
        accept,
        ...(userAgent === undefined ? {} : { "user-agent": userAgent }),
        ...(body === undefined ? {} : { "content-type": contentType }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  };
}
