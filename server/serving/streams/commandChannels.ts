import type { Status } from "../../../shared/status.ts";
import type { MessageSocket } from "../../ground/request/context.ts";
import { type ChannelProtocol, channelMessage, readMessage } from "./channelProtocols.ts";
import type { ClientListener, CommandStreams, RequestedStreams, SuccessStatus } from "./commandStreams.ts";
import { readTerminalSize } from "./terminalSize.ts";

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const ERROR = 3;
const RESIZE = 4;
/** Version 5: the next byte is the channel that the client closes. */
const END = 255;

/** The streams of a command as channels of a WebSocket. */
export class CommandChannels implements CommandStreams {
  readonly #socket: MessageSocket;
  readonly #protocol: ChannelProtocol;

  constructor(socket: MessageSocket, protocol: ChannelProtocol, { stdout, stderr, tty }: RequestedStreams) {
    this.#socket = socket;
    this.#protocol = protocol;
    // Clients wait for an initial message on each channel that they may read.
    const readable = [...(stdout ? [STDOUT] : []), ...(stderr && !tty ? [STDERR] : []), ERROR];
    for (const channel of readable) this.#send(channel, new Uint8Array());
  }

  get signal(): AbortSignal {
    return this.#socket.signal;
  }

  listen(listener: ClientListener): void {
    this.#socket.onMessage((message) => {
      const read = readMessage(message, this.#protocol);
      if (read === undefined) return undefined;
      if (read.channel === STDIN && read.bytes.length > 0) return listener.input(read.bytes);
      if (read.channel === END && this.#protocol.version >= 5 && read.bytes[0] === STDIN) listener.input(undefined);
      const size = read.channel === RESIZE ? readTerminalSize(read.bytes.toString("latin1")) : undefined;
      if (size !== undefined) listener.resize(size);
      return undefined;
    });
  }

  output(stream: "stdout" | "stderr", bytes: Uint8Array): Promise<void> | undefined {
    return this.#send(stream === "stdout" ? STDOUT : STDERR, bytes);
  }

  finish(status: Status | SuccessStatus): void {
    const isOld = this.#protocol.version < 4;
    const text = isOld ? (status.status === "Success" ? "" : (status.message ?? "")) : JSON.stringify(status);
    if (text !== "") this.#send(ERROR, Buffer.from(text));
    this.#socket.close();
  }

  #send(channel: number, bytes: Uint8Array): Promise<void> | undefined {
    return this.#socket.send(channelMessage(channel, bytes, this.#protocol));
  }
}
