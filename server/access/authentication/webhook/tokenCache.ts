import { createHmac, randomBytes } from "node:crypto";
import { createAnswerCache } from "../../webhook/answerCache.ts";
import type { TokenAuthenticator, TokenResult } from "../bearerTokens/tokenAuthenticator.ts";

export interface TokenCacheOptions {
  /** Milliseconds for which a result is cached; 0 disables caching. */
  readonly ttl: number;
  /** Maximum number of cached results; the least recently used are dropped. Default {@link MAX_CACHED_TOKENS}. */
  readonly size?: number;
  /** Called for each look-up with its result. */
  readonly onLookup?: (result: "hit" | "miss") => void;
  /** Milliseconds since the epoch. */
  now(): number;
}

const MAX_CACHED_TOKENS = 4096;

interface Known {
  readonly answer: TokenResult | undefined;
}

/**
 * Caches the results of a method, positive or negative; errors are not cached. Concurrent look-ups of the same token
 * share one call. Tokens are stored only as keyed hashes.
 */
export function cachedTokens(method: TokenAuthenticator, options: TokenCacheOptions): TokenAuthenticator {
  const { ttl, size = MAX_CACHED_TOKENS, onLookup = () => undefined, now } = options;
  const secret = randomBytes(32);
  const known = createAnswerCache<Known>(now, size);
  const asking = new Map<string, Promise<TokenResult | undefined>>();

  return {
    name: method.name,
    async authenticateToken(token, audiences) {
      const key = createHmac("sha256", secret)
        .update(JSON.stringify([token, ...audiences]))
        .digest("base64");
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
          known.set(key, { answer }, ttl);
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
