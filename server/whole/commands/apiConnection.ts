import { request as httpRequest } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import type { ServerAccess } from "../../access/kubeconfig/serverAccess.ts";
import { plainAnswer } from "../../access/webhook/boundedAnswer.ts";

/** Maximum bytes of an answer: enough for lists of thousands of roles. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 30_000;

/** An answer of a server, whatever its status. `body` is parsed JSON, or undefined when it is not JSON. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** An answer with its text. */
export interface RawAnswer extends ApiAnswer {
  readonly text: string;
}

/** Options of a request; the body is sent unchanged. */
export interface SendOptions {
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends single requests to one API server. */
export interface ApiConnection {
  readonly url: string;
  /** @throws ConnectionError when there is no answer */
  get(path: string): Promise<ApiAnswer>;
  /** @throws ConnectionError when there is no answer */
  post(path: string, body: unknown): Promise<ApiAnswer>;
}

/** A connection that can send any request. */
export interface RawConnection extends ApiConnection {
  /** @throws ConnectionError when there is no answer */
  send(method: string, path: string, options?: SendOptions): Promise<RawAnswer>;
}

/** Thrown when the server did not answer. The message names the server and the cause, and contains no credentials. */
export class ConnectionError extends Error {}

/** A connection with the credentials of a client configuration. */
export function connectApi(server: ServerAccess): RawConnection {
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
    timeout: TIMEOUT_MS,
  };
  const headers = {
    accept: "application/json",
    // The server takes the first word as the manager of the fields that the command sets.
    "user-agent": "orrery",
    ...(server.token === undefined ? {} : { authorization: `Bearer ${server.token}` }),
  };
  const send = (method: string, path: string, { body, headers: more }: SendOptions = {}): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const fail = (message: string): void => reject(new ConnectionError(`cannot reach ${base.origin}: ${message}`));
      const extra = body === undefined ? {} : { "content-type": "application/json" };
      const outgoing = (isSecure ? httpsRequest : httpRequest)(
        { ...options, method, path: prefix + path, headers: { ...headers, ...extra, ...more } },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on("data", (chunk: Buffer) => {
            size += chunk.length;
            if (size > MAX_ANSWER_BYTES) outgoing.destroy(new Error("the answer is too long"));
            else chunks.push(chunk);
          });
          response.on("error", (error) => fail(error.message));
          response.on("end", () => {
            const text = Buffer.concat(chunks).toString("utf8");
            resolve({ status: response.statusCode ?? 0, body: parseBody(text), text });
          });
        },
      );
      plainAnswer(outgoing);
      outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
      outgoing.on("error", (error: NodeJS.ErrnoException) => fail(error.message || (error.code ?? "unknown error")));
      outgoing.end(body);
    });
  return {
    url: base.origin,
    get: (path) => send("GET", path).then(withoutText),
    post: (path, body) => send("POST", path, { body: JSON.stringify(body) }).then(withoutText),
    send,
  };
}

/** Drops an answer's text: lists are long, and only the parsed body is needed. */
const withoutText = ({ status, body }: RawAnswer): ApiAnswer => ({ status, body });

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
