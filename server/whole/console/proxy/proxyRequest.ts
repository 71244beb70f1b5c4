import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { forwardBody } from "../../../serving/http/forwardBody.ts";
import { readBody } from "../../../serving/http/readBody.ts";
import { statusBody } from "../answers.ts";
import { type Cluster, ClusterError, type ClusterTarget } from "../cluster.ts";
import { explainFailure } from "./explainFailure.ts";
import { ViewAsError } from "./impersonateHeaders.ts";
import { requestHeaders, responseHeaders } from "./proxyHeaders.ts";
import { refuseReadOnly } from "./readOnly.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Maximum bytes of a body that is kept until the answer arrives, so that it can be sent again with fresh credentials.
 */
const REPLAYABLE_BYTES = 4 * 1024 * 1024;

/**
 * Forwards one request and streams the answer back (a watch never ends). When the page disconnects, the request to the
 * cluster is aborted. Refused credentials are renewed once. For a cluster that cannot be reached, the answer is a 502
 * with a Status body; for one that does not run, a 503; for one without credentials, a 401.
 */
export async function proxyRequest(
  upstream: Upstream,
  cluster: Cluster,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? "GET";
  const refusal = refuseReadOnly(cluster, method, path);
  if (refusal !== undefined) return statusBody(response, 403, "Forbidden", refusal);

  let outgoing: ClientRequest | undefined;
  response.on("close", () => outgoing?.destroy());
  const fail = (error: unknown): void => {
    if (response.destroyed) return;
    if (error instanceof ViewAsError) {
      statusBody(response, 400, "BadRequest", error.message);
      return;
    }
    const reason = explainFailure(error);
    if (!(error instanceof ClusterError)) cluster.noteContact?.({ kind: "failed", reason });
    if (response.headersSent) response.destroy();
    else if (error instanceof ClusterError && error.state === "unauthorized") {
      statusBody(response, 401, "Unauthorized", `No way to sign in to ${cluster.name}: ${reason}`);
    } else {
      // Without a connection, the cluster cannot have carried out the request: clients need not doubt it, as after a 502.
      const [code, word] =
        error instanceof ClusterError ? ([503, "ServiceUnavailable"] as const) : ([502, "BadGateway"] as const);
      statusBody(response, code, word, `${cluster.name} cannot be reached: ${reason}`);
    }
  };

  const attempt = async (body: Buffer | undefined, isLast: boolean): Promise<void> => {
    let target: ClusterTarget;
    try {
      target = await cluster.target();
      outgoing = upstream.open(target, { method, path, headers: requestHeaders(request.headers, target) });
    } catch (error) {
      return fail(error);
    }
    const sent = outgoing;
    if (response.destroyed) sent.destroy();
    sent.on("error", fail);
    sent.on("response", (incoming) => {
      const status = incoming.statusCode ?? 502;
      if (status === 401 && !isLast && cluster.refresh !== undefined) {
        // This answer may still break off, but the page gets another one.
        sent.off("error", fail).on("error", () => undefined);
        incoming.resume();
        cluster.refresh(target).then((isWorthIt) => (isWorthIt ? attempt(body, true) : turnedAway(incoming)), fail);
        return;
      }
      cluster.noteContact?.({ kind: "answered", status });
      // The page interprets a 401 without a Status as the end of its own session.
      if (status === 401 && !isJson(incoming)) return turnedAway(incoming);
      try {
        response.writeHead(status, responseHeaders(incoming.headers));
      } catch (error) {
        // A status below 100, for example. An error that is thrown here would end the process.
        sent.destroy();
        return fail(error);
      }
      response.flushHeaders();
      pipeline(incoming, response, () => sent.destroy());
    });
    if (body !== undefined) sent.end(body);
    else forwardBody(request, sent);
  };

  const turnedAway = (incoming: IncomingMessage): void => {
    incoming.resume();
    cluster.noteContact?.({ kind: "answered", status: 401 });
    const message = cluster.notes?.().reason ?? "The server refuses the credentials.";
    statusBody(response, 401, "Unauthorized", `${cluster.name}: ${message}`);
  };

  if (cluster.refresh === undefined || !isReplayable(request)) return attempt(undefined, true);
  const body = await readBody(request, { bytes: REPLAYABLE_BYTES }).catch(() => undefined);
  if (body !== undefined) await attempt(body, false);
}

const isJson = (incoming: IncomingMessage): boolean => (incoming.headers["content-type"] ?? "").includes("json");

function isReplayable(request: IncomingMessage): boolean {
  if (request.headers["transfer-encoding"] !== undefined) return false;
  return Number(request.headers["content-length"] ?? 0) <= REPLAYABLE_BYTES;
}
