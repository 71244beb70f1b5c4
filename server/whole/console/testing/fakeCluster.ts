import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import type { Cluster, ClusterTarget } from "../cluster.ts";

/** A small upstream that records the requests it receives. */
export interface FakeCluster {
  readonly cluster: Cluster;
  readonly requests: IncomingMessage[];
  /** Replaces the answer to HTTP requests; by default a JSON echo of the path. */
  answer(handler: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

/** Starts a fake cluster. Its WebSockets send a greeting with the request's path and then echo every message. */
export async function startFakeCluster(target: Partial<ClusterTarget> = {}): Promise<FakeCluster> {
  const requests: IncomingMessage[] = [];
  let handler = (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ path: request.url }));
  };
  const server = createServer((request, response) => {
    requests.push(request);
    handler(request, response);
  });
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered][0] ?? false });
  server.on("upgrade", (request, socket, head) => {
    requests.push(request);
    if (request.url?.includes("refused")) {
      socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\nset-cookie: a=b\r\n\r\nno");
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.send(`hello ${request.url}`);
      client.on("message", (data) => client.send(`echo ${data}`));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    requests,
    cluster: {
      id: "fake",
      name: "Fake",
      kind: "remote",
      vocabulary: "orch",
      apiServer: url,
      kubeconfig: "/somewhere/kubeconfig",
      colour: "#123456",
      state: () => "running",
      target: () => ({ url, token: "top-secret-token", ...target }),
    },
    answer(next) {
      handler = next;
    },
    close: () =>
      new Promise((resolve) => {
        for (const client of sockets.clients) client.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
