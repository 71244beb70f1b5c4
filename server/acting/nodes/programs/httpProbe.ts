import type { PodResponse } from "../../../api/registry/podDoors.ts";
import { bracketed } from "../../../ground/formats/addresses/addresses.ts";
import type { GrpcQuestion, HttpQuestion, Question, Reply } from "./program.ts";

/** Bytes of a response that a probe reads at most, as the reference's agent does. */
const MOST_BODY = 10 * 1024;
/** Redirects that a probe follows at most. */
const MOST_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Asks a server once. @returns its answer, or why there is none, in the words of a client of Go behind the URL */
export type AskServer = (
  url: URL,
  headers: Readonly<Record<string, string>>,
) => Promise<PodResponse | string | undefined>;

/** `host:port` as messages name the place. @param address of the pod; empty for one without */
export const placeOf = ({ host, port }: { readonly host?: string | undefined; readonly port: number }, address = "") =>
  `${bracketed(host ?? address) || "localhost"}:${port}`;

/** Why a connection to a place is not made where nothing listens. */
export const refusedAt = (place: string): string => `dial tcp ${place}: connect: connection refused`;

/** Why there is no answer to a probe where nothing listens. @param address of the pod; empty for one without */
export function notListening(question: Exclude<Question, { kind: "exec" }>, address: string): Reply {
  if (question.kind === "grpc") return { ok: false, text: notConnected(question, address) };
  const refused = refusedAt(placeOf(question, address));
  return { ok: false, text: question.kind === "http" ? `Get "${urlOf(question, address)}": ${refused}` : refused };
}

const notConnected = (question: GrpcQuestion, address: string): string =>
  `timeout: failed to connect service "${placeOf(question, address)}" within ${question.seconds}s: context deadline exceeded`;

/** What is said of a probe that is not answered in time. @param seconds for which it has waited */
export function lateText(question: Question, seconds: number, address: string): string {
  switch (question.kind) {
    case "http": {
      const why = "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
      return `Get "${urlOf(question, address)}": ${why}`;
    }
    case "tcp":
      return timedOutAt(placeOf(question, address));
    case "grpc":
      return `timeout: health rpc did not complete within ${seconds}s`;
    case "exec":
      return `command timed out: ${JSON.stringify(question.command.join(" "))} timed out after ${seconds}s`;
  }
}

/** Why a connection is not made to what does not answer at all. */
export const timedOutAt = (place: string): string => `dial tcp ${place}: i/o timeout`;

/** What a probe asks for over HTTP. */
export const urlOf = (question: HttpQuestion, address: string): string =>
  `${question.scheme ?? "http"}://${placeOf(question, address)}/${question.path.replace(/^\//, "")}`;

/** The port of a URL, also where it is the usual one, which the URL does not show. */
export const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === "https:" ? 443 : 80));

/**
 * Asks a server as a node's agent does: any status from 200 to 399 is a success. Redirects to the same host are followed, one
 * to another host is not: that the server answers is enough.
 * @param address of the pod; empty for one without
 */
export async function probeHttp(question: HttpQuestion, address: string, ask: AskServer): Promise<Reply> {
  let url = new URL(urlOf(question, address));
  // As it is written: a URL does not show the usual port of its scheme.
  let shown = urlOf(question, address);
  for (let followed = 0; followed < MOST_REDIRECTS; followed++) {
    const response = await ask(url, { host: url.host, ...question.headers });
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
  return { ok: false, text: `Get "${shown}": stopped after ${MOST_REDIRECTS} redirects` };
}

function judged({ status, body }: PodResponse): Reply {
  if (status < 200 || status >= 400) return { ok: false, text: `HTTP probe failed with statuscode: ${status}` };
  if (status < 300) return { ok: true, text: "" };
  const warning = `Probe terminated redirects, Response body: ${Buffer.from(body.subarray(0, MOST_BODY)).toString("utf8")}`;
  return { ok: true, text: "", warning };
}
