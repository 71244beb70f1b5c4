import type { ClientRequest, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { VIEW_AS_HEADER } from "../../../../shared/viewAs.ts";
import { holdEarlyBytes } from "../../../serving/http/earlyBytes.ts";
import { headText, refuseUpgrade as passRefusal } from "../../../serving/http/tunnel.ts";
import { refuseUpgrade } from "../answers.ts";
import { type Cluster, ClusterError, type ClusterTarget } from "../cluster.ts";
import { takeSocketQuery } from "./clusterPath.ts";
import { explainFailure } from "./explainFailure.ts";
import { ViewAsError } from "./impersonateHeaders.ts";
import { joinSockets } from "./joinSockets.ts";
import { requestHeaders, responseHeaders } from "./proxyHeaders.ts";
import { refuseReadOnly } from "./readOnly.ts";
import type { Upstream } from "./upstream.ts";

/**
 * Forwards a WebSocket: the handshake with the cluster's credentials (renewed once when refused), then bytes in both
 * directions. The frames are not interpreted, so every subprotocol works. If the cluster answers with anything but 101,
 * that answer is sent to the page.
 */
export async function proxyUpgrade(
  upstream: Upstream,
  cluster: Cluster,
  clusterPath: string,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  let outgoing: ClientRequest | undefined;
  let isAnswered = false;
  socket.on("error", () => socket.destroy());
  socket.on("close", () => outgoing?.destroy());
  const { path, accept, viewAs } = takeSocketQuery(clusterPath);
  const refusal = refuseReadOnly(cluster, request.method ?? "GET", path);
  if (refusal !== undefined) return refuseUpgrade(socket, 403, refusal);
  const takeEarly = holdEarlyBytes(socket, head);
  const fail = (error: unknown): void => {
    if (socket.destroyed || isAnswered) return;
    if (error instanceof ViewAsError) {
      refuseUpgrade(socket, 400, error.message);
      return;
    }
    const reason = explainFailure(error);
    if (!(error instanceof ClusterError)) cluster.noteContact?.({ kind: "failed", reason });
    refuseUpgrade(socket, 502, `${cluster.name} cannot be reached: ${reason}`);
  };

  const attempt = async (isLast: boolean): Promise<void> => {
    let target: ClusterTarget;
    try {
      target = await cluster.target();
      const asked = viewAs === undefined ? request.headers : { ...request.headers, [VIEW_AS_HEADER]: viewAs };
      const headers = { ...requestHeaders(asked, target), connection: "Upgrade", upgrade: "websocket" };
      outgoing = upstream.open(
        target,
        { method: "GET", path, headers: accept === undefined ? headers : { ...headers, accept } },
        { agentless: true },
      );
    } catch (error) {
      return fail(error);
    }
    if (socket.destroyed) outgoing.destroy();
    const sent = outgoing;
    sent.on("error", fail);
    sent.on("response", (answer) => {
      const pass = (): void => {
        const { statusCode: status = 502 } = answer;
        cluster.noteContact?.({ kind: "answered", status });
        isAnswered = true;
        passRefusal(socket, { status, headers: responseHeaders(answer.headers), relayed: answer });
      };
      if (answer.statusCode !== 401 || isLast || cluster.refresh === undefined) return pass();
      // This answer may still break off, but the page gets another one.
      sent.off("error", fail).on("error", () => undefined);
      cluster.refresh(target).then((isWorthIt) => {
        if (!isWorthIt) return pass();
        answer.destroy();
        return attempt(true);
      }, fail);
    });
    sent.on("upgrade", (answer, upstreamSocket, upstreamHead) => {
      cluster.noteContact?.({ kind: "answered", status: 101 });
      isAnswered = true;
      const headers = { ...responseHeaders(answer.headers), connection: "Upgrade", upgrade: "websocket" };
      socket.write(headText(101, headers));
      joinSockets(
        { socket, head: takeEarly() },
        { socket: upstreamSocket, head: upstreamHead },
        { onSilence: () => upstream.drop(target) },
      );
    });
    sent.end();
  };
  await attempt(false);
}
