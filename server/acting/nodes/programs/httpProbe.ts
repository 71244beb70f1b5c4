import type { PodResponse } from "../../../api/registry/podDoors.ts";
import { bracketed } from "../../../ground/formats/addresses/addresses.ts";
import type { Question, Reply } from "./program.ts";

/** Redirects that a probe follows at most. */
const MOST_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface ProbedServer {
  /** The host that the probe asks: the pod's address. */
  readonly host: string;
  listens(port: number): boolean;
  /** @returns undefined where the program ended instead of answering */
  get(port: number, path: string): Promise<PodResponse | undefined>;
}

/** Why there is no answer to a probe where nothing listens. @param address of the pod; empty for one without */
export function notListening(question: Exclude<Question, { kind: "exec" }>, address: string): Reply {
  const place = `${bracketed(address) || "localhost"}:${question.port}`;
  if (question.kind === "grpc") {
    return { ok: false, text: `timeout: failed to connect service "${place}" within 1s: context deadline exceeded` };
  }
  const refused = `dial tcp ${place}: connect: connection refused`;
  return { ok: false, text: question.kind === "http" ? `Get "${urlOf(question, address)}": ${refused}` : refused };
}

/** What a probe asks for over HTTP. */
export const urlOf = ({ port, path }: Question & { readonly kind: "http" }, address: string): string =>
  `http://${bracketed(address) || "localhost"}:${port}/${path.replace(/^\//, "")}`;

/**
 * Asks a server as a node's agent does: any status from 200 to 399 is a success. Redirects to the same host are followed, one
 * to another host is not: that the server answers is enough.
 */
export async function probeHttp(question: Question & { readonly kind: "http" }, server: ProbedServer): Promise<Reply> {
  let url = new URL(urlOf(question, server.host));
  for (let followed = 0; followed < MOST_REDIRECTS; followed++) {
    const to = Number(url.port || 80);
    if (!server.listens(to))
      return { ok: false, text: `Get "${url}": dial tcp ${url.host}: connect: connection refused` };
    const response = await server.get(to, url.pathname + url.search);
    if (response === undefined) return { ok: false, text: `Get "${url}": EOF` };
    const { status, headers, body } = response;
    const { location = "" } = headers;
    if (!REDIRECTS.has(status) || location === "" || !URL.canParse(location, url)) return judged(status);
    const next = new URL(location, url);
    if (next.hostname !== url.hostname) {
      const warning = `Probe terminated redirects, Response body: ${Buffer.from(body).toString("utf8")}`;
      return { ok: true, text: "", warning };
    }
    url = next;
  }
  return { ok: false, text: `Get "${url}": stopped after ${MOST_REDIRECTS} redirects` };
}

const judged = (status: number): Reply =>
  status >= 200 && status < 400
    ? { ok: true, text: "" }
    : { ok: false, text: `HTTP probe failed with statuscode: ${status}` };
