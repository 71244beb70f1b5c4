import { manualTimers } from "../../../../ground/timing/testing/manualTimers.ts";
import { httpsDocuments } from "../../../webhook/fetchDocument.ts";
import { type JwtAuthenticator, jwtAuthenticator } from "../jwtAuthenticator.ts";
import type { JwtRules } from "../jwtRules.ts";
import type { TestProvider } from "./testProvider.ts";

export interface TestRules {
  readonly rules?: Partial<JwtRules>;
  readonly issuer?: Partial<JwtRules["issuer"]>;
  /** Default: ES256 alone. */
  readonly algorithms?: readonly string[];
}

/** An authenticator of a test provider's tokens that are meant for `us`; users are named as `sub` says. */
export function testAuthenticator(of: TestProvider, { rules, issuer, algorithms = ["ES256"] }: TestRules = {}) {
  const timers = manualTimers();
  const errors: string[] = [];
  const judged: string[] = [];
  /** Milliseconds that its clock is ahead of the system's. */
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

/** The same, once the provider has been asked. */
export async function readyAuthenticator(of: TestProvider, rules?: TestRules) {
  const created = testAuthenticator(of, rules);
  await created.authenticator.settled();
  return created;
}

/** The identity that a token stands for, or why there is none. */
export async function judge(authenticator: JwtAuthenticator, token: string) {
  try {
    return (await authenticator.authenticateToken(token, []))?.identity;
  } catch (error) {
    return (error as Error).message;
  }
}
