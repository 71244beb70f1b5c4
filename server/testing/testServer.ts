import { rm, writeFile } from "node:fs/promises";
import https from "node:https";
import { join } from "node:path";
import { WebSocket } from "ws";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { Log } from "../ground/observability/log/log.ts";
import type { Timers } from "../ground/timing/timers.ts";
import type { ServerOptions } from "../whole/options/options.ts";
import { type RunningServer, startServer } from "../whole/server.ts";
import { filledFolder, NO_LOG, TEST_OPTIONS } from "./filledFolder.ts";
import { type RequestOptions, send, type TestAnswer } from "./httpClient.ts";
import { engineOptions, testedEngine } from "./testedEngine.ts";
import { type EventStream, type SocketStream, type StreamOptions, socketEvents, watchEvents } from "./watchClient.ts";

export interface TestServerOptions extends Partial<Omit<ServerOptions, "dataDir" | "tokenAuthFile">> {
  /** A folder that another server has used; it is kept when the server stops. */
  readonly dataDir?: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Timers of the components that act on their own; they match `now`. */
  readonly timers?: Timers;
  /** Where the server logs; by default nowhere. */
  readonly log?: Log;
}

/** A whole server for tests, and a client for it. */
export interface TestServer {
  readonly url: string;
  readonly dataDir: string;
  readonly vocabulary: Vocabulary;
  readonly running: RunningServer;
  /** The agent with the connections of the test's own requests. */
  readonly agent: https.Agent;
  /** Sends a request over HTTPS on a kept-alive connection; as the administrator unless `as` is set. */
  request(method: string, path: string, options?: RequestOptions): Promise<TestAnswer>;
  /** The events of a watch, parsed from one JSON line each. Rejects when the answer is not a stream. */
  watch(path: string, options?: StreamOptions): Promise<EventStream>;
  /** The same over WebSocket. */
  webSocket(path: string, options?: StreamOptions): Promise<SocketStream>;
  stop(): Promise<void>;
}

/** Users of a test server: `admin` in `system:masters`, `alice` in dev and qa, `bob` in no group. */
const TOKENS = ['admin-token,admin,1,"system:masters"', 'alice-token,alice,2,"dev,qa"', "bob-token,bob,3", ""];

/** Milliseconds to wait at stop for requests that a test left pending. */
const STOP_TIMEOUT = 500;

/** Starts a server on a free port with a new folder and, by default, without controllers. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { now, timers, log = NO_LOG, dataDir: given, ...rest } = options;
  const dataDir = given ?? (await filledFolder(options, rest.vocabulary ?? TEST_OPTIONS.vocabulary));
  const tokenAuthFile = join(dataDir, "tokens.csv");
  await writeFile(tokenAuthFile, TOKENS.join("\n"));
  const running = await startServer(
    {
      ...TEST_OPTIONS,
      ...(rest.etcdServers === undefined && engineOptions(dataDir)),
      ...rest,
      dataDir,
      tokenAuthFile,
    },
    now,
    log,
    testedEngine,
    timers,
  );
  const agent = new https.Agent({ keepAlive: true, ca: running.admin.ca, maxSockets: 32 });
  const streams = new Set<EventStream>();
  const opened = <T extends EventStream>(stream: T): T => {
    streams.add(stream);
    return stream;
  };
  return {
    url: running.url,
    dataDir,
    vocabulary: running.vocabulary,
    running,
    agent,
    request: (method, path, request = {}) => send({ agent, url: running.url }, method, path, request),
    watch: async (path, stream = {}) => opened(await watchEvents({ agent, url: running.url }, path, stream)),
    webSocket: async (path, stream = {}) =>
      opened(
        await socketEvents(
          (protocols, headers) =>
            new WebSocket(running.url.replace("https:", "wss:") + path, protocols, { ca: running.admin.ca, headers }),
          stream,
        ),
      ),
    async stop() {
      for (const stream of streams) stream.close();
      agent.destroy();
      await running.stop(STOP_TIMEOUT);
      if (given === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A folder for servers that are restarted on it. The caller must remove it. */
export { temporaryFolder } from "./filledFolder.ts";
