import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** A client's connection on which a test writes whatever it likes, well formed or not. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything received so far. */
  received(): string;
  /** Resolves once what was received passes the test. */
  until(isEnough: (received: string) => boolean): Promise<string>;
  /** Resolves with everything received when the other side has ended the connection, in whatever way. */
  readonly ended: Promise<string>;
}

/** Opens a connection to the loopback address and reads it, unless it is paused. Certificates are not looked at. */
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
