import { messageOf } from "../../../../../shared/text/messageOf.ts";
import type { PodRequest, PodResponse } from "../../../../api/registry/podAccess.ts";
import { plainText } from "../pages.ts";
import type { Program, ProgramStart } from "../program.ts";
import { server } from "../server.ts";

/** Maximum number of keys in a guest book, and of replicas that it notifies. */
const MAX_KEYS = 1000;
const MAX_REPLICAS = 50;
const PRIMARY = "agnhost-primary";
const REPLICA = "agnhost-replica";

export interface GuestbookOptions {
  readonly httpPort: number;
  readonly backendPort: number;
  /** The primary whose entries this instance replicates; undefined when it is not a replica. */
  readonly replicaOf: string | undefined;
}

/**
 * The guest book of the reference's tests: a front end that writes to a primary and reads from replicas, which it finds
 * by the names of their services. Every instance can take any of the three roles.
 */
export const guestbook = (options: GuestbookOptions): Program => ({
  start(start) {
    const book = new Book(options, start);
    const handle = (request: PodRequest): Promise<PodResponse> | PodResponse => book.answer(request);
    return server({ ports: [options.httpPort, options.backendPort], handle }).start(start);
  },
});

class Book {
  readonly #options: GuestbookOptions;
  readonly #start: ProgramStart;
  readonly #entries = new Map<string, string>();
  readonly #replicas = new Set<string>();

  constructor(options: GuestbookOptions, start: ProgramStart) {
    this.#options = options;
    this.#start = start;
    if (options.replicaOf !== undefined) void this.#register(options.replicaOf);
  }

  async answer({ path, headers }: PodRequest): Promise<PodResponse> {
    const { pathname, searchParams } = new URL(path, "http://pod");
    const [key, value] = [searchParams.get("key") ?? "", searchParams.get("value") ?? ""];
    switch (pathname) {
      case "/guestbook":
        return this.#front(searchParams);
      case "/set":
        if (this.#entries.has(key) || this.#entries.size < MAX_KEYS) this.#entries.set(key, value);
        await Promise.all([...this.#replicas].map((replica) => this.#ask(replica, `set?${searchParams}`)));
        return plainText(200, "");
      case "/get":
        return plainText(200, this.#entries.get(key) ?? "");
      case "/register":
        if (this.#replicas.size < MAX_REPLICAS) this.#replicas.add(headers["x-forwarded-for"] ?? "");
        return plainText(200, "");
      default:
        return plainText(404, "404 page not found\n");
    }
  }

  async #front(query: URLSearchParams): Promise<PodResponse> {
    const isWrite = query.get("cmd") === "set";
    const asked = new URLSearchParams({ key: query.get("key") ?? "", value: query.get("value") ?? "" });
    try {
      const text = await this.#ask(isWrite ? PRIMARY : REPLICA, `${isWrite ? "set" : "get"}?${asked}`);
      return plainText(200, isWrite ? '{"message": "Updated"}' : JSON.stringify({ data: text }));
    } catch (error) {
      return plainText(417, messageOf(error));
    }
  }

  /** Registers this replica with the primary, as soon as the primary answers. */
  async #register(primary: string): Promise<void> {
    const { time } = this.#start;
    for (let left = 60; left > 0; left--) {
      try {
        await this.#ask(primary, "register");
        return;
      } catch {
        await time.sleep(1000);
      }
    }
  }

  async #ask(host: string, path: string): Promise<string> {
    const url = `http://${host}:${this.#options.backendPort}/${path}`;
    const { status, body } = await this.#start.machine.fetch({
      url,
      method: "GET",
      headers: {},
      body: new Uint8Array(),
    });
    if (status !== 200) throw new Error(`${host} answers ${status}`);
    return Buffer.from(body).toString("utf8");
  }
}
