import { once } from "node:events";
import { credentials } from "../httpClient.ts";
import { keptWorkers } from "../keptWorkers.ts";
import { expectNoStall, type Limits, STALL_LIMIT } from "../longestStall.ts";
import { core } from "../objects.ts";
import type { TestServer } from "../testServer.ts";

/** A request that is as harmful as its size allows, and the expected answer. */
export interface HostileBody {
  readonly name: string;
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Default: creating a config map, as a dry run. */
  readonly path?: string;
  /** The sender. Default the administrator. */
  readonly as?: string;
  /** Content type. Default JSON. */
  readonly type?: string;
  /** Media type of the answer. Default: the server's choice. */
  readonly accept?: string;
  /** Created on demand: a table of large texts would fill the memory that is measured. Default none. */
  readonly body?: () => string | Uint8Array;
  /** Number of clients that send the request at once. Default 1. */
  readonly times?: number;
  readonly status: number;
  /** An expected part of the answer. */
  readonly says?: string;
  readonly limits?: Limits;
}

/** The path for creating a config map as a dry run. */
export const MAPS = `${core("default", "configmaps")}?dryRun=All`;
/** Nearly the maximum length of a body, in bytes. */
export const WHOLE = 3 * 1024 * 1024 - 1024;

/** Whether to run the complete sweep: `ORRERY_SWEEP=all`, which takes an hour. */
export const isWholeSweep = process.env["ORRERY_SWEEP"] === "all";
/**
 * The content of a list or map in a sweep: its length in bytes, and the limits of its request. Work that blocks a turn
 * grows with the body, so a third of a body with half of the limit detects it equally well, and takes a third of the
 * time.
 */
export const SWEPT: { readonly length: number; readonly limits: Limits } = isWholeSweep
  ? { length: WHOLE, limits: { heap: 2 ** 31 } }
  : { length: WHOLE / 3, limits: { heap: 2 ** 31, stall: STALL_LIMIT / 2 } };

/** Repeats a piece of text up to a length. */
export const filled = (piece: string, length = WHOLE): string => piece.repeat(Math.floor(length / piece.length));
/** Numbered pieces of text. */
export const numbered = (count: number, piece: (i: number) => string, separator = ","): string =>
  Array.from({ length: count }, (_, i) => piece(i)).join(separator);

const clients = keptWorkers(new URL("../stallClient.mjs", import.meta.url));

/** An answer, as the client's thread reports it. */
interface SentAnswer {
  readonly status: number;
  readonly head: string;
}

/** The answer; only the beginning of a long one. */
export interface HostileAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends the body from a separate thread, so that the cost of sending and receiving is not attributed to the server, and
 * expects answers that block no other client.
 * @returns the first answer with a status other than the expected one, or else the first
 */
export async function sendHostile(server: TestServer, row: HostileBody): Promise<HostileAnswer> {
  const { method = "POST", path = MAPS, as = "admin", type = "application/json", accept, body, limits } = row;
  const bytes = body === undefined ? undefined : Buffer.from(body());
  const headers = {
    ...credentials(as),
    ...(accept === undefined ? {} : { accept }),
    ...(bytes === undefined ? {} : { "content-type": type, "content-length": bytes.length }),
  };
  const request = {
    url: server.url,
    ca: server.running.admin.ca,
    method,
    path,
    headers,
    body: bytes,
    times: row.times ?? 1,
  };
  return clients.use((client) =>
    expectNoStall(
      server,
      async () => {
        const answer = once(client, "message");
        client.postMessage(request);
        const [answers] = (await answer) as [readonly [SentAnswer, ...SentAnswer[]]];
        const { status, head } = answers.find((each) => each.status !== row.status) ?? answers[0];
        return { status, text: head };
      },
      limits,
    ),
  );
}
