import type { PodRequest, PodResponse } from "../../../api/registry/podDoors.ts";
import { notListening, probeHttp, urlOf } from "./httpProbe.ts";
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

/** Exit codes: of a server that ends when it is asked to, and of a program that is ended. */
const STOPPED = 0;
const KILLED = 137;

const YES: Reply = { ok: true, text: "" };

/** How a server ends that cannot start. */
export interface StartFailure {
  /** What it prints as errors. */
  readonly lines: readonly string[];
  readonly exitCode: number;
}

export interface ServerParts {
  /** Ports that it listens on beside those that its container declares. */
  readonly ports?: readonly number[];
  /** Why it cannot start in its container; undefined where it can. */
  failure?(start: ProgramStart): StartFailure | undefined;
  /** What it prints when it starts. */
  lines?(image: string): readonly string[];
  /** Answers HTTP, or ends the program (then with no answer where it ends at once); absent for what speaks something else. */
  handle?(
    request: PodRequest,
    start: ProgramStart,
    end: (code: number) => void,
  ): PodResponse | undefined | Promise<PodResponse | undefined>;
  /** Whether it breaks off each connection, as soon as the client has said something. */
  readonly resets?: boolean;
  /** Whether it takes messages at a port. */
  hears?(
    port: number,
    protocol: MessageProtocol,
    to: { readonly isLoopback: boolean; readonly address: string },
  ): boolean;
  /** Answers datagrams. @returns what it sends back */
  hear?(datagram: Datagram, start: ProgramStart): string | undefined;
  /** What it shows clients, where it speaks TLS at all its ports. */
  tls?(start: ProgramStart): Promise<TlsIdentity>;
  /** Milliseconds for which it goes on serving once it is asked to end. Default: none. */
  readonly lingers?: number;
  /** The line that it prints for a request; undefined for none. */
  accessLine?(request: PodRequest, response: PodResponse, now: number): string | undefined;
}

/** A program that serves until it is told to end: the stand-in for unknown images. */
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
    answer: async (question) => (question.kind === "exec" ? YES : notListening(question, pod.address)),
  };
}

function startServer(
  { ports = [], lines, handle, resets = false, hear, hears, tls, lingers = 0, accessLine }: ServerParts,
  start: ProgramStart,
): RunningProgram {
  const { image, ports: declared, print, time } = start;
  let end: (code: number) => void = () => undefined;
  const exited = new Promise<number>((resolve) => {
    end = resolve;
  });
  const ended = new AbortController();
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
      if (question.kind === "http" && listening.has(question.port) && resets) {
        return { ok: false, text: brokenOff(question, start.pod.address) };
      }
      if (question.kind === "http" && listening.has(question.port) && handle !== undefined) {
        return probeHttp(question, {
          host: start.pod.address,
          listens: (port) => listening.has(port),
          get: async (port, path) => handle(asked(port, path), start, end),
        });
      }
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
    ...(hears === undefined
      ? {}
      : {
          hears: (port: number, protocol: MessageProtocol, isLoopback = false) =>
            hears(port, protocol, { isLoopback, address: start.pod.address }),
        }),
    hear: (datagram) => hear?.(datagram, start),
  };
}

/** What a probe asks over HTTP. */
const asked = (port: number, path: string): PodRequest => ({
  port,
  path,
  method: "GET",
  headers: {},
  body: new Uint8Array(),
});

/** What a probe says of a server that breaks off its connection. */
function brokenOff(question: Question & { readonly kind: "http" }, address: string): string {
  const url = urlOf(question, address);
  return `Get "${url}": read tcp ${new URL(url).host}: read: connection reset by peer`;
}

function answer(question: Question, listening: ReadonlySet<number>, address: string): Reply {
  if (question.kind === "exec") return YES;
  if (listening.size === 0 || listening.has(question.port)) return YES;
  return notListening(question, address);
}
