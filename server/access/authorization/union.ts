import { aggregateText } from "../../../shared/text/aggregateText.ts";
import type { Attributes, Authorizer, Cancellable, RuleList, Verdict } from "../../ground/rights/authorizer.ts";
import type { Identity } from "../../ground/rights/identity.ts";

/**
 * Combines several authorizers. The first that allows or denies decides. When none does, the request is not allowed,
 * and the reasons of all are returned, one per line.
 */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  return {
    name: "union",
    authorize: (user, attributes, request) => decide(authorizers, { user, attributes, request }),
    async rulesFor(user, namespace) {
      const lists = authorizers.map((authorizer) => authorizer.rulesFor?.(user, namespace));
      return mergeRules((await Promise.all(lists)).filter((list) => list !== undefined));
    },
  };
}

interface Question {
  readonly user: Identity;
  readonly attributes: Attributes;
  readonly request: Cancellable | undefined;
}

/** Stays synchronous while the authorizers do, because every request needs a decision. */
function decide(
  authorizers: readonly Authorizer[],
  question: Question,
  seen: readonly Verdict[] = [],
): Verdict | Promise<Verdict> {
  const verdicts = [...seen];
  for (let i = seen.length; i < authorizers.length; i++) {
    const answer = authorizers[i]?.authorize(question.user, question.attributes, question.request);
    if (answer === undefined) continue;
    if (answer instanceof Promise) {
      return answer.then((verdict) =>
        verdict.decision === "noOpinion" ? decide(authorizers, question, [...verdicts, verdict]) : verdict,
      );
    }
    if (answer.decision !== "noOpinion") return answer;
    verdicts.push(answer);
  }
  const reasons = verdicts.map((verdict) => verdict.reason).filter((reason) => reason !== "");
  return {
    decision: "noOpinion",
    reason: reasons.join("\n"),
    ...errorsOf(verdicts),
  };
}

const mergeRules = (lists: readonly RuleList[]): RuleList => ({
  resourceRules: lists.flatMap((list) => list.resourceRules),
  nonResourceRules: lists.flatMap((list) => list.nonResourceRules),
  incomplete: lists.some((list) => list.incomplete),
  ...errorsOf(lists),
});

/** Joins the evaluation errors, if there are any. */
function errorsOf(parts: readonly { readonly evaluationError?: string }[]): { readonly evaluationError?: string } {
  const errors = parts.flatMap((part) => part.evaluationError ?? []);
  return errors.length === 0 ? {} : { evaluationError: aggregateText(errors) };
}
