import { child, duplicate, type FieldError, index, invalid, required } from "../../../../shared/fieldError.ts";
import { isTurnOver, type Steps } from "../../../../shared/steps.ts";
import { claimsEnvironment, userEnvironment } from "../../../ground/cel/environments/environments.ts";
import type { JwtCondition, JwtRules } from "../oidc/jwtRules.ts";
import { compileExpression, isProgram } from "./compileExpression.ts";
import type { WrittenClaimRule, WrittenUserRule } from "./writtenAuthentication.ts";

/** Compiles the validation rules of claims. @param errors collects their errors */
export function* compileClaimRules(
  rules: readonly WrittenClaimRule[],
  at: string,
  errors: FieldError[],
): Steps<Pick<JwtRules, "requiredClaims" | "claimConditions">> {
  const equal: { readonly claim: string; readonly value: string }[] = [];
  const conditions: JwtCondition[] = [];
  const claims = new Set<string>();
  const seen = new Set<string>();
  for (const [i, { claim = "", requiredValue = "", expression = "", message = "" }] of rules.entries()) {
    if (isTurnOver()) yield;
    const field = index(at, i);
    if (claim !== "" && expression !== "") {
      errors.push(invalid(field, claim, "claim and expression can't both be set"));
    } else if (claim !== "") {
      if (message !== "") {
        errors.push(invalid(child(field, "message"), message, "may not be specified when claim is set"));
      }
      if (claims.has(claim)) errors.push(duplicate(child(field, "claim"), claim));
      claims.add(claim);
      equal.push({ claim, value: requiredValue });
    } else if (expression !== "") {
      if (requiredValue !== "") {
        const detail = "may not be specified when expression is set";
        errors.push(invalid(child(field, "requiredValue"), requiredValue, detail));
      }
      if (seen.has(expression)) {
        errors.push(duplicate(child(field, "expression"), expression));
        continue;
      }
      seen.add(expression);
      const compiled = compileExpression(expression, child(field, "expression"), claimsEnvironment(), true);
      if (isProgram(compiled)) conditions.push({ program: compiled, message });
      else errors.push(compiled);
    } else errors.push(required(field, "claim or expression is required"));
  }
  return { requiredClaims: equal, claimConditions: conditions };
}

/** Compiles the validation rules of users. @param errors collects their errors */
export function* compileUserRules(
  rules: readonly WrittenUserRule[],
  at: string,
  errors: FieldError[],
): Steps<JwtCondition[]> {
  const conditions: JwtCondition[] = [];
  const seen = new Set<string>();
  for (const [i, { expression = "", message = "" }] of rules.entries()) {
    if (isTurnOver()) yield;
    const field = child(index(at, i), "expression");
    if (expression === "") errors.push(required(field));
    else if (seen.has(expression)) errors.push(duplicate(field, expression));
    else {
      seen.add(expression);
      const compiled = compileExpression(expression, field, userEnvironment(), true);
      if (isProgram(compiled)) conditions.push({ program: compiled, message });
      else errors.push(compiled);
    }
  }
  return conditions;
}
