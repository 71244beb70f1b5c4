import type { PodResponse } from "../../../api/registry/podAccess.ts";
import { bracketed } from "../../../ground/formats/addresses/addresses.ts";
import type { GrpcQuestion, HttpQuestion, Question, Reply } from "./program.ts";

/** Maximum number of bytes of a response that a probe reads, as in the kubelet. */
const MAX_BODY = 10 * 1024;
/** Maximum number of redirects that a probe follows. */
const MAX_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Asks a server once. @returns its response, or the error message of a Go client that follows the URL */
export type SendProbe = (
  url: URL,
  headers: Readonly<Record<string, string>>,
) => Promise<PodResponse | string | undefined>;

/** `host:port` in messages. @param address of the pod; empty for a pod without one */
export const placeOf = ({ host, port }: { readonly host?: string | undefined; readonly port: number }, address = "") =>
  `${bracketed(host ?? address) || "localhost"}:${port}`;

/** The error of a connection to a port at which nothing listens. */
export const refusedAt = (place: string): string => `dial tcp ${place}: connect: connection refused`;

/** The reply to a probe when nothing listens. @param address of the pod; empty for a pod without one */
export function notListening(question: Exclude<Question, { kind: "exec" }>, address: string): Reply {
  if (question.kind === "grpc") return { ok: false, text: notConnected(question, address) };
  const refused = refusedAt(placeOf(question, address));
  return { ok: false, text: question.kind === "http" ? `Get "${urlOf(question, address)}": ${refused}` : refused };
}

const notConnected = (question: GrpcQuestion, address: string): string =>
  `timeout: failed to connect service "${placeOf(question, address)}" within ${question.seconds}s: context deadline exceeded`;

/** The message of a probe that has timed out. @param seconds the timeout */
export function lateText(question: Question, seconds: number, address: string): string {
  switch (question.kind) {
    case "http": {
      const message = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
      return `Get "${urlOf(question, address)}": ${message}`;
    }
    case "tcp":
      return timedOutAt(placeOf(question, address));
    case "grpc":
      return `timeout: health rpc did not complete within ${seconds}s`;
    case "exec":
      return `command timed out: ${JSON.stringify(question.command.join(" "))} timed out after ${seconds}s`;
  }
}

/** The error of a connection that is dropped without an answer. */
export const timedOutAt = (place: string): string => `dial tcp ${place}: i/o timeout`;

/** The URL of an HTTP probe. */
export const urlOf = (question: HttpQuestion, address: string): string =>
  `${question.scheme ?? "http"}://${placeOf(question, address)}/${question.path.replace(/^\//, "")}`;

/** The port of a URL, also when it is the scheme's default port, which `URL` leaves out. */
export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === "https:" ? 443 : 80));

/**
 * Asks a server as the kubelet does: any status from 200 to 399 is a success. Redirects to the same host are followed.
 * A redirect to another host is not, and counts as a success.
 * @param address of the pod; empty for a pod without one
 */
export async function probeHttp(question: HttpQuestion, address: string, send: SendProbe): Promise<Reply> {
  let url = new URL(urlOf(question, address));
  // The URL as it was written: `URL` leaves out the scheme's default port.
  let shown = urlOf(question, address);
  for (let followed = 0; followed < MAX_REDIRECTS; followed++) {
    const response = await send(url, { host: url.host, ...question.headers });
    if (response === undefined || typeof response === "string") {
      return { ok: false, text: `Get "${shown}": ${response ?? "EOF"}` };
    }
    const { location = "" } = response.headers;
    const isFollowed = REDIRECTS.has(response.status) && location !== "" && URL.canParse(location, url);
    const next = isFollowed ? new URL(location, url) : undefined;
    if (next === undefined || next.hostname !== url.hostname) return judged(response);
    url = next;
    shown = next.href;
  }
  return { ok: false, text: `Get "${shown}": stopped after ${MAX_REDIRECTS} redirects` };
}

function judged({ status, body }: PodResponse): Reply {
  if (status < 200 || status >= 400) return { ok: false, text: `HTTP probe failed with statuscode: ${status}` };
  if (status < 300) return { ok: true, text: "" };
  const warning = `Probe terminated redirects, Response body: ${Buffer.from(body.subarray(0, MAX_BODY)).toString("utf8")}`;
  return { ok: true, text: "", warning };
}
