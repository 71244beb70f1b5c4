import { connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy on the loopback interface whose connections a test cuts, or keeps answers back on. */
export class CuttableProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #holdsAnswers = false;
  port = 0;

  private constructor(target: number) {
    this.#server = createServer((client) => {
      const upstream = connect(target, "127.0.0.1");
      for (const socket of [client, upstream]) {
        this.#sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          this.#sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
      }
      client.on("data", (data) => upstream.write(data));
      upstream.on("data", (data) => {
        if (!this.#holdsAnswers) client.write(data);
      });
    });
  }

  /** @param target port that everything is passed on to */
  static async start(target: number): Promise<CuttableProxy> {
    const proxy = new CuttableProxy(target);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once("error", reject).listen(0, "127.0.0.1", resolve);
    });
    const address = proxy.#server.address();
    if (typeof address === "object" && address !== null) proxy.port = address.port;
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** From here on nothing comes back to clients; what they send still arrives. Until the next cut. */
  holdAnswers(): void {
    this.#holdsAnswers = true;
  }

  /** Ends all connections. New ones work. */
  cut(): void {
    this.#holdsAnswers = false;
    for (const socket of [...this.#sockets]) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
