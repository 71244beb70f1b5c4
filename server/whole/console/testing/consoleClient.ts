import { WebSocket } from "ws";
import type { ClusterSummary } from "../../../../shared/console/clusterSummary.ts";
import type { ConsoleHost } from "../consoleHost.ts";
import { type RawAnswer, rawRequest } from "./rawRequest.ts";

/** Acts as a page of the console, and records every message received. */
export interface ConsoleClient {
  request(method: string, path: string, body?: object | Buffer, headers?: Record<string, string>): Promise<RawAnswer>;
  /** Sends a request that must succeed; returns its parsed answer. */
  call<T>(method: string, path: string, body?: object): Promise<T>;
  cluster(id: string): Promise<ClusterSummary>;
  socket(path: string): WebSocket;
  /** All received bytes: bodies, headers, messages. */
  received(): string;
}

/** Opens the console as a browser would. */
export async function openConsoleClient(host: ConsoleHost): Promise<ConsoleClient> {
  const { pathname, search } = new URL(host.openUrl);
  const admitted = await rawRequest(host.url, pathname + search);
  const cookie = String(admitted.headers["set-cookie"]).split(";")[0] ?? "";
  let received = "";
  const client: ConsoleClient = {
    async request(method, path, body, headers = {}) {
      const bytes = body === undefined ? undefined : Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
      const answer = await rawRequest(host.url, path, {
        method,
        headers: {
          cookie,
          origin: host.url,
          ...(bytes === undefined
            ? {}
            : { "content-type": "application/json", "content-length": String(bytes.length) }),
          ...headers,
        },
        ...(bytes === undefined ? {} : { body: bytes }),
      });
      received += JSON.stringify(answer);
      return answer;
    },
    async call(method, path, body) {
      const answer = await client.request(method, path, body);
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
      return JSON.parse(answer.body);
    },
    async cluster(id) {
      const all = await client.call<ClusterSummary[]>("GET", "/host/clusters");
      const found = all.find((cluster) => cluster.id === id);
      if (found === undefined) throw new Error(`no ${id} among ${all.map((cluster) => cluster.id).join(", ")}`);
      return found;
    },
    socket(path) {
      const socket = new WebSocket(`${host.url.replace("http", "ws")}${path}`, {
        headers: { cookie, origin: host.url },
      });
      socket.on("message", (data) => {
        received += String(data);
      });
      return socket;
    },
    received: () => received,
  };
  return client;
}
