import type { Timers } from "../../../ground/timing/timers.ts";
import type { FetchDocument } from "../../webhook/fetchDocument.ts";
import type { TokenAuthenticator } from "../bearerTokens/tokenAuthenticator.ts";
import { type JwtAuthenticator, type JwtAuthenticatorOptions, jwtAuthenticator } from "../oidc/jwtAuthenticator.ts";
import type { JwtRules } from "../oidc/jwtRules.ts";
import { claimedIssuer } from "../oidc/verifyToken.ts";

/** The JWT authenticators in use, as one method. */
export interface JwtMethods extends TokenAuthenticator {
  /**
   * Replaces the methods, once all providers of the new ones have been asked; until then the old ones stay.
   * @throws Error when that takes too long: everything stays as it was
   */
  replace(rules: readonly JwtRules[]): Promise<void>;
  stop(): void;
}

export interface JwtMethodsOptions {
  readonly rules: readonly JwtRules[];
  readonly algorithms: readonly string[];
  /** Documents of providers whose certificates come from these authorities (PEM), or from well-known ones. */
  readonly documents: (authorities: string | undefined) => FetchDocument;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onError: (error: Error) => void;
  readonly onJudged: (issuer: string, result: "success" | "failure", seconds: number) => void;
}

/** Milliseconds that the providers of a changed configuration have to answer. */
export const REPLACE_TIMEOUT = 60_000;
/** Milliseconds until replaced methods are stopped: tokens that they are judging are judged to the end. */
export const LINGER = 60_000;

export function jwtMethods(options: JwtMethodsOptions): JwtMethods {
  const { algorithms, documents, timers, now, onError, onJudged } = options;
  const running = new Set<JwtAuthenticator>();
  const start = (rules: readonly JwtRules[]): JwtAuthenticator[] =>
    rules.map((each) => {
      const one: JwtAuthenticatorOptions = {
        rules: each,
        algorithms,
        timers,
        now,
        onError,
        fetch: documents(each.issuer.authorities),
        onJudged: (result, seconds) => onJudged(each.issuer.url, result, seconds),
      };
      const authenticator = jwtAuthenticator(one);
      running.add(authenticator);
      return authenticator;
    });
  const end = (authenticators: readonly JwtAuthenticator[]): void => {
    for (const authenticator of authenticators) {
      authenticator.stop();
      running.delete(authenticator);
    }
  };

  let current = start(options.rules);
  return {
    name: "jwt",
    async authenticateToken(token, asked) {
      const issuer = claimedIssuer(token);
      return current.find((each) => each.issuer === issuer)?.authenticateToken(token, asked);
    },
    async replace(rules) {
      const next = start(rules);
      await within(REPLACE_TIMEOUT, timers, Promise.all(next.map((each) => each.settled())));
      const [unready] = next.filter(({ ready }) => !ready);
      if (unready !== undefined) {
        end(next);
        throw new Error(`oidc: authenticator for issuer ${JSON.stringify(unready.issuer)} is not initialized`);
      }
      const replaced = current;
      current = next;
      timers.after(LINGER, () => end(replaced));
    },
    stop: () => end([...running]),
  };
}

/** Resolves with the promise, or after so many milliseconds. */
async function within(milliseconds: number, timers: Timers, promise: Promise<unknown>): Promise<void> {
  let cancel = (): unknown => undefined;
  const late = new Promise<void>((resolve) => {
    cancel = timers.after(milliseconds, resolve);
  });
  await Promise.race([promise, late]);
  cancel();
}
