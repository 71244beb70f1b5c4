import { unauthorized } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import type { Authenticator, Credentials } from "../authenticator.ts";
import { firstFound } from "../firstFound.ts";

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
  /**
   * Synchronous where nothing has to be waited for: it is part of every request.
   * @param audiences for whom the token must be meant; empty means the server itself
   */
  authenticateToken(token: string, audiences: readonly string[], remarks?: TokenRemarks): Judgement;
}

type Judgement = Promise<TokenResult | undefined> | TokenResult | undefined;

/** Text of a token's refusal when no method recognised it. */
const INVALID_TOKEN = "invalid bearer token";

const EXTRA_SPACE = "the provided Authorization header contains extra space before the bearer token, and is ignored";

/**
 * Asks the methods in order; the first that recognises the token decides.
 * @throws Error with {@link INVALID_TOKEN}, together with what the methods found wrong
 */
export function authenticateToken(
  methods: readonly TokenAuthenticator[],
  token: string,
  audiences: readonly string[] = [],
  remarks?: TokenRemarks,
): Promise<TokenResult> | TokenResult {
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
 * A method whose tokens are good for the server's own audiences only: it is not asked for others.
 * @param own the server's own audiences; without any, the method is always asked
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

/** The token of an Authorization header: `Bearer …`, in any case. Blanks before the token make it none. */
export function bearerToken(header: string, remarks?: TokenRemarks): string | undefined {
  const [scheme, token, more] = header.trim().split(" ");
  if (scheme?.toLowerCase() !== "bearer" || token === undefined) return undefined;
  if (token === "" && more !== undefined) remarks?.warn(EXTRA_SPACE);
  return token === "" ? undefined : token;
}

/**
 * Bearer tokens as one request authenticator over several token methods.
 * @param audiences the server's own
 */
export const bearerTokenAuthenticator = (
  methods: readonly TokenAuthenticator[],
  audiences: readonly string[] = [],
): Authenticator => offeredTokens("bearerToken", tokenOfHeader, methods, audiences);

/**
 * The same for tokens that come as a WebSocket subprotocol, because browsers can set no headers there. They are judged
 * whatever the Authorization header holds.
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
