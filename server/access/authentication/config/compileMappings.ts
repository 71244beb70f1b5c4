import { append } from "../../../../shared/collections/append.ts";
import { child, duplicate, type FieldError, index, invalid, required } from "../../../../shared/fieldError.ts";
import { isTurnOver, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Program } from "../../../ground/cel/compile.ts";
import { claimsEnvironment } from "../../../ground/cel/environments/environments.ts";
import { validateDomainPrefixedPath } from "../../../ground/formats/names/domainPath.ts";
import type { ClaimSource, JwtRules } from "../oidc/jwtRules.ts";
import { compileExpression, isProgram, selects } from "./compileExpression.ts";
import type { WrittenClaimSource, WrittenExtra, WrittenMappings } from "./writtenAuthentication.ts";

type Mappings = Pick<JwtRules, "groups" | "uid" | "extra"> & { readonly username: ClaimSource | undefined };

/**
 * Compiles the mappings of claims to users.
 * @param errors collects their errors
 * @param verifiesEmail whether a validation rule checks `claims.email_verified`
 */
export function* compileMappings(
  written: WrittenMappings,
  at: string,
  errors: FieldError[],
  { vocabulary, verifiesEmail }: { readonly vocabulary: Vocabulary; readonly verifiesEmail: boolean },
): Steps<Mappings> {
  const username = compileSource(written.username ?? {}, child(at, "username"), errors);
  if (isMissing(written.username)) errors.push(required(child(at, "username"), "claim or expression is required"));
  const groups = compileSource(written.groups ?? {}, child(at, "groups"), errors);
  const uid = compileUid(written.uid ?? {}, child(at, "uid"), errors);
  const extra = yield* compileExtra(written.extra ?? [], child(at, "extra"), errors, vocabulary);

  const named = username !== undefined && "program" in username ? username.program : undefined;
  const verifying = [named, ...extra.map(({ program }) => program)].some((program) => uses(program, "email_verified"));
  if (uses(named, "email") && !verifiesEmail && !verifying) {
    const where =
      "claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression";
    const message = `claims.email_verified must be used in ${where} when claims.email is used in claimMappings.username.expression`;
    errors.push(invalid(child(at, "username.expression"), written.username?.expression ?? "", message));
  }
  return { username, ...(groups === undefined ? {} : { groups }), ...(uid === undefined ? {} : { uid }), extra };
}

const uses = (program: Program | undefined, claim: string): boolean =>
  program !== undefined && selects(program.checked.expression, "claims", claim);

const isMissing = (source: WrittenClaimSource = {}): boolean =>
  (source.claim ?? "") === "" && (source.expression ?? "") === "";

const BOTH = "claim and expression can't both be set";

function compileSource(source: WrittenClaimSource, field: string, errors: FieldError[]): ClaimSource | undefined {
  const { claim = "", expression = "", prefix } = source;
  if (claim !== "" && expression !== "") {
    errors.push(invalid(field, "", BOTH));
    return undefined;
  }
  if (expression !== "") {
    if (prefix !== undefined) {
      errors.push(invalid(child(field, "prefix"), prefix, "may not be specified when expression is set"));
    }
    const program = compileMapping(expression, child(field, "expression"), errors);
    // The combination of an expression and a prefix has already caused an error.
    return program === undefined || prefix !== undefined ? undefined : { program };
  }
  if (claim === "") return undefined;
  if (prefix === undefined) {
    const message = "prefix is required when claim is set. It can be set to an empty string to disable prefixing";
    errors.push(required(child(field, "prefix"), message));
  }
  return { claim, prefix: prefix ?? "" };
}

function compileUid(source: WrittenClaimSource, field: string, errors: FieldError[]): ClaimSource | undefined {
  const { claim = "", expression = "" } = source;
  if (claim !== "" && expression !== "") {
    errors.push(invalid(field, "", BOTH));
    return undefined;
  }
  if (claim !== "") return { claim, prefix: "" };
  if (expression === "") return undefined;
  const program = compileMapping(expression, child(field, "expression"), errors);
  return program === undefined ? undefined : { program };
}

function* compileExtra(
  extra: readonly WrittenExtra[],
  at: string,
  errors: FieldError[],
  vocabulary: Vocabulary,
): Steps<JwtRules["extra"]> {
  const compiled: { readonly key: string; readonly program: Program }[] = [];
  const keys = new Set<string>();
  for (const [i, { key = "", valueExpression = "" }] of extra.entries()) {
    if (isTurnOver()) yield;
    const field = child(index(at, i), "key");
    append(errors, validateDomainPrefixedPath(key, field));
    if (key !== key.toLowerCase()) errors.push(invalid(field, key, "must be lowercase"));
    if (isReserved(key, vocabulary)) {
      const message = "{domain}, {labelDomain} and their subdomains are reserved for {Product} use";
      errors.push(invalid(field, key, vocabulary.render(message)));
    }
    const valueField = child(index(at, i), "valueExpression");
    if (keys.has(key)) errors.push(duplicate(field, key));
    else if (valueExpression === "") errors.push(required(valueField));
    else {
      const program = compileMapping(valueExpression, valueField, errors);
      if (program !== undefined) compiled.push({ key, program });
    }
    keys.add(key);
  }
  return compiled;
}

function isReserved(key: string, { domain, labelDomain }: Vocabulary): boolean {
  const slash = key.indexOf("/");
  const prefix = slash < 0 ? "" : key.slice(0, slash);
  return [domain, labelDomain].some((reserved) => prefix === reserved || prefix.endsWith(`.${reserved}`));
}

/** The result type of a mapping cannot be checked here, because it depends on the claims. */
function compileMapping(expression: string, field: string, errors: FieldError[]): Program | undefined {
  const compiled = compileExpression(expression, field, claimsEnvironment(), false);
  if (isProgram(compiled)) return compiled;
  errors.push(compiled);
  return undefined;
}
