import { unauthorized } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import type { Authenticator, Credentials } from "../authenticator.ts";
import { firstFound } from "../firstFound.ts";

export interface TokenResult {
  readonly identity: Identity;
  /** The requested audiences for which the token is valid; undefined when the method does not support audiences. */
  readonly audiences?: readonly string[];
}

/** Receives remarks from a method about a request whose token it recognised. */
export interface TokenRemarks {
  /** Adds a Warning header to the response. */
  warn(text: string): void;
  /** Adds an annotation to the audit event. */
  annotate?(key: string, value: string): void;
}

/**
 * A method of authenticating bearer tokens. Returns undefined for tokens of other kinds; throws an `Error` that states
 * why a token of its kind is invalid.
 */
export interface TokenAuthenticator {
  readonly name: string;
  /**
   * Synchronous when nothing has to be awaited, because it runs for every request.
   * @param audiences for which the token must be valid; empty means the server itself
   */
  authenticateToken(token: string, audiences: readonly string[], remarks?: TokenRemarks): Judgement;
}

type Judgement = Promise<TokenResult | undefined> | TokenResult | undefined;

/** The error message when no method recognised the token. */
const INVALID_TOKEN = "invalid bearer token";

/**
 * Maximum characters of a token. No request can carry a longer one, because the size of its head is limited. The limit
 * is for token reviews: several methods decode a token in one step.
 */
export const MAX_TOKEN = 64 * 1024;

const EXTRA_SPACE = "the provided Authorization header contains extra space before the bearer token, and is ignored";

/**
 * Tries the methods in order; the first that recognises the token decides.
 * @throws Error with {@link INVALID_TOKEN} and the errors of the methods
 */
export function authenticateToken(
  methods: readonly TokenAuthenticator[],
  token: string,
  audiences: readonly string[] = [],
  remarks?: TokenRemarks,
): Promise<TokenResult> | TokenResult {
  if (token.length > MAX_TOKEN) refuse([`the token has more than ${MAX_TOKEN} characters`]);
  const problems: string[] = [];
  const found = firstFound(
    methods,
    (method) => method.authenticateToken(token, audiences, remarks),
    (error) => problems.push(messageOf(error)),
  );
  return found instanceof Promise ? found.then((result) => result ?? refuse(problems)) : (found ?? refuse(problems));
}

function refuse(problems: readonly string[]): never {
  const distinct = [...new Set(problems)].filter((problem) => problem !== INVALID_TOKEN);
  throw new Error(distinct.length === 0 ? INVALID_TOKEN : `[${[INVALID_TOKEN, ...distinct].join(", ")}]`);
}

/**
 * Wraps a method whose tokens are only valid for the server's own audiences: it is skipped for others.
 * @param own the server's own audiences; when empty, the method is always tried
 */
export function forOwnAudiences(method: TokenAuthenticator, own: readonly string[]): TokenAuthenticator {
  return {
    name: method.name,
    authenticateToken(token, asked, remarks) {
      const shared = asked.length === 0 ? own : own.filter((audience) => asked.includes(audience));
      if (own.length > 0 && shared.length === 0) return undefined;
      const withAudiences = (result: TokenResult | undefined) =>
        result && { identity: result.identity, audiences: shared };
      const result = method.authenticateToken(token, asked, remarks);
      return result instanceof Promise ? result.then(withAudiences) : withAudiences(result);
    },
  };
}

/**
 * The token of an Authorization header: `Bearer …`, case-insensitive. Additional spaces before the token make it
 * invalid.
 */
export function bearerToken(header: string, remarks?: TokenRemarks): string | undefined {
  const [scheme, token, more] = header.trim().split(" ");
  if (scheme?.toLowerCase() !== "bearer" || token === undefined) return undefined;
  if (token === "" && more !== undefined) remarks?.warn(EXTRA_SPACE);
  return token === "" ? undefined : token;
}

/**
 * A request authenticator for bearer tokens that tries several token methods.
 * @param audiences the server's own
 */
export const bearerTokenAuthenticator = (
  methods: readonly TokenAuthenticator[],
  audiences: readonly string[] = [],
): Authenticator => offeredTokens("bearerToken", tokenOfHeader, methods, audiences);

/**
 * The same for tokens in a WebSocket subprotocol, because browsers cannot set headers there. Checked even when there is
 * an Authorization header.
 * @param audiences the server's own
 */
export const webSocketTokenAuthenticator = (
  methods: readonly TokenAuthenticator[],
  audiences: readonly string[] = [],
): Authenticator =>
  offeredTokens("webSocketToken", ({ webSocketToken }) => webSocketToken || undefined, methods, audiences);

function tokenOfHeader({ headers }: Credentials, remarks: TokenRemarks): string | undefined {
  const value = headers["authorization"];
  return bearerToken(typeof value === "string" ? value : (value?.[0] ?? ""), remarks);
}

function offeredTokens(
  name: string,
  tokenOf: (credentials: Credentials, remarks: TokenRemarks) => string | undefined,
  methods: readonly TokenAuthenticator[],
  audiences: readonly string[],
): Authenticator {
  return {
    name,
    authenticate(credentials) {
      const remarks: TokenRemarks = {
        warn: (text) => addOnce(credentials.warnings, text),
        annotate: (key, value) => credentials.annotate?.(key, value),
      };
      const token = tokenOf(credentials, remarks);
      if (token === undefined) return undefined;
      const refused = (): never => {
        throw unauthorized();
      };
      try {
        const result = authenticateToken(methods, token, audiences, remarks);
        return result instanceof Promise ? result.then(({ identity }) => identity, refused) : result.identity;
      } catch {
        return refused();
      }
    },
  };
}

function addOnce(texts: string[] | undefined, text: string): void {
  if (texts !== undefined && !texts.includes(text)) texts.push(text);
}
