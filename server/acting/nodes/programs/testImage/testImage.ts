import type { PodRequest, PodResponse } from "../../../../api/registry/podAccess.ts";
import { baseName } from "../imageName.ts";
import { healthPoller } from "../inCluster/healthPoller.ts";
import { issuerDiscovery } from "../inCluster/issuerDiscovery.ts";
import { hostname, plainText, response } from "../pages.ts";
import type { Program, ProgramStart, RunningProgram, TlsIdentity } from "../program.ts";
import { sampleApi } from "../sampleApi/sampleApi.ts";
import { type ServerParts, server } from "../server.ts";
import { runInMachine } from "../shell.ts";
import { admissionReviews } from "./admissionReviews.ts";
import { auditProxy } from "./auditProxy.ts";
import { conversionReviews } from "./conversionReviews.ts";
import { fileServer } from "./fileServer.ts";
import { guestbook } from "./guestbook.ts";
import { identityIn } from "./localIdentity.ts";
import { logsGenerator, millisecondsOf } from "./logsGenerator.ts";
import { listensAt, messageServer, netexec } from "./netexec.ts";
import { porter } from "./porter.ts";

/**
 * The program of the reference's own test image, which has many sub-commands; undefined for other images. A command
 * other than the image's own runs in the container's shell.
 */
export function testImage({ image, command, args }: Pick<ProgramStart, "image" | "command" | "args">) {
  if (baseName(image) !== "agnhost") return undefined;
  const argv = command.length > 0 ? [...command, ...args] : ["/agnhost", ...args];
  if (!/^agnhost(-\d+)?$/.test(baseName(argv[0] ?? ""))) return runInMachine(argv);
  const [, name = "pause", ...options] = argv;
  return Object.hasOwn(SERVERS, name) ? SERVERS[name]?.(options) : runInMachine(argv);
}

/**
 * The reference's sample API server, whose image has the same options for its certificate; undefined for other images.
 */
export function sampleServer({ image, args }: Pick<ProgramStart, "image" | "args">): Program | undefined {
  if (baseName(image) !== "sample-apiserver") return undefined;
  const port = option(args, "secure-port");
  return sampleApi(port === undefined ? undefined : Number(port), (start) => identityOf(args, start));
}

/** Maximum number of names that are counted. */
const MAX_SOURCES = 1000;

/** The value of `--name=value` or `--name value`. */
function option(options: readonly string[], name: string): string | undefined {
  const at = options.findIndex((each) => each === `--${name}` || each.startsWith(`--${name}=`));
  const given = options[at];
  return given === `--${name}` ? options[at + 1] : given?.slice(name.length + "--=".length);
}

/**
 * The sub-commands that serve until they are asked to end. The others work on files, and run in the container's shell.
 */
const SERVERS: Readonly<Record<string, (options: readonly string[]) => Program>> = {
  pause: () => server({ lines: () => ["Paused"] }),
  netexec: (options) => {
    const port = Number(option(options, "http-port") ?? 8080);
    const ports = {
      UDP: Number(option(options, "udp-port") ?? 8081),
      SCTP: Number(option(options, "sctp-port") ?? -1),
    };
    const addresses = (option(options, "udp-listen-addresses") ?? "").split(",").filter((each) => each !== "");
    const handle = netexec({ ports, override: option(options, "http-override") ?? "" });
    const parts: ServerParts = {
      ports: [port],
      handle,
      receive: messageServer(ports),
      listensOn: listensAt(ports, addresses),
      lines: () => [`Started HTTP server on port ${port}`],
      lingers: Number(option(options, "delay-shutdown") ?? 0) * 1000,
    };
    const isSecure = (option(options, "tls-cert-file") ?? "") !== "";
    return server(isSecure ? { ...parts, tls: (start) => identityOf(options, start) } : parts);
  },
  "serve-hostname": (options) => {
    const port = Number(option(options, "port") ?? 9376);
    const ports = { UDP: port };
    return server({
      ports: [port],
      handle: hostname,
      receive: messageServer(ports, "hostname"),
      listensOn: listensAt(ports),
    });
  },
  "test-webserver": (options) =>
    server({
      ports: [Number(option(options, "port") ?? 80)],
      handle: fileServer("/", () => plainText(200, "<pre></pre>")),
    }),
  "grpc-health-checking": (options) => {
    const port = Number(option(options, "port") ?? 5000);
    const healthy = Number(option(options, "delay-unhealthy-sec") ?? -1) * 1000;
    return { start: (start) => grpcHealth(port, healthy, start) };
  },
  webhook: (options) => tlsServer(options, admissionReviews(option(options, "sidecar-image") ?? "")),
  "crd-conversion-webhook": (options) => tlsServer(options, conversionReviews),
  guestbook: (options) =>
    guestbook({
      httpPort: Number(option(options, "http-port") ?? 80),
      backendPort: Number(option(options, "backend-port") ?? 6379),
      replicaOf: option(options, "replicaof"),
    }),
  porter: (options) => porter({ isJson: options.includes("--json-response") }),
  nettest: (options) =>
    server({ ports: [Number(option(options, "port") ?? 8080)], handle: netTest(), lines: () => ["Listening"] }),
  inclusterclient: (options) => healthPoller(Number(option(options, "poll-interval") ?? 30) * 1000),
  "test-service-account-issuer-discovery": (options) =>
    issuerDiscovery({
      tokenPath: option(options, "token-path") ?? "",
      audience: option(options, "audience") ?? "",
    }),
  // It accepts connections only to reset them.
  "tcp-reset": (options) => server({ ports: [Number(option(options, "port") ?? 8080)], resets: true }),
  "audit-proxy": () => server({ ports: [8080], handle: auditProxy }),
  liveness: () => ({
    start: (start) => server({ ports: [8080], handle: healthyFor(10_000, start.time.now()) }).start(start),
  }),
  "logs-generator": (options) =>
    logsGenerator(
      Math.max(1, Number(option(options, "log-lines-total")) || 0),
      millisecondsOf(option(options, "run-duration") ?? ""),
    ),
};

/** A server whose certificate and key are in files that its options name. */
function tlsServer(options: readonly string[], handle: NonNullable<ServerParts["handle"]>): Program {
  return server({
    ports: [Number(option(options, "port") ?? 443)],
    handle,
    tls: (start) => identityOf(options, start),
  });
}

/** A redirect, as Go's servers send it. */
function moved(location: string): PodResponse {
  const { status, headers, body } = response(302, "text/html; charset=utf-8", `<a href="${location}">Found</a>.\n\n`);
  return { status, headers: { ...headers, location }, body };
}

/** The certificate and the key from the files that options name. */
const identityOf = (options: readonly string[], start: ProgramStart): Promise<TlsIdentity> =>
  identityIn([option(options, "tls-cert-file") ?? "", option(options, "tls-private-key-file") ?? ""], start);

/**
 * A server of gRPC's health protocol.
 * @param healthy milliseconds until it reports itself as unhealthy; negative for never
 */
function grpcHealth(port: number, healthy: number, start: ProgramStart): RunningProgram {
  const began = start.time.now();
  const running = server({ ports: [port] }).start(start);
  return {
    ...running,
    async answer(question) {
      const isOver = question.kind === "grpc" && healthy >= 0 && start.time.now() - began >= healthy;
      return isOver
        ? { ok: false, text: 'service unhealthy (responded with "NOT_SERVING")' }
        : running.answer(question);
    },
  };
}

/** Counts received requests by the source that they name: `POST /write` with `{"Source": "name"}`, and `GET /read`. */
function netTest() {
  const received = new Map<string, number>();
  return ({ path, method, body }: PodRequest, { pod }: ProgramStart): PodResponse => {
    if (path === "/read")
      return plainText(200, JSON.stringify({ Hostname: pod.name, Received: Object.fromEntries(received) }));
    if (path !== "/write" || method !== "POST") return plainText(404, "404 page not found\n");
    const [, source] = /"Source"\s*:\s*"([^"]{1,253})"/.exec(Buffer.from(body).toString("utf8")) ?? [];
    if (source === undefined) return plainText(400, "no source");
    if (received.has(source) || received.size < MAX_SOURCES) received.set(source, (received.get(source) ?? 0) + 1);
    return plainText(200, JSON.stringify({ Hostname: pod.name }));
  };
}

/**
 * A server that is healthy for this many milliseconds after its start, and unhealthy afterwards. It also serves
 * redirects.
 */
function healthyFor(milliseconds: number, began: number) {
  return ({ path }: PodRequest, { time }: ProgramStart): PodResponse => {
    const { pathname, searchParams } = new URL(path, "http://pod");
    if (pathname === "/redirect") return moved(searchParams.get("loc") ?? "");
    if (path !== "/healthz") return plainText(200, String((time.now() - began) / 1000));
    const age = time.now() - began;
    return age > milliseconds ? plainText(500, `error: ${age / 1000}`) : plainText(200, "ok");
  };
}
