import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import { type AddressInfo, connect, createServer as createRelay, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";

/** What the proxy does with a request instead of forwarding it at once. */
export type Fault =
  | { readonly status: number; readonly reason: string; readonly message?: string }
  /** Forwards the request when this promise is fulfilled. */
  | { readonly after: Promise<unknown> }
  /** For WebSockets: opens the connection, sends these texts, and then nothing more. */
  | { readonly frames: readonly string[] };

/** Decides about a request by its method, path and headers; returns undefined to forward it. */
export type FaultRule = (request: IncomingMessage) => Fault | undefined;

/** A proxy in front of a server that injects faults. */
export interface FaultProxy {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** Requests that reached the proxy, as `GET /api/v1/pods?watch=true`. */
  readonly requests: string[];
  /** Sets the rule for later requests; without one, the proxy forwards everything. */
  fault(rule?: FaultRule): void;
  /** Stops forwarding without closing connections, as when a network cable is cut. */
  cut(): void;
  /** Ends the cut: held-back data flows again. */
  mend(): void;
  /** Ends every connection. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of an `https://` server, whose certificate it does not check. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const requests: string[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  let rule: FaultRule = () => undefined;
  const note = (request: IncomingMessage): Fault | undefined => {
    requests.push(`${request.method} ${request.url}`);
    return rule(request);
  };

  const inner = createServer((request, response) => {
    const fault = note(request);
    if (fault !== undefined && "status" in fault) return refuse(response, fault);
    const forward = (): void => forwardRequest(target, request, response);
    if (fault !== undefined && "after" in fault) void fault.after.then(forward);
    else forward();
  });
  inner.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const fault = note(request);
    socket.on("error", () => socket.destroy());
    if (fault !== undefined && "status" in fault) {
      socket.end(`HTTP/1.1 ${fault.status} ${fault.reason}\r\ncontent-length: 0\r\n\r\n`);
    } else if (fault !== undefined && "frames" in fault) {
      sockets.handleUpgrade(request, socket, head, (opened) => {
        for (const frame of fault.frames) opened.send(frame);
      });
    } else forwardUpgrade(target, request, socket, head);
  });
  const innerPort = await listen(inner);

  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  const relay = createRelay((socket) => {
    const pair = [socket, connect(innerPort, "127.0.0.1")] as const;
    pairs.add(pair);
    for (const one of pair) {
      one.on("error", () => one.destroy());
      one.on("close", () => {
        pairs.delete(pair);
        for (const other of pair) other.destroy();
      });
    }
    if (!isCut) join(pair);
  });
  const port = await listen(relay);

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    fault(next = () => undefined) {
      rule = next;
    },
    cut() {
      isCut = true;
      for (const [a, b] of pairs) {
        a.unpipe(b).pause();
        b.unpipe(a).pause();
      }
    },
    mend() {
      isCut = false;
      for (const pair of pairs) join(pair);
    },
    reset() {
      for (const [socket] of pairs) socket.destroy();
    },
    async close() {
      for (const [socket] of pairs) socket.destroy();
      inner.closeAllConnections();
      await Promise.all([relay, inner].map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

const listen = (server: { listen: ReturnType<typeof createRelay>["listen"]; address(): unknown }): Promise<number> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));

const join = ([a, b]: readonly [Socket, Socket]): void => void a.pipe(b).pipe(a);

function refuse(response: ServerResponse, fault: Extract<Fault, { status: number }>): void {
  const { status: code, reason, message = reason } = fault;
  response.writeHead(code, { "content-type": "application/json" });
  response.end(JSON.stringify({ kind: "Status", apiVersion: "v1", status: "Failure", code, reason, message }));
}

const open = (target: string, { method, url: path, headers }: IncomingMessage) => {
  const { protocol, hostname, port, host } = new URL(target);
  const send = protocol === "https:" ? httpsRequest : httpRequest;
  return send({ hostname, port, method, path, headers: { ...headers, host }, agent: false, rejectUnauthorized: false });
};

function forwardRequest(target: string, request: IncomingMessage, response: ServerResponse): void {
  const outgoing = open(target, request);
  outgoing.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  outgoing.on("error", () => response.destroy());
  response.on("close", () => outgoing.destroy());
  request.pipe(outgoing);
}

function forwardUpgrade(target: string, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const outgoing = open(target, request);
  outgoing.on("upgrade", (answer, theirs, theirHead) => {
    const lines = answer.rawHeaders.map((text, i) => (i % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join("");
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`);
    socket.write(theirHead);
    theirs.write(head);
    for (const [one, other] of [
      [theirs, socket],
      [socket, theirs],
    ] as const) {
      one.on("error", () => one.destroy()).on("close", () => other.destroy());
    }
    theirs.pipe(socket).pipe(theirs);
  });
  outgoing.on("response", (answer) => socket.end(`HTTP/1.1 ${answer.statusCode} Refused\r\ncontent-length: 0\r\n\r\n`));
  outgoing.on("error", () => socket.destroy());
  outgoing.end();
}
