import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";

/** A proxy that opens tunnels and records their targets. */
export interface ConnectProxy {
  readonly url: string;
  /** `host:port` of every tunnel, in order. */
  readonly tunnels: string[];
  close(): Promise<void>;
}

/** @param login `name:password` that it requires */
export async function startConnectProxy(login?: string): Promise<ConnectProxy> {
  const tunnels: string[] = [];
  const open = new Set<Duplex>();
  const server = createServer((_request, response) => response.writeHead(400).end());
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString("base64")}`;
  server.on("connect", (request, socket, head) => {
    if (wanted !== undefined && request.headers["proxy-authorization"] !== wanted) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    tunnels.push(request.url ?? "");
    const { hostname, port } = new URL(`http://${request.url}`);
    const onward = connect(Number(port), hostname.replace(/^\[|\]$/g, ""), () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [socket, onward]) {
      open.add(one);
      one.on("error", () => one.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    close: () =>
      new Promise((resolve) => {
        for (const one of open) one.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
