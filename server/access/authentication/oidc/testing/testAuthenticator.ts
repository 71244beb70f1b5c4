import { manualTimers } from "../../../../ground/timing/testing/manualTimers.ts";
import { httpsDocuments } from "../../../webhook/fetchDocument.ts";
import { type JwtAuthenticator, jwtAuthenticator } from "../jwtAuthenticator.ts";
import type { JwtRules } from "../jwtRules.ts";
import type { TestProvider } from "./testProvider.ts";

export interface TestRules {
  readonly rules?: Partial<JwtRules>;
  readonly issuer?: Partial<JwtRules["issuer"]>;
  /** Default: only ES256. */
  readonly algorithms?: readonly string[];
}

/** An authenticator for a test provider's tokens with the audience `us`; the username is `sub`. */
export function testAuthenticator(of: TestProvider, { rules, issuer, algorithms = ["ES256"] }: TestRules = {}) {
  const timers = manualTimers();
  const errors: string[] = [];
  const judged: string[] = [];
  /** Milliseconds that its clock is ahead of the system clock. */
  const clock = { ahead: 0 };
  let tellFailure = (): void => {};
  const failed = new Promise<void>((resolve) => {
    tellFailure = resolve;
  });
  const authenticator = jwtAuthenticator({
    rules: {
      issuer: { url: of.url, audiences: ["us"], ...issuer },
      requiredClaims: [],
      claimConditions: [],
      username: { claim: "sub", prefix: "" },
      extra: [],
      userConditions: [],
      ...rules,
    },
    algorithms,
    fetch: httpsDocuments(of.authority),
    timers,
    now: () => Date.now() + clock.ahead,
    onError(error) {
      errors.push(error.message);
      tellFailure();
    },
    onJudged: (result) => judged.push(result),
  });
  return { authenticator, timers, errors, judged, clock, failed };
}

/** The same, once the provider has responded. */
export async function readyAuthenticator(of: TestProvider, rules?: TestRules) {
  const created = testAuthenticator(of, rules);
  await created.authenticator.settled();
  return created;
}

/** The identity of a token, or the reason for its refusal. */
export async function authenticateToken(authenticator: JwtAuthenticator, token: string) {
  try {
    return (await authenticator.authenticateToken(token, []))?.identity;
  } catch (error) {
    return (error as Error).message;
  }
}
