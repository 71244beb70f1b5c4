import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** A client connection on which a test writes arbitrary bytes, valid or not. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** Resolves once the received text satisfies the condition. */
  until(isEnough: (received: string) => boolean): Promise<string>;
  /** Resolves with everything received when the other side has ended the connection, in any way. */
  readonly ended: Promise<string>;
}

/** Opens a connection to the loopback address and reads from it, unless it is paused. Certificates are not verified. */
export async function rawConnection(port: number, options: { secure?: boolean } = {}): Promise<RawConnection> {
  const { secure = false } = options;
  const host = "127.0.0.1";
  const socket = secure ? connectTls({ port, host, rejectUnauthorized: false }) : connect(port, host);
  let text = "";
  const waiting = new Set<() => void>();
  socket.on("data", (bytes: Buffer) => {
    text += bytes.toString("latin1");
    for (const look of [...waiting]) look();
  });
  socket.on("error", () => undefined);
  const ended = new Promise<string>((resolve) => socket.on("close", () => resolve(text)));
  await new Promise<void>((resolve) => socket.on(secure ? "secureConnect" : "connect", resolve));
  return {
    socket,
    ended,
    received: () => text,
    until: (isEnough) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!isEnough(text)) return;
          waiting.delete(look);
          resolve(text);
        };
        waiting.add(look);
        socket.on("close", () => reject(new Error(`the connection ended after ${JSON.stringify(text.slice(0, 500))}`)));
        look();
      }),
  };
}
