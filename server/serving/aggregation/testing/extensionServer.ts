import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { WebSocketServer } from "ws";
import { createAuthority, issueCertificate } from "../../../ground/x509/certificates.ts";
import { aggregatedDocument, GROUP, openApiV2, openApiV3, PLURAL, resourceList } from "./extensionDocuments.ts";
import { Tulips } from "./tulips.ts";

/** A request as it arrived, with the user named by the proxy. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly headersDistinct: IncomingMessage["headersDistinct"];
  /** Common name of the client certificate that the proxy presented; empty when no trusted authority signed it. */
  readonly proxy: string;
}

/** Handles a request instead of the server. @returns whether it did */
export type Intercept = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface ExtensionServerOptions {
  /** PEM of the authorities of proxies that may name the user; every other client gets a 401. */
  readonly proxyAuthority: string;
  readonly versions?: readonly string[];
  /** Names in its certificate. */
  readonly dnsNames?: readonly string[];
  /** 0 for any free port. */
  readonly port?: number;
  /** PEM; a new one when omitted. */
  readonly identity?: ExtensionIdentity;
}

/** The keys of an extension server, so that it can be restarted with the same identity. */
export interface ExtensionIdentity {
  /** PEM of the authority that signed its certificate. */
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** A small real extension server with its own API group. */
export interface ExtensionServer {
  readonly port: number;
  readonly identity: ExtensionIdentity;
  readonly seen: SeenRequest[];
  readonly tulips: Tulips;
  /** Whether it serves only the old, unaggregated discovery documents. */
  lacksAggregated: boolean;
  intercept: Intercept | undefined;
  stop(): Promise<void>;
}

const DAY = 24 * 3600 * 1000;

/** @param dnsNames names in its certificate */
export async function extensionIdentity(dnsNames: readonly string[]): Promise<ExtensionIdentity> {
  const now = Date.now();
  const authority = await createAuthority("extension-ca", now - DAY, now + DAY);
  const leaf = await issueCertificate(authority, {
    commonName: "extension",
    organizations: [],
    usage: "server",
    dnsNames,
    notBefore: now - DAY,
    notAfter: now + DAY,
  });
  return { ca: authority.certificate, certificate: leaf.certificate, key: leaf.key };
}

export async function startExtensionServer(options: ExtensionServerOptions): Promise<ExtensionServer> {
  const { versions = ["v1"], dnsNames = ["flowers.default.svc"], port: wantedPort = 0 } = options;
  const identity = options.identity ?? (await extensionIdentity(dnsNames));
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const tulips = new Tulips();
  const webSockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (protocols) => [...protocols][0] ?? false,
  });
  const note = (request: IncomingMessage): SeenRequest => {
    const { authorized, getPeerCertificate } = request.socket as TLSSocket;
    const subject = authorized ? getPeerCertificate.call(request.socket).subject : undefined;
    const one = {
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      headersDistinct: request.headersDistinct,
      proxy: [subject?.CN ?? ""].flat()[0] ?? "",
    };
    seen.push(one);
    return one;
  };
  const server = https.createServer(
    {
      cert: identity.certificate,
      key: identity.key,
      ca: options.proxyAuthority,
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, response) => {
      const { proxy } = note(request);
      if (running.intercept?.(request, response) === true) return;
      if (proxy === "" || request.headers["x-remote-user"] === undefined) {
        send(response, 401, { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Unauthorized", code: 401 });
      } else {
        void answer(request, response);
      }
    },
  );
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "", "https://extension");
    const accept = request.headers.accept ?? "";
    if (url.pathname === "/apis" && !running.lacksAggregated && accept.includes("as=APIGroupDiscoveryList")) {
      const type = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
      sendTagged(request, response, type, JSON.stringify(aggregatedDocument(versions)));
    } else if (versions.some((version) => url.pathname === `/apis/${GROUP}/${version}`)) {
      send(response, 200, resourceList(url.pathname.split("/")[3] ?? ""));
    } else if (url.pathname === "/openapi/v2") {
      sendTagged(request, response, "application/json", JSON.stringify(openApiV2(versions)));
    } else if (url.pathname === "/openapi/v3") {
      const paths = Object.fromEntries(
        versions.map((version) => [
          `apis/${GROUP}/${version}`,
          { serverRelativeURL: `/openapi/v3/apis/${GROUP}/${version}?hash=${hashOf(openApiV3(version))}` },
        ]),
      );
      send(response, 200, { paths });
    } else if (url.pathname.startsWith(`/openapi/v3/apis/${GROUP}/`)) {
      send(response, 200, openApiV3(url.pathname.split("/")[5] ?? ""));
    } else if (url.pathname.includes(`/${PLURAL}`)) {
      await tulips.serve(request, response, url);
    } else {
      send(response, 404, { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404 });
    }
  };
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { proxy } = note(request);
    if (proxy === "") {
      socket.end("HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    } else if (request.headers.upgrade === "websocket") {
      webSockets.handleUpgrade(request, socket, head, (peer) => {
        peer.on("message", (data, binary) => peer.send(data, { binary }));
      });
    } else if (request.url?.includes("/refused") === true) {
      socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 9\r\ncontent-type: text/plain\r\n\r\nnot today");
    } else {
      const protocol = request.headers.upgrade ?? "";
      socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${protocol}\r\n\r\n`);
      if (head.length > 0) socket.write(head);
      socket.pipe(socket);
      socket.on("error", () => socket.destroy());
    }
  });
  server.on("secureConnection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(wantedPort, "127.0.0.1", resolve));
  const running: ExtensionServer = {
    port: (server.address() as AddressInfo).port,
    identity,
    seen,
    tulips,
    lacksAggregated: false,
    intercept: undefined,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
}

const hashOf = (value: unknown): string =>
  createHash("sha512").update(JSON.stringify(value)).digest("hex").toUpperCase();

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

function sendTagged(request: IncomingMessage, response: ServerResponse, type: string, text: string): void {
  const etag = `"${createHash("sha256").update(text).digest("hex")}"`;
  const known = request.headers["if-none-match"] === etag;
  response.writeHead(known ? 304 : 200, { "content-type": type, etag });
  response.end(known ? undefined : text);
}

export { GROUP, PLURAL };
