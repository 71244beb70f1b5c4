import { unauthorized } from "../../shared/status.ts";
import type { Authenticator, Credentials, Identity } from "./identity.ts";

export interface TokenResult {
  readonly identity: Identity;
  /** Audiences the token is good for, among those asked for; undefined when the method knows none. */
  readonly audiences?: readonly string[];
}

/** Where a method leaves remarks about a request whose token it recognised. */
export interface TokenRemarks {
  /** For the answer's Warning headers. */
  warn(text: string): void;
  /** For the audit event. */
  annotate?(key: string, value: string): void;
}

/**
 * One way to understand bearer tokens. Answers undefined for tokens that are not of its kind, throws an `Error` whose text
 * says what is wrong with one that is.
 */
export interface TokenAuthenticator {
  readonly name: string;
  /** @param audiences for whom the token must be meant; empty means the server itself */
  authenticateToken(
    token: string,
    audiences: readonly string[],
    remarks?: TokenRemarks,
  ): Promise<TokenResult | undefined>;
}

/** Text of a token's refusal when no method recognised it. */
export const INVALID_TOKEN = "invalid bearer token";

const EXTRA_SPACE = "the provided Authorization header contains extra space before the bearer token, and is ignored";

/**
 * Asks the methods in order; the first that recognises the token decides.
 * @throws Error with {@link INVALID_TOKEN}, together with what the methods found wrong
 */
export async function authenticateToken(
  methods: readonly TokenAuthenticator[],
  token: string,
  audiences: readonly string[] = [],
  remarks?: TokenRemarks,
): Promise<TokenResult> {
  const problems: string[] = [];
  for (const method of methods) {
    try {
      const result = await method.authenticateToken(token, audiences, remarks);
      if (result !== undefined) return result;
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  const distinct = [...new Set(problems)].filter((problem) => problem !== INVALID_TOKEN);
  throw new Error(distinct.length === 0 ? INVALID_TOKEN : `[${[INVALID_TOKEN, ...distinct].join(", ")}]`);
}

/**
 * A method whose tokens are good for the server's own audiences and no others: it is not asked on behalf of others.
 * @param own the server's own audiences; without any, the method is always asked
 */
export function forOwnAudiences(method: TokenAuthenticator, own: readonly string[]): TokenAuthenticator {
  return {
    name: method.name,
    async authenticateToken(token, asked, remarks) {
      const shared = asked.length === 0 ? own : own.filter((audience) => asked.includes(audience));
      if (own.length > 0 && shared.length === 0) return undefined;
      const result = await method.authenticateToken(token, asked, remarks);
      return result === undefined ? undefined : { ...result, audiences: shared };
    },
  };
}

/** The token of an Authorization header: `Bearer …`, in any case. Blanks before the token make it none. */
export function bearerToken(header: string, remarks?: TokenRemarks): string | undefined {
  const [scheme, token, more] = header.trim().split(" ");
  if (scheme?.toLowerCase() !== "bearer" || token === undefined) return undefined;
  if (token === "" && more !== undefined) remarks?.warn(EXTRA_SPACE);
  return token === "" ? undefined : token;
}

/** The token that a request offers: in its Authorization header, else as a WebSocket subprotocol. */
export function offeredToken(credentials: Credentials, remarks?: TokenRemarks): string | undefined {
  const value = credentials.headers["authorization"];
  const text = typeof value === "string" ? value : (value?.[0] ?? "");
  return bearerToken(text, remarks) ?? (credentials.webSocketToken || undefined);
}

/**
 * Bearer tokens as one request authenticator over several token methods.
 * @param audiences the server's own
 */
export function bearerTokenAuthenticator(
  methods: readonly TokenAuthenticator[],
  audiences: readonly string[] = [],
): Authenticator {
  return {
    name: "bearerToken",
    async authenticate(credentials) {
      const remarks: TokenRemarks = {
        warn: (text) => addOnce(credentials.warnings, text),
        annotate: (key, value) => credentials.annotate?.(key, value),
      };
      const token = offeredToken(credentials, remarks);
      if (token === undefined) return undefined;
      try {
        return (await authenticateToken(methods, token, audiences, remarks)).identity;
      } catch {
        throw unauthorized();
      }
    },
  };
}

function addOnce(texts: string[] | undefined, text: string): void {
  if (texts !== undefined && !texts.includes(text)) texts.push(text);
}
