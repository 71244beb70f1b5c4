import { createAnswerCache } from "../../webhook/answerCache.ts";
import type { TokenAuthenticator, TokenResult } from "./tokenAuthenticator.ts";
import { tokenHash } from "./tokenHash.ts";

export interface TokenCacheOptions {
  /** Milliseconds for which an identity is cached; 0 disables caching. */
  readonly successTtl: number;
  /** The same for the result that the method does not know the token. */
  readonly failureTtl: number;
  /** Maximum number of cached results; the least recently used are dropped. Default {@link MAX_CACHED_TOKENS}. */
  readonly size?: number;
  /** Called for each look-up with its result. */
  readonly onLookup?: (result: "hit" | "miss") => void;
  /** Milliseconds since the epoch. */
  now(): number;
}

const MAX_CACHED_TOKENS = 4096;
/** Bytes that a text takes besides its characters, roughly. */
const OVERHEAD = 32;

interface Known {
  readonly answer: TokenResult | undefined;
}

/**
 * Caches the results of a method; errors are not cached. Concurrent look-ups of the same token share one call. Tokens
 * are stored only as keyed hashes, and the cache is bounded in number and size. As in the reference, a cached token is
 * accepted until its TTL ends, even if the method would refuse it by then.
 */
export function cachedTokens(method: TokenAuthenticator, options: TokenCacheOptions): TokenAuthenticator {
  const { successTtl, failureTtl, size = MAX_CACHED_TOKENS, onLookup = () => undefined, now } = options;
  const hash = tokenHash();
  const known = createAnswerCache<Known>(now, size);
  const asking = new Map<string, Promise<TokenResult | undefined>>();

  return {
    name: method.name,
    async authenticateToken(token, audiences) {
      const key = hash(token, audiences);
      const found = known.get(key);
      if (found !== undefined) {
        onLookup("hit");
        return found.answer;
      }
      onLookup("miss");
      const pending = asking.get(key);
      if (pending !== undefined) return pending;
      const ask = async (): Promise<TokenResult | undefined> => {
        try {
          const answer = await method.authenticateToken(token, audiences);
          known.set(key, { answer }, answer === undefined ? failureTtl : successTtl, sizeOf(answer));
          return answer;
        } finally {
          asking.delete(key);
        }
      };
      const question = ask();
      asking.set(key, question);
      return question;
    },
  };
}

/** Characters of an identity, which the issuer of the token chooses. */
function sizeOf(result: TokenResult | undefined): number {
  if (result === undefined) return 0;
  const { username, groups, extra } = result.identity;
  const lists = [groups, ...Object.entries(extra).map(([key, values]) => [key, ...values])];
  return lists.reduce((sum, texts) => texts.reduce((all, text) => all + text.length + OVERHEAD, sum), username.length);
}
