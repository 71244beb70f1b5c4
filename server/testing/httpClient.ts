import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import https from "node:https";
import type { ApiObject } from "../../shared/object.ts";
import type { Status } from "../../shared/status.ts";
import type { Table } from "../../shared/table.ts";

export interface RequestOptions {
  /** Name of the static token's user; `nobody` sends no credentials. Default admin. */
  readonly as?: string;
  /** Objects are sent as JSON, text and bytes as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** A client certificate to use instead of a token (PEM). */
  readonly certificate?: { readonly cert: string; readonly key: string; readonly ca: string };
}

/** Any answer of the API, with the members that tests read. */
export type Body = ApiObject &
  Partial<Pick<Status, "code" | "reason" | "message" | "details">> &
  Partial<Pick<Table, "columnDefinitions" | "rows">> & { readonly items: ApiObject[] };

export interface TestAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As received, possibly compressed. */
  readonly bytes: Buffer;
  readonly text: string;
  /** The decoded body; an empty object when it is not JSON. */
  readonly body: Body;
}

export interface Connection {
  readonly agent: https.Agent;
  readonly url: string;
}

/** Headers that authenticate a user. */
export const credentials = (as: string): Record<string, string> =>
  as === "nobody" ? {} : { authorization: `Bearer ${as}-token` };

/** Opens a request and resolves with the head of its answer. */
export function open(
  { agent, url }: Connection,
  method: string,
  path: string,
  options: RequestOptions,
): Promise<IncomingMessage> {
  const { as = "admin", body, headers = {}, certificate } = options;
  const raw = typeof body === "string" || body instanceof Uint8Array;
  const payload = body === undefined ? undefined : raw ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = https.request(
      url + path,
      {
        method,
        ...(certificate === undefined ? { agent } : { ...certificate, agent: false }),
        headers: {
          ...(certificate === undefined ? credentials(as) : {}),
          ...(payload === undefined
            ? {}
            : { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
          ...headers,
        },
      },
      resolve,
    );
    request.on("error", reject);
    request.end(payload);
  });
}

/** Sends one request and reads its whole answer. */
export async function send(
  connection: Connection,
  method: string,
  path: string,
  options: RequestOptions,
): Promise<TestAnswer> {
  const response = await open(connection, method, path, options);
  const bytes = await collect(response);
  const text = bytes.toString("utf8");
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text, body: decode(text) };
}

export async function collect(response: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function decode(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return { metadata: {}, items: [] };
  }
}
