import type { ChildProcess } from "node:child_process";
import { Agent } from "node:https";
import { startBuiltServer } from "../scripts/lib/programs/served.mjs";
import { type Connection, type RequestOptions, send, type TestAnswer } from "../server/testing/httpClient.ts";
import { type EventStream, watchEvents } from "../server/testing/watchClient.ts";

interface Process {
  readonly url: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number>;
}

/** Attempts to start a server while connections to etcd break. */
const STARTS = 10;

/** One of several servers: a separate process, which can be killed, paused and restarted. */
export class ApiServer {
  readonly #flags: readonly string[];
  readonly #dataDir: string;
  #process: Process | undefined;
  #agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  /** @param dataDir contains the keys, and the file of tokens */
  constructor(dataDir: string, flags: readonly string[]) {
    this.#dataDir = dataDir;
    this.#flags = [...flags, "--token-auth-file={dataDir}/tokens.csv", "--bind-address=127.0.0.1"];
  }

  /** Starts the process (again). @throws Error with its output when it does not serve */
  async start(): Promise<void> {
    this.#process = await startBuiltServer({ flags: this.#flags, dataDir: this.#dataDir });
  }

  /** Starts the process as a service manager would: retries while etcd fails during the start. */
  async restart(): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.start();
      } catch (error) {
        const failedByEtcd =
          error instanceof Error && /etcd at \S+ does not answer|no connection to etcd/.test(error.message);
        if (!failedByEtcd || attempt === STARTS) throw error;
      }
    }
  }

  /** Kills the process, as a power cut would. */
  async kill(): Promise<void> {
    this.#process?.child.kill("SIGKILL");
    await this.#process?.ended;
    this.#process = undefined;
  }

  /** Ends the process gracefully. */
  async stop(): Promise<void> {
    this.#process?.child.kill("SIGCONT");
    this.#process?.child.kill("SIGTERM");
    await this.#process?.ended;
    this.#process = undefined;
    this.#agent.destroy();
  }

  /** Stops the process without closing its connections. */
  pause(): void {
    this.#process?.child.kill("SIGSTOP");
  }

  resume(): void {
    this.#process?.child.kill("SIGCONT");
  }

  /** Cuts all client connections. */
  cutClients(): void {
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  }

  /** @throws Error when there is no answer in time: the outcome of the request is then unknown */
  async request(method: string, path: string, options: RequestOptions = {}, timeout = 5000): Promise<TestAnswer> {
    const answering = send(this.#connection(), method, path, options);
    return inTime(answering, timeout);
  }

  /** @throws Error when the watch cannot be opened */
  async watch(path: string, timeout = 5000): Promise<EventStream> {
    return inTime(watchEvents(this.#connection(), path, {}), timeout);
  }

  #connection(): Connection {
    if (this.#process === undefined) throw new Error("the server does not run");
    return { agent: this.#agent, url: this.#process.url };
  }
}

function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${milliseconds} ms`)), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
