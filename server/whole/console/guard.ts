import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { requestUrl } from "./proxy/requestUrl.ts";

/** Why a request is refused: an HTTP status and a sentence. */
export interface Refusal {
  readonly status: 401 | 403 | 421;
  readonly message: string;
}

/** Restricts access to the host to the console's own page. */
export interface Guard {
  /**
   * `http://127.0.0.1:<port>/?secret=…`: opens the console once.
   * @param path path of the initial view; default the start page
   */
  openUrl(path?: string): string;
  /** A token with which programs of the same user can open views. */
  readonly token: string;
  /** Whether a request comes from such a program, and not from a page. */
  isProgram(request: IncomingMessage): boolean;
  /**
   * The cookie for a request that contains the secret, which can be used only once; undefined for all other requests.
   */
  admit(request: IncomingMessage): string | undefined;
  /** Undefined when the request is allowed. */
  refuse(request: IncomingMessage, options: { websocket: boolean }): Refusal | undefined;
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const equal = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/**
 * Creates the guard of one launch. Three independent checks: the Host header must name the loopback address and port
 * (against DNS rebinding), an Origin must be this host's own (against foreign pages; a WebSocket must have one, as
 * browsers always send it), and the cookie must be this launch's (against other users of the machine).
 *
 * @param port the port that the host listens on
 */
export function createGuard(port: number): Guard {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  const origins = new Set([...hosts].map((host) => `http://${host}`));
  // All ports share one cookie jar, so the cookie's name includes the port: two launches must not overwrite each
  // other's.
  const cookieName = `orrery-${port}`;
  const session = randomBytes(32).toString("base64url");
  const token = randomBytes(32).toString("base64url");
  const secrets = new Set<string>();

  const hasKnownHost = (request: IncomingMessage): boolean => hosts.has(request.headers.host ?? "");
  const cookieOf = (request: IncomingMessage): string | undefined =>
    (request.headers.cookie ?? "")
      .split(";")
      .map((pair) => pair.trim())
      .find((pair) => pair.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1);

  return {
    token,
    openUrl(path = "/") {
      const secret = randomBytes(32).toString("base64url");
      secrets.add(secret);
      const to = path === "/" ? "" : `&to=${encodeURIComponent(path)}`;
      return `http://127.0.0.1:${port}/?secret=${secret}${to}`;
    },
    isProgram(request) {
      const { origin, authorization = "" } = request.headers;
      return hasKnownHost(request) && origin === undefined && equal(authorization, `Bearer ${token}`);
    },
    admit(request) {
      if (!hasKnownHost(request) || request.method !== "GET") return undefined;
      const presented = requestUrl(request).searchParams.get("secret");
      if (presented === null) return undefined;
      const known = [...secrets].find((secret) => equal(secret, presented));
      if (known === undefined) return undefined;
      secrets.delete(known);
      return `${cookieName}=${session}; Path=/; HttpOnly; SameSite=Strict`;
    },
    refuse(request, { websocket }) {
      if (!hasKnownHost(request)) return { status: 421, message: "This console answers to its own address only." };
      const origin = request.headers.origin;
      if (origin === undefined ? websocket : !origins.has(origin)) {
        return { status: 403, message: "This console answers to its own pages only." };
      }
      const cookie = cookieOf(request);
      if (cookie === undefined || !equal(cookie, session)) {
        return { status: 401, message: "Open the console with the address that was printed when it started." };
      }
      return undefined;
    },
  };
}
