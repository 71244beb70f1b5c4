import { append } from "../../../../shared/collections/append.ts";
import { child, duplicate, type FieldError, forbidden, index, tooMany } from "../../../../shared/fieldError.ts";
import { eachSteps, type Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { JwtRules } from "../oidc/jwtRules.ts";
import { compileClaimRules, compileUserRules } from "./compileConditions.ts";
import { selects } from "./compileExpression.ts";
import { compileMappings } from "./compileMappings.ts";
import { validateIssuer } from "./validateIssuer.ts";
import type { WrittenAnonymous, WrittenAuthentication, WrittenJwt } from "./writtenAuthentication.ts";

export interface CompileContext {
  readonly vocabulary: Vocabulary;
  /** Issuers of the server's own tokens. */
  readonly disallowedIssuers: readonly string[];
  /** The gate for limiting anonymous requests to paths. */
  readonly anonymousConfigurable: boolean;
}

export interface CompiledAuthentication {
  /** Only valid when there are no errors. */
  readonly jwt: readonly JwtRules[];
  readonly errors: readonly FieldError[];
}

const MAX_AUTHENTICATORS = 64;

/** Validates an AuthenticationConfiguration by all rules of the reference, and compiles its expressions. */
export function* compileAuthentication(
  { jwt, anonymous }: WrittenAuthentication,
  context: CompileContext,
): Steps<CompiledAuthentication> {
  const written = jwt ?? [];
  if (written.length > MAX_AUTHENTICATORS) {
    return { jwt: [], errors: [tooMany("jwt", written.length, MAX_AUTHENTICATORS)] };
  }
  const errors: FieldError[] = [];
  const urls = written.map(({ issuer }) => issuer?.url ?? "");
  const discoveryUrls = written.map(({ issuer }) => issuer?.discoveryURL ?? "");
  const compiled = yield* eachSteps(written, function* (each, i) {
    const at = index("jwt", i);
    const rules = yield* compileJwt(each, at, errors, context);
    const [url = "", discoveryUrl = ""] = [urls[i], discoveryUrls[i]];
    if (urls.indexOf(url) < i) errors.push(duplicate(`${at}.issuer.url`, url));
    if (discoveryUrl !== "" && discoveryUrls.indexOf(discoveryUrl) < i) {
      errors.push(duplicate(`${at}.issuer.discoveryURL`, discoveryUrl));
    }
    return rules;
  });
  if (anonymous !== undefined) append(errors, validateAnonymous(anonymous, context.anonymousConfigurable));
  return { jwt: compiled.filter((rules) => rules !== undefined), errors };
}

function* compileJwt(
  { issuer = {}, claimValidationRules, claimMappings = {}, userValidationRules }: WrittenJwt,
  at: string,
  errors: FieldError[],
  { vocabulary, disallowedIssuers }: CompileContext,
): Steps<JwtRules | undefined> {
  append(errors, validateIssuer(issuer, disallowedIssuers, child(at, "issuer")));
  const claimRules = yield* compileClaimRules(claimValidationRules ?? [], child(at, "claimValidationRules"), errors);
  const verifiesEmail = claimRules.claimConditions.some(({ program }) =>
    selects(program.checked.expression, "claims", "email_verified"),
  );
  const { username, ...mappings } = yield* compileMappings(claimMappings, child(at, "claimMappings"), errors, {
    vocabulary,
    verifiesEmail,
  });
  const userConditions = yield* compileUserRules(userValidationRules ?? [], child(at, "userValidationRules"), errors);
  if (username === undefined) return undefined;
  const { url = "", discoveryURL = "", certificateAuthority = "", audiences } = issuer;
  return {
    issuer: {
      url,
      audiences: audiences ?? [],
      ...(discoveryURL === "" ? {} : { discoveryUrl: discoveryURL }),
      ...(certificateAuthority === "" ? {} : { authorities: certificateAuthority }),
    },
    ...claimRules,
    username,
    ...mappings,
    userConditions,
  };
}

function validateAnonymous({ enabled = false, conditions }: WrittenAnonymous, configurable: boolean): FieldError[] {
  const errors: FieldError[] = [];
  if (!configurable) {
    const gate = "AnonymousAuthConfigurableEndpoints";
    errors.push(forbidden("anonymous", `anonymous is not supported when ${gate} feature gate is disabled`));
  }
  const given = conditions ?? [];
  if (!enabled && given.length > 0) {
    // The reference prints structured values in Go syntax.
    const shown = given.map(({ path = "" }) => `apiserver.AnonymousAuthCondition{Path:${quoted(path)}}`);
    errors.push({
      type: "FieldValueInvalid",
      field: "anonymous.conditions",
      message: `Invalid value: []apiserver.AnonymousAuthCondition{${shown.join(", ")}}: enabled should be set to true when conditions are defined`,
    });
  }
  return errors;
}
