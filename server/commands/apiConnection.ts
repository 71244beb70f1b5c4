import { request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import type { WebhookServer } from "../webhook/webhookKubeconfig.ts";

/** Lists of thousands of roles fit; more than this is not what was asked for. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const PATIENCE_MS = 30_000;

/** An answer of a server, whatever its status. `body` is parsed JSON, or undefined when it is none. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Sends single requests to one API server. */
export interface ApiConnection {
  readonly url: string;
  /** @throws ConnectionError when there is no answer */
  get(path: string): Promise<ApiAnswer>;
  /** @throws ConnectionError when there is no answer */
  post(path: string, body: unknown): Promise<ApiAnswer>;
}

/** The server could not be asked. The message names it and the cause, and holds no credential. */
export class ConnectionError extends Error {}

/** A connection with the credentials of a client configuration. */
export function connectApi(server: WebhookServer): ApiConnection {
  const base = new URL(server.url);
  const prefix = base.pathname.replace(/\/$/, "");
  const isSecure = base.protocol === "https:";
  const options: RequestOptions = {
    hostname: base.hostname.replace(/^\[|\]$/g, ""),
    port: base.port || (isSecure ? 443 : 80),
    ...(isSecure
      ? {
          ca: server.ca,
          cert: server.cert,
          key: server.key,
          ...(server.serverName === undefined ? {} : { servername: server.serverName }),
          rejectUnauthorized: server.insecureSkipVerify !== true,
        }
      : {}),
    timeout: PATIENCE_MS,
  };
  const headers = {
    accept: "application/json",
    ...(server.token === undefined ? {} : { authorization: `Bearer ${server.token}` }),
  };
  const send = (method: string, path: string, body?: string): Promise<ApiAnswer> =>
    new Promise((resolve, reject) => {
      const fail = (why: string): void => reject(new ConnectionError(`cannot reach ${base.origin}: ${why}`));
      const extra = body === undefined ? {} : { "content-type": "application/json" };
      const outgoing = (isSecure ? httpsRequest : httpRequest)(
        { ...options, method, path: prefix + path, headers: { ...headers, ...extra } },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on("data", (chunk: Buffer) => {
            size += chunk.length;
            if (size > MAX_ANSWER_BYTES) outgoing.destroy(new Error("the answer is too long"));
            else chunks.push(chunk);
          });
          response.on("error", (error) => fail(error.message));
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, body: parseBody(Buffer.concat(chunks).toString("utf8")) }),
          );
        },
      );
      outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)));
      outgoing.on("error", (error: NodeJS.ErrnoException) => fail(error.message || (error.code ?? "unknown error")));
      outgoing.end(body);
    });
  return {
    url: base.origin,
    get: (path) => send("GET", path),
    post: (path, body) => send("POST", path, JSON.stringify(body)),
  };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
