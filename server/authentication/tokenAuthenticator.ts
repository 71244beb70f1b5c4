import { unauthorized } from "../../shared/status.ts";
import type { Authenticator, Credentials, Identity } from "./identity.ts";

export interface TokenResult {
  readonly identity: Identity;
  /** Audiences the token is good for, among those asked for; undefined when the method knows none. */
  readonly audiences?: readonly string[];
}

/**
 * One way to understand bearer tokens. Answers undefined for tokens that are not of its kind, throws an `Error` whose text
 * says what is wrong with one that is.
 */
export interface TokenAuthenticator {
  readonly name: string;
  /** @param audiences for whom the token must be meant; empty means the server itself */
  authenticateToken(token: string, audiences: readonly string[]): Promise<TokenResult | undefined>;
}

/** Text of a token's refusal when no method recognised it. */
export const INVALID_TOKEN = "invalid bearer token";

/**
 * Asks the methods in order; the first that recognises the token decides.
 * @throws Error with {@link INVALID_TOKEN}, together with what the methods found wrong
 */
export async function authenticateToken(
  methods: readonly TokenAuthenticator[],
  token: string,
  audiences: readonly string[] = [],
): Promise<TokenResult> {
  const problems: string[] = [];
  for (const method of methods) {
    try {
      const result = await method.authenticateToken(token, audiences);
      if (result !== undefined) return result;
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(problems.length === 0 ? INVALID_TOKEN : `[${[INVALID_TOKEN, ...new Set(problems)].join(", ")}]`);
}

/** The token that a request offers: `Authorization: Bearer …` (any case), else a WebSocket subprotocol. */
export function offeredToken(credentials: Credentials): string | undefined {
  const value = credentials.headers["authorization"];
  const text = typeof value === "string" ? value : (value?.[0] ?? "");
  const [scheme, token] = text.trim().split(" ");
  if (scheme?.toLowerCase() === "bearer" && token) return token;
  return credentials.webSocketToken || undefined;
}

/** Bearer tokens as one request authenticator over several token methods. */
export function bearerTokenAuthenticator(methods: readonly TokenAuthenticator[]): Authenticator {
  return {
    name: "bearerToken",
    async authenticate(credentials) {
      const token = offeredToken(credentials);
      if (token === undefined) return undefined;
      try {
        return (await authenticateToken(methods, token)).identity;
      } catch {
        throw unauthorized();
      }
    },
  };
}
