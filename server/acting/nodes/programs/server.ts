import type { PodRequest, PodResponse } from "../../../api/registry/podAccess.ts";
import { sharedAbort } from "../../../ground/timing/signals.ts";
import { notListening, portOf, probeHttp, refusedAt, type SendProbe } from "./httpProbe.ts";
import type {
  Datagram,
  MessageProtocol,
  Program,
  ProgramStart,
  Question,
  Reply,
  RunningProgram,
  TlsIdentity,
} from "./program.ts";

/** Exit codes of a server that was asked to end, and of a program that was killed. */
const STOPPED = 0;
const KILLED = 137;

const OK_REPLY: Reply = { ok: true, text: "" };

/** How a server ends when it cannot start. */
export interface StartFailure {
  /** The error lines that it prints. */
  readonly lines: readonly string[];
  readonly exitCode: number;
}

export interface ServerParts {
  /** Ports that it listens on in addition to those that its container declares. */
  readonly ports?: readonly number[];
  /** Why it cannot start in its container; undefined when it can. */
  failure?(start: ProgramStart): StartFailure | undefined;
  /** The lines that it prints when it starts. */
  lines?(image: string): readonly string[];
  /**
   * Answers an HTTP request. It may also end the program: there is no answer when the program ends at once. Absent for
   * a server that does not speak HTTP.
   */
  handle?(
    request: PodRequest,
    start: ProgramStart,
    end: (code: number) => void,
  ): PodResponse | undefined | Promise<PodResponse | undefined>;
  /** Whether it resets each connection as soon as the client has sent something. */
  readonly resets?: boolean;
  /** Whether it simulates an unknown program: it then speaks TLS with clients that do, and plain HTTP with others. */
  readonly speaksEither?: boolean;
  /** Whether it receives messages at a port. */
  listensOn?(
    port: number,
    protocol: MessageProtocol,
    to: { readonly isLoopback: boolean; readonly address: string },
  ): boolean;
  /** Answers datagrams. @returns the reply */
  receive?(datagram: Datagram, start: ProgramStart): string | undefined;
  /** The TLS identity of a server that speaks TLS at all its ports. */
  tls?(start: ProgramStart): Promise<TlsIdentity>;
  /** Milliseconds for which it continues to serve after it was asked to end. Default: 0. */
  readonly lingers?: number;
  /** The access-log line for a request; undefined for none. */
  accessLine?(request: PodRequest, response: PodResponse, now: number): string | undefined;
}

/** A program that serves until it is asked to end. It also simulates unknown images. */
export const server = (parts: ServerParts): Program => ({
  start(start) {
    const failure = parts.failure?.(start);
    return failure === undefined ? startServer(parts, start) : failToStart(failure, start);
  },
});

function failToStart({ lines, exitCode }: StartFailure, { print, pod }: ProgramStart): RunningProgram {
  for (const line of lines) print("stderr", `${line}\n`);
  return {
    exited: Promise.resolve(exitCode),
    signal: () => undefined,
    answer: async (question) => (question.kind === "exec" ? OK_REPLY : notListening(question, pod.address)),
  };
}

function startServer(parts: ServerParts, start: ProgramStart): RunningProgram {
  const { ports = [], lines, handle, resets = false, receive, listensOn, tls, lingers = 0, accessLine } = parts;
  const { image, ports: declared, print, time } = start;
  let end: (code: number) => void = () => undefined;
  const exited = new Promise<number>((resolve) => {
    end = resolve;
  });
  const ended = sharedAbort();
  if (lingers > 0) void exited.then(() => ended.abort());
  for (const line of lines?.(image) ?? []) print("stdout", `${line}\n`);
  const listening = new Set([...ports, ...declared]);
  return {
    exited,
    signal(name) {
      if (name !== "TERM") end(KILLED);
      else if (lingers === 0) end(STOPPED);
      else void time.sleep(lingers, ended.signal).then(() => end(STOPPED));
    },
    listens: (port) => listening.has(port),
    ...(resets ? { resets: (port: number) => listening.has(port) } : {}),
    async answer(question) {
      const isProbed = question.kind === "http" && (handle !== undefined || resets);
      if (isProbed) return probeHttp(question, start.pod.address, probeSender(parts, { start, listening, end }));
      return answer(question, listening, start.pod.address);
    },
    async handle(request) {
      if (handle === undefined) return undefined;
      const response = await handle(request, start, end);
      if (response === undefined) return undefined;
      const line = accessLine?.(request, response, time.now());
      if (line !== undefined) print("stdout", `${line}\n`);
      return response;
    },
    ...(tls === undefined ? {} : { tls: () => tls(start) }),
    ...(listensOn === undefined
      ? {}
      : {
          listensOn: (port: number, protocol: MessageProtocol, isLoopback = false) =>
            listensOn(port, protocol, { isLoopback, address: start.pod.address }),
        }),
    receive: (datagram) => receive?.(datagram, start),
  };
}

interface Serving {
  readonly start: ProgramStart;
  readonly listening: ReadonlySet<number>;
  end(code: number): void;
}

/** Asks the program at one of its ports, with TLS when the URL's scheme is `https`. */
const probeSender =
  ({ handle, resets = false, tls, speaksEither = false }: ServerParts, { start, listening, end }: Serving): SendProbe =>
  async (url, headers) => {
    const port = portOf(url);
    const place = `${url.hostname}:${port}`;
    if (!listening.has(port)) return refusedAt(place);
    if (resets) return `read tcp ${place}: read: connection reset by peer`;
    const isSecure = url.protocol === "https:";
    if (isSecure && tls === undefined && !speaksEither) return "http: server gave HTTP response to HTTPS client";
    if (!isSecure && tls !== undefined) return NOT_SECURE;
    const path = url.pathname + url.search;
    return handle?.({ port, path, method: "GET", headers, body: new Uint8Array() }, start, end);
  };

/** The response of a TLS server to a client that does not use TLS. */
const NOT_SECURE: PodResponse = {
  status: 400,
  headers: {},
  body: Buffer.from("Client sent an HTTP request to an HTTPS server.\n"),
};

function answer(question: Question, listening: ReadonlySet<number>, address: string): Reply {
  if (question.kind === "exec") return OK_REPLY;
  if (listening.size === 0 || listening.has(question.port)) return OK_REPLY;
  return notListening(question, address);
}
