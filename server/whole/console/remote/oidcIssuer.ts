import { ClusterError } from "../cluster.ts";
import type { OidcSettings } from "./oidcSettings.ts";

/** The endpoints of an issuer. */
export interface Issuer {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
}

export interface IssuerTokens {
  readonly idToken: string;
  readonly refreshToken?: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

type Fetch = typeof globalThis.fetch;

const REQUEST_TIMEOUT = 15_000;
const isSafe = (address: unknown): address is string =>
  typeof address === "string" &&
  (/^https:\/\//.test(address) || /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(address));

/** Reads the issuer's discovery document. @throws ClusterError */
export async function discoverIssuer(issuer: string, call: Fetch): Promise<Issuer> {
  if (!isSafe(`${issuer}/`)) throw new ClusterError("The issuer's address begins with https://.");
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const found = await readJson(call, address, {}, "The issuer");
  const { issuer: named, authorization_endpoint: authorization, token_endpoint: token } = found;
  if (typeof named !== "string" || named.replace(/\/$/, "") !== issuer.replace(/\/$/, "")) {
    throw new ClusterError(`The issuer at ${issuer} calls itself otherwise.`);
  }
  if (!isSafe(authorization) || !isSafe(token)) throw new ClusterError(`The issuer ${issuer} names no safe addresses.`);
  return { issuer, authorizationEndpoint: authorization, tokenEndpoint: token };
}

/**
 * Sends a request to the token endpoint. The id token comes directly from the issuer, so checking its signature is left
 * to the API server; only its expiry and nonce are checked here.
 * @throws ClusterError without the answer's text, which may contain tokens
 */
export async function requestTokens(
  issuer: Issuer,
  oidc: OidcSettings,
  parameters: Readonly<Record<string, string>>,
  options: { call: Fetch; now: number; nonce?: string },
): Promise<IssuerTokens> {
  const body = new URLSearchParams({
    ...parameters,
    client_id: oidc.clientId,
    ...(oidc.clientSecret ? { client_secret: oidc.clientSecret } : {}),
  });
  const answer = await readJson(options.call, issuer.tokenEndpoint, { method: "POST", body }, "The issuer");
  const { id_token: idToken, refresh_token: refreshToken } = answer;
  if (typeof idToken !== "string") throw new ClusterError("The issuer gave no id token.");
  const claims = readClaims(idToken);
  if (options.nonce !== undefined && claims["nonce"] !== options.nonce) {
    throw new ClusterError("The issuer's token is not for this sign-in.");
  }
  const seconds = typeof claims["exp"] === "number" ? claims["exp"] : options.now / 1000 + 60;
  return {
    idToken,
    expires: seconds * 1000,
    ...(typeof refreshToken === "string" ? { refreshToken } : {}),
  };
}

function readClaims(token: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  } catch {
    throw new ClusterError("The issuer's id token cannot be read.");
  }
}

async function readJson(
  call: Fetch,
  address: string,
  init: RequestInit,
  who: string,
): Promise<Record<string, unknown>> {
  let answer: Response;
  try {
    answer = await call(address, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT), redirect: "error" });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new ClusterError(`${who} cannot be reached: ${cause}`);
  }
  if (!answer.ok) throw new ClusterError(`${who} refuses: HTTP ${answer.status}. Sign in again.`);
  try {
    return (await answer.json()) as Record<string, unknown>;
  } catch {
    throw new ClusterError(`${who} did not answer with JSON.`);
  }
}
