import type { Status } from "../../../shared/status.ts";
import type { ClientListener, CommandStreams, RequestedStreams, SuccessStatus } from "./commandStreams.ts";
import type { SpdyConnection } from "./spdy/spdyConnection.ts";
import type { SpdyStream } from "./spdy/spdyStream.ts";
import { LONGEST_SIZE, readTerminalSize } from "./terminalSize.ts";
import { writeTo } from "./writeTo.ts";

type StreamName = "error" | "stdin" | "stdout" | "stderr" | "resize";

/** The streams that a client opens for a command. @param version version of the remote command protocol */
export function expectedStreams({ stdin, stdout, stderr, tty }: RequestedStreams, version: number): StreamName[] {
  const names: readonly (readonly [StreamName, boolean])[] = [
    ["error", true],
    ["stdin", stdin],
    ["stdout", stdout],
    ["stderr", stderr && !tty],
    ["resize", tty && version >= 3],
  ];
  return names.flatMap(([name, isExpected]) => (isExpected ? [name] : []));
}

/** Accepts the streams that a client opens, until all required ones exist. */
export class StreamGathering {
  readonly all: Promise<ReadonlyMap<StreamName, SpdyStream>>;
  readonly #expected: ReadonlySet<string>;
  readonly #found = new Map<StreamName, SpdyStream>();
  #resolve: (streams: ReadonlyMap<StreamName, SpdyStream>) => void = () => undefined;

  constructor(expected: readonly StreamName[]) {
    this.#expected = new Set(expected);
    this.all = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  take(stream: SpdyStream): void {
    const name = stream.headers.get("streamtype") as StreamName;
    if (!this.#expected.has(name) || this.#found.has(name)) {
      stream.destroy();
      return;
    }
    stream.reply();
    this.#found.set(name, stream);
    if (this.#found.size === this.#expected.size) this.#resolve(this.#found);
  }
}

/** The streams of a command over SPDY. */
export class CommandSpdy implements CommandStreams {
  readonly signal: AbortSignal;
  readonly #connection: SpdyConnection;
  readonly #streams: ReadonlyMap<StreamName, SpdyStream>;
  readonly #version: number;

  constructor(connection: SpdyConnection, streams: ReadonlyMap<StreamName, SpdyStream>, version: number) {
    this.#connection = connection;
    this.#streams = streams;
    this.#version = version;
    const gone = new AbortController();
    this.signal = gone.signal;
    void connection.closed.then(() => gone.abort());
    streams.get("error")?.resume();
  }

  listen(listener: ClientListener): void {
    const stdin = this.#streams.get("stdin");
    stdin?.on("data", (bytes: Uint8Array) => {
      const room = listener.input(bytes);
      if (room === undefined) return;
      stdin.pause();
      void room.then(() => stdin.resume());
    });
    stdin?.on("end", () => listener.input(undefined));
    let typed = "";
    this.#streams.get("resize")?.on("data", (bytes: Buffer) => {
      // One size per line; the last line may be incomplete. Only the latest size matters.
      const lines = (typed + bytes.subarray(-2 * LONGEST_SIZE).toString("latin1")).split("\n");
      typed = lines.pop() ?? "";
      const latest = lines.findLast((line) => line.trim() !== "");
      const size = latest === undefined ? undefined : readTerminalSize(latest);
      if (size !== undefined) listener.resize(size);
    });
  }

  output(stream: "stdout" | "stderr", bytes: Uint8Array): Promise<void> | undefined {
    const target = this.#streams.get(stream);
    return target && writeTo(target, bytes);
  }

  finish(status: Status | SuccessStatus): void {
    const isOld = this.#version < 4;
    const text = isOld ? (status.status === "Success" ? "" : (status.message ?? "")) : JSON.stringify(status);
    const streams = [...this.#streams.values()];
    this.#streams.get("error")?.write(text);
    let left = streams.length;
    // The connection ends after the client has received everything.
    for (const stream of streams) {
      stream.end(() => {
        left -= 1;
        if (left === 0) this.#connection.close();
      });
    }
  }
}
