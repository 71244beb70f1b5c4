import { WebSocket } from "ws";

/** A conversation over WebSocket channels; the received data of each channel as text. */
export class Talk {
  readonly socket: WebSocket;
  readonly #channels = new Map<number, Buffer[]>();
  readonly ended: Promise<void>;
  #tell: () => void = () => undefined;

  /** @param server its URL @param protocol empty for none */
  constructor(server: string, path: string, protocol = "v5.channel.k8s.io") {
    const url = server.replace("https", "wss");
    this.socket = new WebSocket(`${url}${path}`, protocol === "" ? [] : [protocol], {
      headers: { authorization: "Bearer admin-token" },
      rejectUnauthorized: false,
    });
    this.ended = new Promise((resolve, reject) => {
      this.socket.on("close", () => resolve());
      this.socket.on("error", reject);
    });
    this.ended.catch(() => undefined);
    this.socket.on("message", (data: Buffer, isBinary) => {
      const [first = 0] = data;
      const channel = isBinary ? first : first - 0x30;
      const bytes = isBinary ? data.subarray(1) : Buffer.from(data.subarray(1).toString(), "base64");
      this.#channels.set(channel, [...(this.#channels.get(channel) ?? []), bytes]);
      this.#tell();
    });
  }

  text(channel: number): string {
    return Buffer.concat(this.#channels.get(channel) ?? []).toString();
  }

  status(): unknown {
    return JSON.parse(this.text(3));
  }

  async open(): Promise<this> {
    if (this.socket.readyState !== WebSocket.OPEN) await new Promise((resolve) => this.socket.once("open", resolve));
    return this;
  }

  type(text: string): void {
    this.socket.send(Buffer.concat([Buffer.of(0), Buffer.from(text)]));
  }

  async shows(channel: number, text: string): Promise<void> {
    while (!this.text(channel).includes(text)) await new Promise<void>((resolve) => (this.#tell = resolve));
  }
}

/** Builds a request's query; a list's values become repeated parameters. */
export const query = (options: Record<string, string | string[] | boolean>): string =>
  Object.entries(options)
    .flatMap(([name, value]) => [value].flat().map((each) => `${name}=${encodeURIComponent(each)}`))
    .join("&");
