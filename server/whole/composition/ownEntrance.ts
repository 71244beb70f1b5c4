import { randomBytes } from "node:crypto";
import type { Duplex } from "node:stream";
import type { TokenAuthenticator } from "../../access/authentication/bearerTokens/tokenAuthenticator.ts";
import { tokenFileAuthenticator } from "../../access/authentication/bearerTokens/tokenFile.ts";
import type { OwnServer, OwnService } from "../../access/webhook/ownService.ts";
import { GROUP_MASTERS, type Identity } from "../../ground/rights/identity.ts";

/** The identity of the server in its own requests. */
export const OWN_IDENTITY: Identity = { username: "system:apiserver", groups: [GROUP_MASTERS], extra: {} };

/** The server when it listens. */
interface Reachable {
  /** PEM of the certificates with which to verify it. */
  readonly authority: string;
  accept(from: string): Duplex;
}

/** The client address of the server's own connections. */
const FROM = "127.0.0.1";
const NAMESPACE = "default";
const PORT = 443;

/**
 * The server's connection to itself. It is used for webhooks that an aggregated server answers: their configurations
 * name the service of this server, which passes the reviews on. The token exists only in this process, as long as it
 * runs.
 */
export class OwnEntrance {
  readonly #token = randomBytes(32).toString("base64url");
  /** Name of the server's own service. */
  readonly #service: string;
  #listening: Reachable | undefined;

  constructor(service: string) {
    this.#service = service;
  }

  /** Authenticates the server by its token. */
  get authenticator(): TokenAuthenticator {
    return tokenFileAuthenticator(new Map([[this.#token, OWN_IDENTITY]]));
  }

  /** Call it when the server listens. */
  open(listening: Reachable): void {
    this.#listening = listening;
  }

  readonly service: OwnService = (namespace, name, port): OwnServer | undefined => {
    const listening = this.#listening;
    const isOwn = namespace === NAMESPACE && name === this.#service && port === PORT;
    return isOwn && listening !== undefined
      ? { authority: listening.authority, token: this.#token, dial: () => listening.accept(FROM) }
      : undefined;
  };
}
