import { Client, credentials, Metadata, type ServiceError, status } from "@grpc/grpc-js";
import type { Method } from "../../grpc/method.ts";

/** Is told of each call: the method's path, the code of the answer (`OK`, `Unavailable` …), and how long it took. */
export type NoteCall = (method: string, code: string, seconds: number) => void;

/** The way to a plug-in. Errors are worded as the reference words those of its connections. */
export interface KmsConnection {
  /** @param deadline milliseconds since the epoch; default: the timeout of one question, from now */
  ask<Q, A>(method: Method<Q, A>, request: Q, deadline?: number): Promise<A>;
  close(): void;
}

/**
 * The plug-in at a socket of the file system. Nothing is connected before the first question.
 * @param socket path of the socket
 * @param timeout milliseconds for one question, a connection that has to be made first included
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
    ask: ({ path, encode, decode }, request, deadline = Date.now() + timeout) =>
      new Promise((resolve, reject) => {
        const start = performance.now();
        client.makeUnaryRequest(path, encode, decode, request, metadata, { deadline }, (error, answer) => {
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

/** `DEADLINE_EXCEEDED` is `DeadlineExceeded`. */
function codeName(code: status): string {
  if (code === status.CANCELLED) return "Canceled";
  return (status[code] ?? "Unknown")
    .toLowerCase()
    .replace(/(?:^|_)([a-z])/g, (_part, letter: string) => letter.toUpperCase());
}

const codeDetail = ({ code, details }: ServiceError): string =>
  code === status.DEADLINE_EXCEEDED ? "context deadline exceeded" : details;
