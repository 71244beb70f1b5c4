import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Program, VariableValues } from "../../../ground/cel/compile.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import { type Slice, SliceSpent } from "../../../ground/turns/slice.ts";
import { booleanClaim, type Claims, hasClaim, textClaim, textsClaim } from "./claims.ts";
import type { ClaimRules, ClaimSource, JwtCondition } from "./jwtRules.ts";

/**
 * Maps a verified token to an identity, and validates both.
 * @param slice the work that may be done; default: unlimited
 * @throws Error in the reference's words; SliceSpent
 */
export function mapClaims(claims: Claims, rules: ClaimRules, slice?: Slice): Identity {
  const username = usernameOf(claims, rules.username, slice);
  if (username === "") throw new Error("oidc: the user name is empty");
  const groups = rules.groups === undefined ? [] : groupsOf(claims, rules.groups, slice);
  const uid = rules.uid === undefined ? "" : uidOf(claims, rules.uid, slice);
  const identity: Identity = {
    username,
    groups,
    ...(uid === "" ? {} : { uid }),
    extra: extraOf(claims, rules.extra, slice),
  };
  for (const { claim, value } of rules.requiredClaims) requireClaim(claims, claim, value);
  labelled("oidc: error evaluating claim validation expression", () =>
    demand(rules.claimConditions, { claims }, slice),
  );
  labelled("oidc: error evaluating user info validation rule", () =>
    demand(rules.userConditions, { user: { username, uid, groups, extra: identity.extra } }, slice),
  );
  return identity;
}

function usernameOf(claims: Claims, source: ClaimSource, slice: Slice | undefined): string {
  if (!("claim" in source)) {
    const computed = textOf(claims, source, "username", slice);
    if (computed === "") throw new Error("oidc: empty username via CEL expression is not allowed");
    return computed;
  }
  const { claim, prefix } = source;
  const username = labelled(`oidc: parse username claims ${quoted(claim)}`, () => textClaim(claims, claim));
  if (claim === "email" && hasClaim(claims, "email_verified")) {
    const verified = labelled("oidc: parse 'email_verified' claim", () => booleanClaim(claims, "email_verified"));
    if (!verified) throw new Error("oidc: email not verified");
  }
  return prefix + username;
}

function uidOf(claims: Claims, source: ClaimSource, slice: Slice | undefined): string {
  if (!("claim" in source)) return textOf(claims, source, "uid", slice);
  return labelled(`oidc: parse uid claim ${quoted(source.claim)}`, () => textClaim(claims, source.claim));
}

function groupsOf(claims: Claims, source: ClaimSource, slice: Slice | undefined): string[] {
  if (!("claim" in source)) {
    const { program } = source;
    return labelled("oidc: error evaluating group claim expression", () =>
      textList(evaluate(program, { claims }, slice)),
    );
  }
  const { claim, prefix } = source;
  if (!hasClaim(claims, claim)) return [];
  const groups = labelled(`oidc: parse groups claim ${quoted(claim)}`, () => textsClaim(claims, claim));
  return groups.map((group) => prefix + group);
}

function extraOf(claims: Claims, extra: ClaimRules["extra"], slice: Slice | undefined): Identity["extra"] {
  // As with conditions, evaluation errors take precedence over invalid values.
  const values = extra.map(({ program }) => evaluate(program, { claims }, slice));
  const entries = extra.map(({ key, program }, i) => {
    const label = `oidc: error evaluating extra claim expression: ${program.source}`;
    return [key, labelled(label, () => textList(values[i]))] as const;
  });
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
}

function textOf(
  claims: Claims,
  source: Exclude<ClaimSource, { claim: string }>,
  attribute: string,
  slice: Slice | undefined,
): string {
  return labelled(`oidc: error evaluating ${attribute} claim expression`, () => {
    const value = evaluate(source.program, { claims }, slice);
    if (typeof value !== "string") throw new Error(`${attribute} claim expression must return a string`);
    return value;
  });
}

/** A string or a list of strings; null and empty strings are dropped. */
function textList(value: unknown): string[] {
  const list = value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
  if (!list.every((item) => typeof item === "string")) {
    throw new Error("expression must return a string or a list of strings");
  }
  return list.filter((item) => item !== "");
}

function requireClaim(claims: Claims, claim: string, value: string): void {
  if (!hasClaim(claims, claim)) throw new Error(`oidc: required claim ${claim} not present in ID token`);
  const given = labelled(`oidc: parse claim ${claim}`, () => textClaim(claims, claim));
  if (given !== value) {
    throw new Error(`oidc: required claim ${claim} value does not match. Got = ${given}, want = ${value}`);
  }
}

function demand(conditions: readonly JwtCondition[], variables: VariableValues, slice: Slice | undefined): void {
  // Evaluate all before checking any: evaluation errors take precedence over false conditions.
  const values = conditions.map(({ program }) => evaluate(program, variables, slice));
  conditions.forEach(({ program, message }, i) => {
    if (typeof values[i] !== "boolean") throw new Error("validation expression must return a boolean");
    if (values[i] === false) throw new Error(`validation expression '${program.source}' failed: ${message}`);
  });
}

function evaluate(program: Program, variables: VariableValues, slice: Slice | undefined): unknown {
  return labelled(`expression '${program.source}' resulted in error`, () => program.evaluate(variables, { slice }));
}

function labelled<T>(label: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof SliceSpent) throw error;
    throw new Error(`${label}: ${messageOf(error)}`);
  }
}
