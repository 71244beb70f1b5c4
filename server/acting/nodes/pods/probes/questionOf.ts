import type { Container, Probe } from "kubernetes-types/core/v1";
import type { Question } from "../../programs/program.ts";
import { containerPort } from "./containerPort.ts";
import { requestHeaders } from "./requestHeaders.ts";

/** Why a probe cannot be sent, in the kubelet's words. */
export interface Unaskable {
  readonly problem: string;
}

/**
 * The question of a probe; undefined when the probe has no supported handler.
 * @param agent the user agent of HTTP probes: `…/1.32`
 */
export function questionOf(probe: Probe, container: Container, agent: string): Question | Unaskable | undefined {
  const { httpGet, tcpSocket, exec, timeoutSeconds: seconds = 1 } = probe;
  const grpc = (probe as { grpc?: { port: number } }).grpc;
  if (exec !== undefined) return { kind: "exec", command: exec.command ?? [] };
  if (grpc !== undefined) return { kind: "grpc", port: grpc.port, seconds };
  const action = httpGet ?? tcpSocket;
  if (action === undefined) return undefined;
  const port = containerPort(action.port, container);
  if (typeof port === "string") return { problem: port };
  const elsewhere = action.host === undefined || action.host === "" ? {} : { host: action.host };
  if (httpGet === undefined) return { kind: "tcp", port, ...elsewhere };
  const { path = "/", scheme } = httpGet;
  const secure = scheme === "HTTPS" ? { scheme: "https" as const } : {};
  return { kind: "http", port, path, ...secure, ...elsewhere, headers: requestHeaders(httpGet.httpHeaders, agent) };
}
