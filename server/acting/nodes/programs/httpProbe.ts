import type { PodResponse } from "../../../api/registry/podDoors.ts";
import { bracketed } from "../../../ground/formats/addresses.ts";
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

/**
 * Asks a server as a node's agent does: any status from 200 to 399 is a success. Redirects to the same host are followed, one
 * to another host is not: that the server answers is enough.
 */
export async function probeHttp(
  { port, path }: Question & { readonly kind: "http" },
  server: ProbedServer,
): Promise<Reply> {
  const host = bracketed(server.host) || "localhost";
  let url = new URL(`http://${host}:${port}/${path.replace(/^\//, "")}`);
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
