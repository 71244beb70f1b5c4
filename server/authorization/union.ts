import type { Identity } from "../authentication/identity.ts";
import type { Attributes, Authorizer, NonResourceRule, ResourceRule, RuleList, Verdict } from "./authorizer.ts";

/**
 * Several authorizers as one. The first that allows or denies decides; when none does, the request is not allowed and the
 * reasons of all are given, one a line.
 */
export function unionAuthorizer(authorizers: readonly Authorizer[]): Authorizer {
  return {
    name: "union",
    authorize: (user, attributes) => decide(authorizers, user, attributes),
    async rulesFor(user, namespace) {
      const lists = authorizers.map((authorizer) => authorizer.rulesFor?.(user, namespace));
      return mergeRules((await Promise.all(lists)).filter((list) => list !== undefined));
    },
  };
}

/** Stays synchronous while the authorizers do: a decision is part of every request. */
function decide(
  authorizers: readonly Authorizer[],
  user: Identity,
  attributes: Attributes,
  seen: readonly Verdict[] = [],
): Verdict | Promise<Verdict> {
  const verdicts = [...seen];
  for (let i = seen.length; i < authorizers.length; i++) {
    const answer = authorizers[i]?.authorize(user, attributes);
    if (answer === undefined) continue;
    if (answer instanceof Promise) {
      return answer.then((verdict) =>
        verdict.decision === "noOpinion" ? decide(authorizers, user, attributes, [...verdicts, verdict]) : verdict,
      );
    }
    if (answer.decision !== "noOpinion") return answer;
    verdicts.push(answer);
  }
  const errors = verdicts.flatMap((verdict) => verdict.evaluationError ?? []);
  const reasons = verdicts.map((verdict) => verdict.reason).filter((reason) => reason !== "");
  return {
    decision: "noOpinion",
    reason: reasons.join("\n"),
    ...(errors.length === 0 ? {} : { evaluationError: errors.join(", ") }),
  };
}

function mergeRules(lists: readonly RuleList[]): RuleList {
  const resourceRules: ResourceRule[] = lists.flatMap((list) => list.resourceRules);
  const nonResourceRules: NonResourceRule[] = lists.flatMap((list) => list.nonResourceRules);
  const errors = lists.flatMap((list) => list.evaluationError ?? []);
  return {
    resourceRules,
    nonResourceRules,
    incomplete: lists.some((list) => list.incomplete),
    ...(errors.length === 0 ? {} : { evaluationError: errors.join(", ") }),
  };
}
