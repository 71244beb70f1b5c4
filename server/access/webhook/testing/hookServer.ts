import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { createAuthority, issueCertificate, type KeyedCertificate } from "../../../ground/x509/certificates.ts";

/** A received request. */
export interface HookRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Record<string, unknown>;
}

/** A response: JSON with status 200 by default; `hang` means never. */
export type HookAnswer = "hang" | PlainAnswer | object;

export interface PlainAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A TLS server for tests of outgoing calls. */
export interface HookServer {
  /** `https://127.0.0.1:<port>`. */
  readonly url: string;
  readonly port: number;
  /** PEM. */
  readonly ca: string;
  readonly authority: KeyedCertificate;
  /** All requests received so far. */
  readonly received: HookRequest[];
  /** Number of connections accepted so far. */
  connections(): number;
  /** Sets the function that makes responses. */
  answer(make: (request: HookRequest) => HookAnswer | Promise<HookAnswer>): void;
  /** Closes the open connections, like a server that closes idle ones. */
  dropConnections(): void;
  stop(): Promise<void>;
}

export interface HookServerOptions {
  /** Names and addresses of the certificate. Default 127.0.0.1 and localhost. */
  readonly dnsNames?: readonly string[];
  readonly ipAddresses?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly notAfter?: number;
}

const DAY = 24 * 3600 * 1000;

export async function startHookServer(options: HookServerOptions = {}): Promise<HookServer> {
  const now = Date.now();
  const authority = await createAuthority("hook-ca", now - 2 * DAY, now + DAY);
  const leaf = await issueCertificate(authority, {
    commonName: "hook",
    organizations: [],
    usage: "server",
    dnsNames: options.dnsNames ?? ["localhost"],
    ipAddresses: options.ipAddresses ?? ["127.0.0.1"],
    notBefore: now - 2 * DAY,
    notAfter: options.notAfter ?? now + DAY,
  });
  const received: HookRequest[] = [];
  const sockets = new Set<Socket>();
  let accepted = 0;
  let make: (request: HookRequest) => HookAnswer | Promise<HookAnswer> = () => ({});
  const server = https.createServer({ cert: leaf.certificate, key: leaf.key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const { method = "", url: path = "", headers } = request;
      const seen = { method, path, headers, body: JSON.parse(text === "" ? "{}" : text) as Record<string, unknown> };
      received.push(seen);
      const answer = await make(seen);
      if (answer === "hang") return;
      const plain = "text" in answer ? (answer as PlainAnswer) : undefined;
      const type = plain?.type ?? "application/json";
      response.writeHead(plain?.status ?? 200, { "content-type": type, ...plain?.headers });
      response.end(plain?.text ?? JSON.stringify(answer));
    });
  });
  server.on("secureConnection", (socket: Socket) => {
    accepted += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const dropConnections = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    ca: authority.certificate,
    authority,
    received,
    connections: () => accepted,
    answer: (next) => {
      make = next;
    },
    dropConnections,
    async stop() {
      dropConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
