import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { credentials } from "../httpClient.ts";
import { expectNoStall, type Limits, STALL_LIMIT } from "../longestStall.ts";
import { core } from "../objects.ts";
import type { TestServer } from "../testServer.ts";

/** A request that does as much harm as its size allows, and how it is to be answered. */
export interface HostileBody {
  readonly name: string;
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Default: creating a config map, as a dry run. */
  readonly path?: string;
  /** Who sends it. Default the administrator. */
  readonly as?: string;
  /** Content type. Default JSON. */
  readonly type?: string;
  /** Media type of the answer. Default: as the server likes. */
  readonly accept?: string;
  /** Made when it is asked for: a table of large texts would fill the memory that is measured. Default none. */
  readonly body?: () => string | Uint8Array;
  readonly status: number;
  /** A part of the answer. */
  readonly says?: string;
  readonly limits?: Limits;
}

/** Where a config map is made but not kept. */
export const MAPS = `${core("default", "configmaps")}?dryRun=All`;
/** Nearly all that a body may be long, in bytes. */
export const WHOLE = 3 * 1024 * 1024 - 1024;

/** Whether all that can be swept is: `ORRERY_SWEEP=all`, which takes an hour. */
export const isWholeSweep = process.env["ORRERY_SWEEP"] === "all";
/**
 * What a sweep fills a list or map with: its length in bytes, and the limits of its request. What takes a turn too long grows
 * with the body, so a third of a body shows it just as well against half of the limit, and takes a third of the time.
 */
export const SWEPT: { readonly length: number; readonly limits: Limits } = isWholeSweep
  ? { length: WHOLE, limits: { heap: 2 ** 31 } }
  : { length: WHOLE / 3, limits: { heap: 2 ** 31, stall: STALL_LIMIT / 2 } };

/** A piece of text over and over, up to a length. */
export const filled = (piece: string, length = WHOLE): string => piece.repeat(Math.floor(length / piece.length));
/** Pieces of text, numbered. */
export const numbered = (count: number, piece: (i: number) => string, separator = ","): string =>
  Array.from({ length: count }, (_, i) => piece(i)).join(separator);

/** What is answered: of a long answer the beginning. */
export interface HostileAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends the body from a thread of its own, and expects an answer that keeps no other client waiting: what sending and
 * receiving cost is not the server's.
 */
export async function sendHostile(server: TestServer, row: HostileBody): Promise<HostileAnswer> {
  const { method = "POST", path = MAPS, as = "admin", type = "application/json", accept, body, limits } = row;
  const bytes = body === undefined ? undefined : Buffer.from(body());
  const client = new Worker(new URL("../stallClient.mjs", import.meta.url), {
    workerData: { url: server.url, ca: server.running.admin.ca },
  });
  const headers = {
    ...credentials(as),
    ...(accept === undefined ? {} : { accept }),
    ...(bytes === undefined ? {} : { "content-type": type, "content-length": bytes.length }),
  };
  try {
    return await expectNoStall(
      server,
      async () => {
        const answer = once(client, "message");
        client.postMessage({ method, path, headers, body: bytes });
        const [{ status, head }] = (await answer) as [{ readonly status: number; readonly head: string }];
        return { status, text: head };
      },
      limits,
    );
  } finally {
    await client.terminate();
  }
}
