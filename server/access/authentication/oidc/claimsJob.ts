import { messageOf } from "../../../../shared/text/messageOf.ts";
import { compile } from "../../../ground/cel/compile.ts";
import { claimsEnvironment, userEnvironment } from "../../../ground/cel/environments/environments.ts";
import { evaluator, noQuestions } from "../../../ground/cel/evaluator.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import { type Slice, SliceSpent } from "../../../ground/turns/slice.ts";
import type { Claims } from "./claims.ts";
import type { ClaimRules, ClaimSource, JwtRules } from "./jwtRules.ts";
import { mapClaims } from "./mapClaims.ts";

type SourceText = Extract<ClaimSource, { claim: string }> | { readonly expression: string };
type ConditionText = { readonly expression: string; readonly message: string };

/** The rules for claims as data, for a worker: with the texts of expressions in place of programs. */
export interface ClaimRuleTexts extends Pick<ClaimRules, "requiredClaims"> {
  readonly username: SourceText;
  readonly groups?: SourceText;
  readonly uid?: SourceText;
  readonly extra: readonly { readonly key: string; readonly expression: string }[];
  readonly claimConditions: readonly ConditionText[];
  readonly userConditions: readonly ConditionText[];
}

/** The result of mapping claims, as data. */
export type MappedClaims = { readonly identity: Identity } | { readonly error: string };

/** {@link mapClaims} with its error as data. @throws SliceSpent */
export function mappedClaims(claims: Claims, rules: ClaimRules, slice?: Slice): MappedClaims {
  try {
    return { identity: mapClaims(claims, rules, slice) };
  } catch (error) {
    if (error instanceof SliceSpent) throw error;
    return { error: messageOf(error) };
  }
}

/**
 * A function that maps verified claims to an identity, as {@link mapClaims} does. Claims may have thousands of groups,
 * and an expression may compare each with each: what does not fit into one turn of the event loop runs in a worker.
 */
export function claimsMapper({ issuer, ...rules }: JwtRules): (claims: Claims) => Promise<Identity> {
  const definition = textsOf(rules);
  const evaluate = evaluator(noQuestions, { owner: issuer.url });
  return async (claims) => {
    const made = await evaluate(
      ({ slice }) => mappedClaims(claims, rules, slice),
      () => ({ task: "claims", definition, subject: claims, input: undefined }),
    );
    if ("error" in made) throw new Error(made.error);
    return made.identity;
  };
}

function textsOf({ requiredClaims, username, groups, uid, extra, claimConditions, userConditions }: ClaimRules) {
  const source = (each: ClaimSource): SourceText => ("claim" in each ? each : { expression: each.program.source });
  const conditions = (list: ClaimRules["claimConditions"]): ConditionText[] =>
    list.map(({ program, message }) => ({ expression: program.source, message }));
  const texts: ClaimRuleTexts = {
    requiredClaims,
    username: source(username),
    ...(groups === undefined ? {} : { groups: source(groups) }),
    ...(uid === undefined ? {} : { uid: source(uid) }),
    extra: extra.map(({ key, program }) => ({ key, expression: program.source })),
    claimConditions: conditions(claimConditions),
    userConditions: conditions(userConditions),
  };
  return texts;
}

/** The same rules, compiled. */
export function compiledClaimRules(texts: ClaimRuleTexts): ClaimRules {
  const { requiredClaims, username, groups, uid, extra, claimConditions, userConditions } = texts;
  const program = (expression: string) => compile(expression, claimsEnvironment());
  const source = (each: SourceText): ClaimSource => ("claim" in each ? each : { program: program(each.expression) });
  return {
    requiredClaims,
    username: source(username),
    ...(groups === undefined ? {} : { groups: source(groups) }),
    ...(uid === undefined ? {} : { uid: source(uid) }),
    extra: extra.map(({ key, expression }) => ({ key, program: program(expression) })),
    claimConditions: claimConditions.map(({ expression, message }) => ({ program: program(expression), message })),
    userConditions: userConditions.map(({ expression, message }) => ({
      program: compile(expression, userEnvironment()),
      message,
    })),
  };
}
