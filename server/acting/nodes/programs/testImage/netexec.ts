import type { PodRequest, PodResponse } from "../../../../api/registry/podAccess.ts";
import { goDuration } from "../goDuration.ts";
import { logLine } from "../goLog.ts";
import { hostname, plainText } from "../pages.ts";
import type { Datagram, MessageProtocol, ProgramStart } from "../program.ts";
import { dial, runShell, upload } from "./netexecActions.ts";

export interface NetexecOptions {
  /** Ports by protocol; -1 disables a protocol. */
  readonly ports: Readonly<Record<MessageProtocol, number>>;
  /** The path that it answers in place of the requested one; empty for none. */
  readonly override: string;
}

/**
 * Answers the requests of the reference's network tests: the pod's name, the client's address, and another pod's
 * answers. It also runs commands, receives files, and ends on request.
 */
export const netexec =
  ({ ports, override }: NetexecOptions) =>
  async (asked: PodRequest, start: ProgramStart, end: (code: number) => void): Promise<PodResponse | undefined> => {
    const request = override === "" ? asked : { ...asked, method: "GET", path: `/${override.replace(/^\//, "")}` };
    const { pathname, searchParams } = new URL(request.path, "http://pod");
    const log = (text: string): void => start.print("stderr", logLine(start.time.now(), text));
    const query = (name: string): string => searchParams.get(name) ?? "";
    switch (pathname) {
      case "/hostname":
      case "/hostName":
        log(`GET ${pathname}`);
        return hostname(request, start);
      case "/echo":
        log(`GET /echo?msg=${query("msg")}&code=${query("code")}`);
        return echo(query("msg"), query("code"));
      case "/clientip":
        log("GET /clientip");
        return plainText(200, `${request.headers["x-forwarded-for"] ?? start.pod.address}:40000`);
      case "/header":
        return plainText(200, request.headers[query("key").toLowerCase()] ?? "");
      case "/healthz":
        log("GET /healthz");
        // The server is ready when it receives messages; without a port for them, it is never ready.
        return plainText(Object.values(ports).some((port) => port !== -1) ? 200 : 412, "");
      case "/exit":
        log(`GET /exit?code=${query("code")}&timeout=${query("timeout")}&wait=${query("wait")}`);
        return exit(searchParams, start, { end, log });
      case "/shutdown":
        log("GET /shutdown");
        end(0);
        return undefined;
      case "/redirect":
        log(`${request.method} /redirect?msg=${query("location")}&code=${query("code")}`);
        return redirect(query("location"), query("code"));
      case "/dial":
        log(`GET /dial?${["host", "protocol", "port", "request", "tries"].map((n) => `${n}=${query(n)}`).join("&")}`);
        return dial(searchParams, start);
      case "/shell":
      case "/shell/": {
        const command = query("shellCommand") || query("cmd");
        log(`GET /shell?cmd=${command}`);
        return runShell(command, start);
      }
      case "/upload":
        log("GET /upload");
        return upload(request, start, log);
      default:
        log("GET /");
        return plainText(200, `NOW: ${new Date(start.time.now()).toISOString()}`);
    }
  };

const INTEGER = /^[+-]?\d+$/;

function echo(text: string, code: string): PodResponse {
  if (code !== "" && !INTEGER.test(code)) {
    return plainText(200, `argument 'code' must be an integer or empty, got ${JSON.stringify(code)}\n`);
  }
  return plainText(code === "" ? 200 : Number(code), text);
}

function redirect(location: string, code: string): PodResponse {
  if (code !== "" && !INTEGER.test(code)) {
    return plainText(200, `argument 'code' must be an integer or empty, got ${JSON.stringify(code)}\n`);
  }
  const answer = plainText(code === "" ? 302 : Number(code), "");
  return { ...answer, headers: { ...answer.headers, location: location || "/" } };
}

/** Ends the program with a code, after a delay. It ends either at once, or when its responses have been sent. */
async function exit(
  query: URLSearchParams,
  { time }: ProgramStart,
  { end, log }: { end(code: number): void; log(text: string): void },
): Promise<PodResponse | undefined> {
  const text = (name: string): string => query.get(name) ?? "";
  const times = new Map<string, number>();
  for (const name of ["timeout", "wait"]) {
    const milliseconds = text(name) === "" ? 0 : goDuration(text(name));
    if (milliseconds === undefined) {
      return plainText(
        200,
        `argument '${name}' must be a valid golang duration or empty, got ${JSON.stringify(text(name))}\n`,
      );
    }
    times.set(name, milliseconds);
  }
  const code = text("code");
  if (code !== "" && !INTEGER.test(code)) {
    return plainText(200, `argument 'code' must be an integer [0-127] or empty, got ${JSON.stringify(code)}\n`);
  }
  const [wait, timeout] = [text("wait") || "0s", text("timeout") || "0s"];
  log(
    `Will begin shutdown in ${wait}, allowing ${timeout} for connections to close, then will exit with ${Number(code)}`,
  );
  await time.sleep(times.get("wait") ?? 0);
  // An operating system keeps only the last byte of an exit code.
  const last = Number(code) & 0xff;
  if (times.get("timeout") === 0) {
    end(last);
    return undefined;
  }
  setImmediate(() => {
    log("Graceful shutdown completed with: <nil>");
    end(last);
  });
  return plainText(200, "");
}

/**
 * Answers messages at a port: `hostname`, `echo TEXT`, `clientip`.
 * @param ports by protocol
 * @param always a command that replaces the text of every message
 */
export const messageServer =
  (ports: Readonly<Partial<Record<MessageProtocol, number>>>, always?: string) =>
  ({ protocol, port, from, text }: Datagram, { pod }: ProgramStart): string | undefined => {
    if (port !== ports[protocol]) return undefined;
    const [question = "", ...rest] = (always ?? text).trim().toLowerCase().split(" ");
    switch (question) {
      case "hostname":
        return pod.name;
      case "echo":
        return rest.join(" ");
      case "clientip":
        return `${from}:40000`;
      default:
        return undefined;
    }
  };

const EVERYWHERE: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/**
 * Whether messages are received at a port.
 * @param addresses on which UDP is received; empty for all addresses of the pod
 */
export const listensAt =
  (ports: Readonly<Partial<Record<MessageProtocol, number>>>, addresses: readonly string[] = []) =>
  (
    port: number,
    protocol: MessageProtocol,
    to: { readonly isLoopback: boolean; readonly address: string },
  ): boolean => {
    if (ports[protocol] !== port) return false;
    if (protocol !== "UDP" || addresses.length === 0) return true;
    return addresses.some(
      (each) => EVERYWHERE.has(each) || (to.isLoopback ? /^127\.|^::1$/.test(each) : each === to.address),
    );
  };
