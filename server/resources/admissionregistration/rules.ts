/** Rules that say which requests a webhook or a policy is about. */
import { child, type FieldError, index, invalid, notSupported, required } from "../../../shared/fieldError.ts";
import { invalidText, textList } from "../validation/goText.ts";
import { checkQualifiedName, invalidBy } from "../validation/names.ts";

const OPERATIONS = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const SCOPES = ["*", "Cluster", "Namespaced"];
/** A condition that a request must meet, by name. */
export interface MatchCondition {
  readonly name?: string;
  readonly expression?: string;
}

/** A rule as decoded; the type package leaves out half of it. */
export interface RequestRule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

/** Field errors of one rule. */
export function validateRuleWithOperations(rule: RequestRule, path: string): FieldError[] {
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
  for (const [i, operation] of operations.entries()) {
    if (!OPERATIONS.includes(operation)) errors.push(notSupported(index(at, i), operation, OPERATIONS));
  }
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
      for (const [i, version] of list.entries())
        if (version === "") errors.push(required(index(child(path, member), i)));
    }
  }
  errors.push(...validateResources(rule.resources ?? [], child(path, "resources")));
  if (rule.scope !== undefined && !SCOPES.includes(rule.scope)) {
    errors.push(notSupported(child(path, "scope"), rule.scope, SCOPES));
  }
  return errors;
}

function validateResources(resources: readonly string[], path: string): FieldError[] {
  if (resources.length === 0) return [required(path)];
  const errors: FieldError[] = [];
  const anySubresourceOf = new Set<string>();
  const anyResourceWith = new Set<string>();
  for (const [i, text] of resources.entries()) {
    const at = index(path, i);
    if (text === "") errors.push(required(at));
    const [resource = "", sub] = text.split("/");
    if (anySubresourceOf.has(resource)) {
      errors.push(invalid(at, text, `if '${resource}/*' is present, must not specify ${text}`));
    }
    if (sub !== undefined && anyResourceWith.has(sub)) {
      errors.push(invalid(at, text, `if '*/${sub}' is present, must not specify ${text}`));
    }
    if (sub === "*") anySubresourceOf.add(resource);
    if (resource === "*" && sub !== undefined) anyResourceWith.add(sub);
  }
  const all = resources.includes("*/*");
  if (all && resources.length > 1) {
    errors.push(invalidText(path, textList(resources), "if '*/*' is present, must not specify other resources"));
  } else if (resources.includes("*") && resources.some((text) => text !== "*" && !text.includes("/"))) {
    errors.push(
      invalidText(
        path,
        textList(resources),
        "if '*' is present, must not specify other resources without subresources",
      ),
    );
  }
  return errors;
}

const MAX_CONDITIONS = 64;

/** Field errors of match conditions; whether expressions compile is the evaluator's to say. */
export function validateMatchConditions(conditions: readonly MatchCondition[] | undefined, path: string): FieldError[] {
  const list = conditions ?? [];
  const errors: FieldError[] = [];
  if (list.length > MAX_CONDITIONS) {
    errors.push({
      type: "FieldValueTooMany",
      field: path,
      message: `Too many: ${list.length}: must have at most ${MAX_CONDITIONS} items`,
    });
  }
  const names = new Set<string>();
  for (const [i, { name = "", expression = "" }] of list.entries()) {
    const at = index(path, i);
    if (expression.trim() === "") errors.push(required(child(at, "expression")));
    if (name === "") errors.push(required(child(at, "name")));
    else errors.push(...invalidBy(child(at, "name"), name, checkQualifiedName(name)));
    if (name !== "" && names.has(name)) {
      errors.push({
        type: "FieldValueDuplicate",
        field: child(at, "name"),
        message: `Duplicate value: ${JSON.stringify(name)}`,
      });
    }
    names.add(name);
  }
  return errors;
}
