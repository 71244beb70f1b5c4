import { forbiddenError } from "../../../access/authorization/forbiddenText.ts";
import { attributesOf } from "../../../access/authorization/requestAttributes.ts";
import type { Metrics } from "../../../ground/observability/metrics/metrics.ts";
import type { Answer, Filter } from "../../../ground/request/context.ts";
import { internalErrorPage } from "../../../ground/request/plainText.ts";
import type { Authorizer, Verdict } from "../../../ground/rights/authorizer.ts";

export interface AuthorizeOptions {
  /** Whether authorizers see selectors: the feature gate `AuthorizeWithSelectors`. Default true. */
  readonly selectors?: boolean;
  /** Metrics in which decisions are counted. */
  readonly metrics?: Metrics;
}

/**
 * Asks the authorizers; only `allow` passes. When one of them fails and no other allows the request, it is unknown
 * whether the request is forbidden: it fails with 500 in plain text.
 * @throws ApiError 403
 */
export function authorize(authorizer: Authorizer, options: AuthorizeOptions = {}): Filter {
  const count = options.metrics === undefined ? () => {} : counters(options.metrics);
  return (next) => (context) => {
    const start = performance.now();
    const attributes = attributesOf(context, options.selectors);
    const act = (verdict: Verdict): Promise<Answer> => {
      count(verdict, start);
      if (verdict.decision === "allow") {
        context.audit?.decided("allow", verdict.reason);
        return next(context);
      }
      if (verdict.evaluationError !== undefined) {
        context.audit?.decided("error", "internal error");
        return Promise.resolve(internalErrorPage(context, verdict.evaluationError));
      }
      context.audit?.decided("forbid", verdict.reason);
      throw forbiddenError(context.user, attributes, verdict.reason);
    };
    const answer = authorizer.authorize(context.user, attributes, context);
    return answer instanceof Promise ? answer.then(act) : act(answer);
  };
}

/** Returns a function that counts verdicts. Labels are looked up once, because every request uses them. */
function counters({ authorizations, authorizationDuration }: Metrics): (verdict: Verdict, start: number) => void {
  const by = (result: string) => ({
    attempts: authorizations.labels(result),
    seconds: authorizationDuration.labels({ result }),
  });
  const results = { allow: by("allowed"), deny: by("denied"), noOpinion: by("no-opinion"), error: by("error") };
  return ({ decision, evaluationError }, start) => {
    const failed = decision !== "allow" && evaluationError !== undefined;
    const { attempts, seconds } = results[failed ? "error" : decision];
    attempts.inc();
    seconds.observe((performance.now() - start) / 1000);
  };
}
