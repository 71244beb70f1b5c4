import { connect } from "node:tls";

/**
 * One kept-alive connection that sends one request after the other. It does as little as possible, because on a small
 * machine the server lacks the processor time that a client uses.
 */
export class Connection {
  #socket;
  #head;
  #received = Buffer.alloc(0);
  #resolve;
  #reject;

  constructor(socket, head) {
    this.#socket = socket;
    this.#head = head;
    socket.on("data", (data) => this.#take(data));
    const fail = (error) => this.#reject?.(error ?? new Error("the connection was closed"));
    socket.on("error", fail).on("close", () => fail());
  }

  /** @param {{ url: string, headers: Record<string, string> }} server */
  static open({ url, headers }) {
    const { hostname, port, host } = new URL(url);
    const lines = Object.entries({ host, authorization: headers.authorization }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return new Promise((resolve, reject) => {
      const options = { host: hostname, port: Number(port), rejectUnauthorized: false, ALPNProtocols: ["http/1.1"] };
      const socket = connect(options, () => resolve(new Connection(socket, lines.join("\r\n"))));
      socket.setNoDelay(true).once("error", reject);
    });
  }

  /** @returns {Promise<{ status: number, body: string }>} */
  send(method, path, body = "", type = "application/json") {
    const size = Buffer.byteLength(body);
    const head = `${method} ${path} HTTP/1.1\r\n${this.#head}\r\ncontent-type: ${type}\r\ncontent-length: ${size}\r\n\r\n`;
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#socket.write(head + body);
    });
  }

  close() {
    this.#reject = undefined;
    this.#socket.destroy();
  }

  #take(data) {
    this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = this.#received.latin1Slice(0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#reject?.(new Error(`an answer of unknown length: ${head}`));
      return;
    }
    const whole = end + 4 + Number(length);
    if (this.#received.length < whole) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.#received.toString("utf8", end + 4, whole) };
    this.#received = this.#received.subarray(whole);
    this.#resolve?.(answer);
  }
}
