import type { Container, HTTPGetAction, Probe } from "kubernetes-types/core/v1";
import type { Question } from "../../programs/program.ts";
import { containerPort } from "./containerPort.ts";

/** Why a probe cannot be asked, in the words of a node's agent. */
export interface Unaskable {
  readonly problem: string;
}

/**
 * What a probe asks; undefined when it asks nothing that can be asked.
 * @param agent how probes over HTTP call themselves: `…/1.32`
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
  return { kind: "http", port, path, ...secure, ...elsewhere, headers: headersOf(httpGet, agent) };
}

/** An empty header takes the place of one that is sent by default, and is not sent. */
function headersOf({ httpHeaders = [] }: HTTPGetAction, agent: string): Record<string, string> {
  const headers = new Map([
    ["user-agent", agent],
    ["accept", "*/*"],
  ]);
  const own = new Map<string, string>();
  for (const { name, value } of httpHeaders) {
    const key = name.toLowerCase();
    const before = own.get(key);
    own.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  for (const [name, value] of own) headers.set(name, value);
  for (const name of ["user-agent", "accept", "host"]) if (headers.get(name) === "") headers.delete(name);
  return Object.fromEntries(headers);
}
