import { createHmac, randomBytes } from "node:crypto";
import { createAnswerCache } from "../../webhook/answerCache.ts";
import type { TokenAuthenticator, TokenResult } from "../bearerTokens/tokenAuthenticator.ts";

export interface TokenCacheOptions {
  /** How long an answer is good, in milliseconds; 0 keeps none. */
  readonly ttl: number;
  /** Answers kept at most; those not asked about for longest make room. Default {@link MAX_CACHED_TOKENS}. */
  readonly size?: number;
  /** Called for each question, with whether its answer was known. */
  readonly onLookup?: (result: "hit" | "miss") => void;
  /** Milliseconds since the epoch. */
  now(): number;
}

const MAX_CACHED_TOKENS = 4096;

interface Known {
  readonly answer: TokenResult | undefined;
}

/**
 * Remembers what a method says of tokens, whether it knows them or not; errors are not remembered. While a question is
 * under way, other callers with the same question wait for its answer. Tokens are kept as keyed hashes only.
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
