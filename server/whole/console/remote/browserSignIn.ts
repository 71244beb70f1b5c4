import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { GuardedServer } from "../../../serving/http/connections/guardedServer.ts";
import { ClusterError } from "../cluster.ts";
import { requestUrl } from "../proxy/requestUrl.ts";
import type { AddedContexts, AddedText, Origin } from "./addedContexts.ts";
import type { Credentials } from "./credentials.ts";
import { discoverIssuer, type IssuerTokens, requestTokens } from "./oidcIssuer.ts";
import type { OidcSignIn } from "./oidcSignIn.ts";

export interface BrowserSignInOptions {
  readonly added: AddedContexts;
  readonly now: () => number;
  readonly reload: () => Promise<void>;
  readonly originOf: (id: string) => Origin | undefined;
  /** For requests to the issuer; default the platform's. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Milliseconds within which the browser must come back. */
const SIGN_IN_TIMEOUT = 5 * 60_000;
/** Milliseconds before their expiry at which tokens are renewed. */
const MARGIN = 10_000;
/** Milliseconds for the last page to arrive. */
const GRACE = 1_000;

const PAGE = "<!doctype html><meta charset=utf-8><title>Orrery</title>";

/**
 * Authorization code flow with PKCE: the system's browser shows the issuer's own page and comes back to a loopback
 * address that listens only for that one answer. Tokens are kept in memory, the refresh token with the added contexts.
 */
export function createBrowserSignIn(options: BrowserSignInOptions): OidcSignIn {
  const kept = new Map<string, IssuerTokens>();
  const listeners = new Set<GuardedServer>();
  const call = options.fetch ?? globalThis.fetch;

  const keep = async (entry: AddedText, tokens: IssuerTokens): Promise<void> => {
    kept.set(entry.id, tokens);
    const now = options.added.texts().find(({ id }) => id === entry.id);
    if (now?.oidc === undefined || tokens.refreshToken === undefined) return;
    if (now.oidc.refreshToken !== tokens.refreshToken) {
      await options.added.setOidc(entry.id, { ...now.oidc, refreshToken: tokens.refreshToken });
    }
  };

  const renew = async (entry: AddedText): Promise<IssuerTokens> => {
    const oidc = options.added.texts().find(({ id }) => id === entry.id)?.oidc;
    const refreshToken = kept.get(entry.id)?.refreshToken ?? oidc?.refreshToken;
    if (oidc === undefined || refreshToken === undefined) throw new ClusterError("Sign in with the browser first.");
    const issuer = await discoverIssuer(oidc.issuer, call);
    const parameters = { grant_type: "refresh_token", refresh_token: refreshToken };
    const tokens = await requestTokens(issuer, oidc, parameters, { call, now: options.now() });
    await keep(entry, { refreshToken, ...tokens });
    return tokens;
  };

  return {
    credentialsFor(entry): Credentials | undefined {
      if (entry.oidc === undefined) return undefined;
      let running: Promise<IssuerTokens> | undefined;
      return {
        login: "oidc",
        async get() {
          const tokens = kept.get(entry.id);
          if (tokens !== undefined && tokens.expires - MARGIN > options.now()) return { token: tokens.idToken };
          running ??= renew(entry).finally(() => {
            running = undefined;
          });
          return { token: (await running).idToken };
        },
        refuse(refused) {
          const tokens = kept.get(entry.id);
          if (tokens?.idToken === refused.token && tokens !== undefined) kept.set(entry.id, { ...tokens, expires: 0 });
          return tokens?.refreshToken !== undefined;
        },
      };
    },
    async begin(id) {
      const origin = options.originOf(id);
      if (origin?.kind !== "text" || origin.entry.oidc === undefined) {
        throw new RangeError("The cluster was not added with an issuer to sign in at.");
      }
      const { entry } = origin;
      const { oidc } = origin.entry;
      const issuer = await discoverIssuer(oidc.issuer, call);
      const verifier = randomBytes(48).toString("base64url");
      const state = randomBytes(24).toString("base64url");
      const nonce = randomBytes(24).toString("base64url");
      const answer = (request: IncomingMessage, response: ServerResponse): void => {
        const { pathname, searchParams } = requestUrl(request);
        const show = (code: number, text: string): void => {
          response.writeHead(code, { "content-type": "text/html; charset=utf-8", connection: "close" });
          response.end(`${PAGE}<p>${text}`);
        };
        if (pathname !== "/callback" || searchParams.get("state") !== state) {
          show(404, "Nothing is here.");
          return;
        }
        const code = searchParams.get("code");
        if (code === null) {
          show(200, "The sign-in was not completed. You can close this page.");
          end();
          return;
        }
        const parameters = {
          grant_type: "authorization_code",
          code,
          redirect_uri: redirect,
          code_verifier: verifier,
        };
        requestTokens(issuer, oidc, parameters, { call, now: options.now(), nonce })
          .then(async (tokens) => {
            await keep(entry, tokens);
            await options.reload();
            show(200, "You are signed in. You can close this page and go back to Orrery.");
          })
          .catch(() => show(502, "The issuer did not give a token. Close this page and try again."))
          .finally(end);
      };
      const listener = new GuardedServer({ onRequest: answer });
      const end = (): void => {
        clearTimeout(timer);
        listeners.delete(listener);
        void listener.close(GRACE);
      };
      const { port } = await listener.listen(0, "127.0.0.1");
      listeners.add(listener);
      const redirect = `http://127.0.0.1:${port}/callback`;
      const timer = setTimeout(end, SIGN_IN_TIMEOUT);
      timer.unref();
      const address = new URL(issuer.authorizationEndpoint);
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      for (const [name, value] of Object.entries({
        response_type: "code",
        client_id: oidc.clientId,
        redirect_uri: redirect,
        scope: "openid email profile offline_access",
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: "S256",
      })) {
        address.searchParams.set(name, value);
      }
      return address.href;
    },
    close() {
      for (const listener of listeners) void listener.close();
    },
  };
}
