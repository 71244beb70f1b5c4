import type { MessageSocket } from "../../ground/request/context.ts";
import { type ChannelProtocol, channelMessage, readMessage } from "./channelProtocols.ts";
import type { Dial } from "./dial.ts";
import { writeTo } from "./writeTo.ts";

/** The number of bytes that encode a port. */
const ENCODED_PORT = 2;

/** Maximum number of ports of one WebSocket: each has two channels, whose numbers are one byte. */
export const MAX_PORTS = 128;

/**
 * Serves ports of a pod as pairs of WebSocket channels: for each port in order one for data and one for errors. The
 * first message on each channel is the port number.
 * @param ports at most {@link MAX_PORTS}
 */
export function servePortChannels(
  socket: MessageSocket,
  protocol: ChannelProtocol,
  ports: readonly number[],
  dial: Dial,
): void {
  const send = (channel: number, bytes: Uint8Array): Promise<void> | undefined =>
    socket.send(channelMessage(channel, bytes, protocol));
  let left = ports.length;
  // A single channel cannot be closed: the socket is closed when the last connection has ended.
  const onOver = (): void => {
    left -= 1;
    if (left === 0) socket.close();
  };
  const connections = ports.map((port, i) => {
    const [data, error] = [i * 2, i * 2 + 1];
    const encoded = Buffer.alloc(ENCODED_PORT);
    encoded.writeUInt16LE(port);
    void send(data, encoded);
    void send(error, encoded);
    const connection = dial(port);
    if (typeof connection === "string") {
      void send(error, Buffer.from(connection));
      onOver();
      return undefined;
    }
    connection.on("data", (bytes: Buffer) => {
      const room = send(data, bytes);
      if (room === undefined) return;
      connection.pause();
      void room.then(() => connection.resume());
    });
    connection.on("error", () => connection.destroy());
    let isOver = false;
    for (const event of ["end", "close"]) {
      connection.on(event, () => {
        if (!isOver) onOver();
        isOver = true;
      });
    }
    return connection;
  });
  socket.onMessage((message) => {
    const read = readMessage(message, protocol);
    const connection = read !== undefined && read.channel % 2 === 0 ? connections[read.channel / 2] : undefined;
    return connection === undefined || read === undefined ? undefined : writeTo(connection, read.bytes);
  });
  socket.signal.addEventListener("abort", () => {
    for (const connection of connections) connection?.destroy();
  });
}
