/** The log of one container, as a stream that reconnects after an interruption. */
import { withQuery } from "../../shared/resourcePath.ts";
import { type ApiError, isApiError } from "../../shared/status.ts";
import { backoffDelay, type Clock } from "../api/clock.ts";
import { clusterPath, request } from "../api/requests/request.ts";
import { requestLog } from "../api/requests/requestLog.ts";
import { viewAsQuery } from "../api/viewAs.ts";
import { onAwake } from "../api/watch/onAwake.ts";
import type { SocketLike } from "../api/watch/watchSocket.ts";
import { stripAnsi } from "./ansi.ts";
import { createLineSplitter, type SplitLine } from "./lineSplitter.ts";
import { type LogLine, MAX_LINE, readStamp } from "./logLine.ts";
import type { LogOptions, LogSource } from "./logSource.ts";
import { ResumePoint } from "./resumePoint.ts";

/** The state of a container's log. */
export type LogState =
  | { readonly phase: "opening" | "live" | "ended" }
  /** The server has no log yet (the container has not started), is unreachable, or does not accept the credentials. */
  | { readonly phase: "waiting"; readonly error: ApiError | undefined }
  /** The user lacks the permission, or the log does not exist; not retried. */
  | { readonly phase: "refused"; readonly error: ApiError };

export interface LogStreamParts {
  readonly clock: Clock;
  open(path: string): SocketLike;
  /**
   * Sends the same request by plain HTTP, because the page can read its refusal. @returns undefined if it is not
   * refused
   */
  readRefusal(path: string): Promise<ApiError | undefined>;
  /** Calls back when the cluster may answer again. @returns a function that ends the subscription */
  onAwake(run: () => void): () => void;
}

export interface LogStreamHandlers {
  lines(lines: LogLine[]): void;
  state(state: LogState): void;
}

let lastId = 0;

/** Reads one container's log until it is stopped or the container ends. Drops lines that the server repeats. */
export class LogStream {
  readonly #source: LogSource;
  readonly #options: LogOptions;
  readonly #parts: LogStreamParts;
  readonly #handlers: LogStreamHandlers;
  readonly #point = new ResumePoint();
  #attempts = 0;
  #isOver = false;
  #isStopped = false;
  #end: () => void = () => undefined;

  constructor(source: LogSource, options: LogOptions, parts: LogStreamParts, handlers: LogStreamHandlers) {
    this.#source = source;
    this.#options = options;
    this.#parts = parts;
    this.#handlers = handlers;
  }

  start(): void {
    this.#handlers.state({ phase: "opening" });
    this.#connect();
  }

  /** Sets whether the container will print no more; the end of the stream is then the end of the log. */
  setOver(isOver: boolean): void {
    this.#isOver = isOver;
  }

  stop(): void {
    this.#isStopped = true;
    this.#end();
  }

  #connect(): void {
    const path = logPath(this.#source, this.#options, this.#point.begin());
    const socket = this.#parts.open(path);
    const ticket = requestLog.watch(socket.url ?? "");
    const splitter = createLineSplitter();
    let isOpen = false;
    this.#end = () => {
      socket.onopen = socket.onmessage = socket.onclose = null;
      ticket.left();
      socket.close();
    };
    socket.onopen = () => {
      isOpen = true;
      ticket.opened();
      this.#handlers.state({ phase: "live" });
    };
    socket.onmessage = ({ data }) => {
      if (typeof data !== "string" && !(data instanceof ArrayBuffer)) return;
      ticket.event(typeof data === "string" ? data.length : data.byteLength);
      this.#attempts = 0;
      this.#take(splitter.push(data));
    };
    socket.onclose = ({ code }) => {
      ticket.closed();
      const rest = splitter.rest();
      // After an interruption, the server sends the incomplete line again as a whole, with the same time.
      if (rest !== undefined && code === 1000) this.#take([rest]);
      if (!isOpen) void this.#explain(path);
      else if (code === 1000 && (this.#isOver || this.#options.previous)) this.#handlers.state({ phase: "ended" });
      else this.#later(undefined);
    };
  }

  /** Finds out why a socket was refused, which a browser does not reveal. */
  async #explain(path: string): Promise<void> {
    let error: ApiError | undefined;
    try {
      error = await this.#parts.readRefusal(path);
    } catch (caught) {
      if (isApiError(caught)) error = caught;
    }
    if (this.#isStopped) return;
    // New credentials may come at any time.
    const isFinal =
      error !== undefined && ([403, 404].includes(error.code) || (error.code === 400 && this.#options.previous));
    if (error !== undefined && isFinal) this.#handlers.state({ phase: "refused", error });
    else this.#later(error);
  }

  #later(error: ApiError | undefined): void {
    this.#attempts += 1;
    this.#handlers.state({ phase: "waiting", error });
    const connect = (): void => {
      this.#end();
      this.#connect();
    };
    const cancel = this.#parts.clock.after(backoffDelay(this.#attempts, this.#parts.clock.random()), connect);
    const sleepOn = this.#parts.onAwake(connect);
    this.#end = () => {
      cancel();
      sleepOn();
    };
  }

  #take(split: readonly SplitLine[]): void {
    const lines: LogLine[] = [];
    for (const { text: whole, cut } of split) {
      const { time, text } = readStamp(whole);
      if (!this.#point.isNew(time)) continue;
      lastId += 1;
      const kept = text.slice(0, MAX_LINE);
      const plain = stripAnsi(kept);
      const missing = cut + text.length - kept.length;
      lines.push({
        id: lastId,
        source: this.#source.key,
        time,
        text: kept,
        plain: plain === kept ? kept : plain,
        cut: missing,
      });
    }
    if (lines.length > 0) this.#handlers.lines(lines);
  }
}

/** Always requests timestamps, which are needed to resume; the view decides whether to show them. */
function logPath({ namespace, pod, container }: LogSource, options: LogOptions, sinceTime: string | undefined): string {
  const part =
    sinceTime === undefined
      ? { sinceSeconds: options.sinceSeconds, tailLines: options.tailLines }
      : { sinceTime, sinceSeconds: undefined };
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log`;
  return withQuery(path, {
    container,
    timestamps: "true",
    ...(options.previous ? { previous: "true" } : { follow: "true" }),
    ...part,
  });
}

/** The parts of a log stream that connect to a cluster through the console's host. */
export const consoleLogParts = (cluster: string, clock: Clock): LogStreamParts => ({
  clock,
  onAwake: (run) => onAwake(cluster, run),
  open(path) {
    const query = new URLSearchParams(viewAsQuery(cluster));
    const more = query.size === 0 ? "" : `&${query}`;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${clusterPath(cluster, path)}${more}`);
    socket.binaryType = "arraybuffer";
    return socket as unknown as SocketLike;
  },
  async readRefusal(path) {
    const asked = path.replace("follow=true", "limitBytes=1").replace(/&tailLines=\d+/, "");
    try {
      await request(cluster, { path: asked, accept: "text/plain, application/json" });
      return undefined;
    } catch (error) {
      if (isApiError(error)) return error;
      throw error;
    }
  },
});
