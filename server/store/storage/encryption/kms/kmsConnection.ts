import { Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import type { Method } from "../../grpc/method.ts";
import { TimeLimit } from "../../grpc/timeLimit.ts";

/** Called after each call with the method's path, the response code (`OK`, `Unavailable` …) and the duration. */
export type NoteCall = (method: string, code: string, seconds: number) => void;

/** A connection to a plug-in. Errors have the messages of the reference's connections. */
export interface KmsConnection {
  /** Calls a method. @param time by default the connection's timeout */
  ask<Q, A>(method: Method<Q, A>, request: Q, time?: TimeLimit): Promise<A>;
  close(): void;
}

/**
 * A connection to the plug-in at a Unix socket. It is established at the first call.
 * @param socket path of the socket
 * @param timeout milliseconds for one call, including the time to connect
 */
export function kmsConnection(socket: string, timeout: number, note: NoteCall = () => {}): KmsConnection {
  const client = new Client(`unix:${socket}`, credentials.createInsecure(), {
    "grpc.default_authority": "localhost",
    "grpc.use_local_subchannel_pool": 1,
    "grpc.enable_retries": 0,
    "grpc.service_config_disable_resolution": 1,
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 1000,
  });
  const metadata = new Metadata({ waitForReady: true });
  return {
    ask: ({ path, encode, decode }, request, time = new TimeLimit(timeout)) =>
      new Promise((resolve, reject) => {
        const start = performance.now();
        client.makeUnaryRequest(path, encode, decode, request, metadata, { deadline: time.date }, (error, answer) => {
          note(path, error === null ? "OK" : codeName(error.code), (performance.now() - start) / 1000);
          if (error !== null || answer === undefined) reject(new Error(errorText(error)));
          else resolve(answer);
        });
      }),
    close: () => client.close(),
  };
}

function errorText(error: ServiceError | null): string {
  if (error === null) return "rpc error: code = Internal desc = no answer";
  return `rpc error: code = ${codeName(error.code)} desc = ${codeDetail(error)}`;
}

/** The name of a code in messages: `DeadlineExceeded` for `DEADLINE_EXCEEDED`. */
function codeName(code: status): string {
  if (code === status.CANCELLED) return "Canceled";
  return (status[code] ?? "Unknown")
    .toLowerCase()
    .replace(/(?:^|_)([a-z])/g, (_part, letter: string) => letter.toUpperCase());
}

const codeDetail = ({ code, details }: ServiceError): string =>
  code === status.DEADLINE_EXCEEDED ? "context deadline exceeded" : details;
