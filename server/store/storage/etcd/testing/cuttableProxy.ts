import { connect, createServer, type Server, type Socket } from "node:net";

/** A TCP proxy on the loopback interface. Tests can cut its connections or hold back its answers. */
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

  /** @param target port to which everything is forwarded */
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

  /** From now until the next cut, nothing is sent back to clients; what they send still arrives. */
  holdAnswers(): void {
    this.#holdsAnswers = true;
  }

  /** Ends all connections. New connections work. */
  cut(): void {
    this.#holdsAnswers = false;
    for (const socket of [...this.#sockets]) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
