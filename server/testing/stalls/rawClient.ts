import { Worker } from "node:worker_threads";
import { credentials } from "../httpClient.ts";
import type { TestServer } from "../testServer.ts";

/** What a raw client sends, and what it waits for. */
export interface RawScript {
  /** The request line and headers, without credentials and without the empty line. */
  readonly head: string;
  /** Sent after the head; with `afterAnswer`, once the head of an answer has come. */
  readonly bytes?: Uint8Array;
  readonly afterAnswer?: boolean;
  /** Whether each byte is sent in a TLS record of its own. Default false. */
  readonly byteByByte?: boolean;
  /** How often the bytes are sent. Default once. */
  readonly times?: number;
  /** Resolve when this text was received, or the connection ended. Default: when the connection ended. */
  readonly until?: string;
  /** Whether the client reads nothing after the head of the answer. */
  readonly deaf?: boolean;
}

/** Plain JavaScript, because Node starts it without the tests' compiler. */
const CLIENT = `
  const { connect } = require("node:tls");
  const { parentPort, workerData: { port, head, bytes, afterAnswer, byteByByte, times, until, deaf } } = require("node:worker_threads");
  const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
  socket.setNoDelay(true);
  let text = "";
  const tell = () => parentPort.postMessage(text.slice(0, 4000));
  const write = (piece) => new Promise((resolve) => socket.write(piece, resolve));
  async function send() {
    for (let i = 0; i < times && !socket.destroyed; i++) {
      if (!byteByByte) await write(bytes);
      else for (let at = 0; at < bytes.length && !socket.destroyed; at++) await write(bytes.subarray(at, at + 1));
    }
  }
  let isSent = !afterAnswer;
  socket.on("data", (chunk) => {
    if (text.length < 100000) text += chunk.toString("latin1");
    if (!isSent && text.includes("\\r\\n\\r\\n")) {
      isSent = true;
      if (deaf) socket.pause();
      void send().then(() => parentPort.postMessage("sent"));
    }
    if (until !== undefined && text.includes(until)) tell();
  });
  socket.on("error", () => undefined);
  socket.on("close", tell);
  socket.on("secureConnect", async () => {
    await write(head);
    if (!afterAnswer && bytes) await send();
  });
`;

export interface RawClient {
  /** Resolves with the beginning of what was received. */
  readonly done: Promise<string>;
  end(): Promise<void>;
}

/** Sends arbitrary bytes to a server from a thread of their own, so that their cost is not attributed to the server. */
export function rawClient(server: Pick<TestServer, "url">, script: RawScript): RawClient {
  const { head, bytes = new Uint8Array(), afterAnswer = false, byteByByte = false, times = 1, until, deaf } = script;
  const { authorization = "" } = credentials("admin");
  const whole = `${head}\r\nhost: h\r\nauthorization: ${authorization}\r\n\r\n`;
  const workerData = {
    port: Number(new URL(server.url).port),
    head: whole,
    ...{ bytes, afterAnswer, byteByByte, times, until, deaf },
  };
  const worker = new Worker(CLIENT, { eval: true, workerData });
  const done = new Promise<string>((resolve, reject) => {
    worker.on("message", (text: string) => {
      if (text !== "sent" || deaf) resolve(text);
    });
    worker.on("error", reject);
  });
  return {
    done,
    end: async () => void (await worker.terminate()),
  };
}
