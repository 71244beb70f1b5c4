/** Rules that determine which requests a webhook or a policy matches. */

import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  index,
  invalid,
  notSupported,
  required,
  tooMany,
} from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import type { Environment } from "../../../ground/cel/environment.ts";
import { BOOL } from "../../../ground/cel/types/celType.ts";
import { expressionErrors } from "../../../ground/cel/validateExpression.ts";
import { checkPathSegment, invalidBy } from "../../../ground/formats/names/names.ts";
import { invalidText, textList } from "../../../ground/formats/wording/goText.ts";
import type { RequestRule } from "../../registry/admission/rules.ts";

const OPERATIONS = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const SCOPES = ["*", "Cluster", "Namespaced"];
/** A named condition that a request must meet. */
export interface MatchCondition {
  readonly name?: string;
  readonly expression?: string;
}

/** Field errors of one rule. */
export function* ruleErrors(rule: RequestRule, path: string): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  const operations: readonly string[] = rule.operations ?? [];
  const at = child(path, "operations");
  if (operations.length === 0) errors.push(required(at));
  if (operations.length > 1 && operations.includes("*")) {
    errors.push(
      invalidText(
        at,
        textList(operations, "admissionregistration.OperationType"),
        "if '*' is present, must not specify other operations",
      ),
    );
  }
  const wrongOperations = yield* errorsOfEach(operations, at, (operation, where) =>
    OPERATIONS.includes(operation) ? [] : [notSupported(where, operation, OPERATIONS)],
  );
  append(errors, wrongOperations);
  for (const [member, what] of [
    ["apiGroups", "API groups"],
    ["apiVersions", "API versions"],
  ] as const) {
    const list = rule[member] ?? [];
    if (list.length === 0) errors.push(required(child(path, member)));
    if (list.length > 1 && list.includes("*")) {
      errors.push(
        invalidText(child(path, member), textList(list), `if '*' is present, must not specify other ${what}`),
      );
    }
    if (member === "apiVersions") {
      const empty = yield* errorsOfEach(list, child(path, member), (version, where) =>
        version === "" ? [required(where)] : [],
      );
      append(errors, empty);
    }
  }
  append(errors, yield* resourceErrors(rule.resources ?? [], child(path, "resources")));
  if (rule.scope !== undefined && !SCOPES.includes(rule.scope)) {
    errors.push(notSupported(child(path, "scope"), rule.scope, SCOPES));
  }
  return errors;
}

function* resourceErrors(resources: readonly string[], path: string): Steps<FieldError[]> {
  const errors = resources.length === 0 ? [required(path)] : [];
  const anySubresourceOf = new Set<string>();
  const anyResourceWith = new Set<string>();
  const wrong = yield* errorsOfEach(resources, path, (text, at) => {
    const found = text === "" ? [required(at)] : [];
    const slash = text.indexOf("/");
    if (slash < 0) return found;
    const resource = text.slice(0, slash);
    const sub = text.slice(slash + 1);
    if (anySubresourceOf.has(resource)) {
      found.push(invalid(at, text, `if '${resource}/*' is present, must not specify ${text}`));
    }
    if (anyResourceWith.has(sub)) {
      found.push(invalid(at, text, `if '*/${sub}' is present, must not specify ${text}`));
    }
    if (sub === "*") anySubresourceOf.add(resource);
    if (resource === "*") anyResourceWith.add(sub);
    return found;
  });
  append(errors, wrong);
  if (resources.length > 1 && resources.includes("*/*")) {
    errors.push(invalidText(path, textList(resources), "if '*/*' is present, must not specify other resources"));
  }
  // The reference remembers only the last resource without a sub-resource.
  const last = resources.filter((text) => text !== "" && !text.includes("/")).at(-1);
  if (resources.includes("*") && last !== "*") {
    const detail = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalidText(path, textList(resources), detail));
  }
  return errors;
}

/** Field errors of one rule of a policy. */
export function* namedRuleErrors(rule: RequestRule, path: string): Steps<FieldError[]> {
  const seen = new Set<string>();
  const errors = yield* errorsOfEach(rule.resourceNames, child(path, "resourceNames"), (name, at) => {
    const wrong = invalidBy(at, name, checkPathSegment(name));
    if (seen.has(name)) wrong.push(duplicate(at, name));
    seen.add(name);
    return wrong;
  });
  return [...errors, ...(yield* ruleErrors(rule, path))];
}

const MAX_CONDITIONS = 64;

/**
 * Field errors of match conditions, one condition per step.
 * @param environment in which they are compiled; without it, expressions are not checked
 */
export function* validateMatchConditions(
  conditions: readonly MatchCondition[] | undefined,
  path: string,
  environment?: Environment,
): Steps<FieldError[]> {
  const list = conditions ?? [];
  const errors: FieldError[] = [];
  if (list.length > MAX_CONDITIONS) {
    errors.push(tooMany(path, list.length, MAX_CONDITIONS));
  }
  const names = new Set<string>();
  for (const [i, { name = "", expression = "" }] of list.entries()) {
    const at = index(path, i);
    if (expression.trim() === "") errors.push(required(child(at, "expression")));
    else if (environment !== undefined) {
      append(errors, yield* expressionErrors(expression.trim(), environment, BOOL, child(at, "expression")));
    }
    if (name === "") errors.push(required(child(at, "name")));
    else append(errors, invalidBy(child(at, "name"), name, checkQualifiedName(name)));
    if (name !== "" && names.has(name)) {
      errors.push(duplicate(child(at, "name"), name));
    }
    names.add(name);
    yield;
  }
  return errors;
}
