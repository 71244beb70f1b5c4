import type { FlowSchema, PolicyRulesWithSubjects, ResourcePolicyRule } from "kubernetes-types/flowcontrol/v1";
import {
  child,
  type FieldError,
  forbidden,
  index,
  invalid,
  notSupported,
  required,
} from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { decoded } from "../strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../strategies/specStatus.ts";
import { checkSubdomain, invalidBy } from "../validation/names.ts";

const MAX_PRECEDENCE = 10_000;
const DISTINGUISHERS = ["ByNamespace", "ByUser"];
const SUBJECTS: Readonly<Record<string, "user" | "group" | "serviceAccount">> = {
  Group: "group",
  ServiceAccount: "serviceAccount",
  User: "user",
};

function validate(object: ApiObject): FieldError[] {
  const { spec } = decoded<FlowSchema>(object);
  const errors: FieldError[] = [];
  const precedence = spec?.matchingPrecedence ?? 0;
  const at = "spec.matchingPrecedence";
  if (precedence <= 0) errors.push(invalid(at, precedence, "must be a positive value"));
  if (precedence > MAX_PRECEDENCE) errors.push(invalid(at, precedence, `must not be greater than ${MAX_PRECEDENCE}`));
  if (precedence === 1 && object.metadata.name !== "exempt") {
    errors.push(invalid(at, precedence, "only the schema named 'exempt' may have matchingPrecedence 1"));
  }
  const method = spec?.distinguisherMethod?.type;
  if (method !== undefined && !DISTINGUISHERS.includes(method)) {
    errors.push(notSupported("spec.distinguisherMethod.type", method, DISTINGUISHERS));
  }
  const level = spec?.priorityLevelConfiguration?.name ?? "";
  const levelPath = "spec.priorityLevelConfiguration.name";
  if (level === "") errors.push(required(levelPath, "must reference a priority level"));
  else errors.push(...invalidBy(levelPath, level, checkSubdomain(level)));
  for (const [i, rule] of (spec?.rules ?? []).entries()) errors.push(...validateRule(rule, index("spec.rules", i)));
  return errors;
}

function validateRule(rule: PolicyRulesWithSubjects, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const subjects = rule.subjects ?? [];
  if (subjects.length === 0) errors.push(required(child(path, "subjects"), "subjects must contain at least one value"));
  for (const [i, subject] of subjects.entries()) {
    const at = index(child(path, "subjects"), i);
    const member = SUBJECTS[subject.kind];
    if (member === undefined) {
      errors.push(notSupported(child(at, "kind"), subject.kind, Object.keys(SUBJECTS)));
      continue;
    }
    for (const other of Object.values(SUBJECTS)) {
      if (other !== member && subject[other] !== undefined) {
        errors.push(forbidden(child(at, other), `${other} is forbidden when subject kind is not '${kindOf(other)}'`));
      }
    }
    const detail = subject[member];
    if (detail === undefined) {
      errors.push(required(child(at, member), `${member} is required when subject kind is '${subject.kind}'`));
    } else if (detail.name === "") errors.push(required(child(child(at, member), "name")));
  }
  const resourceRules = rule.resourceRules ?? [];
  const pathRules = rule.nonResourceRules ?? [];
  if (resourceRules.length + pathRules.length === 0) {
    errors.push(required(path, "at least one of resourceRules and nonResourceRules has to be non-empty"));
  }
  for (const [i, item] of resourceRules.entries()) {
    errors.push(...validateResourceRule(item, index(child(path, "resourceRules"), i)));
  }
  for (const [i, item] of pathRules.entries()) {
    const at = index(child(path, "nonResourceRules"), i);
    if ((item.verbs ?? []).length === 0)
      errors.push(required(child(at, "verbs"), "verbs must contain at least one value"));
    if ((item.nonResourceURLs ?? []).length === 0) {
      errors.push(required(child(at, "nonResourceURLs"), "nonResourceURLs must contain at least one value"));
    }
  }
  return errors;
}

const kindOf = (member: string): string => Object.entries(SUBJECTS).find(([, name]) => name === member)?.[0] ?? "";

function validateResourceRule(rule: ResourcePolicyRule, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if ((rule.verbs ?? []).length === 0)
    errors.push(required(child(path, "verbs"), "verbs must contain at least one value"));
  if ((rule.apiGroups ?? []).length === 0) {
    errors.push(required(child(path, "apiGroups"), "resource rules must supply at least one api group"));
  }
  if ((rule.resources ?? []).length === 0) {
    errors.push(required(child(path, "resources"), "resource rules must supply at least one resource"));
  }
  if ((rule.namespaces ?? []).length === 0 && rule.clusterScope !== true) {
    errors.push(
      required(
        child(path, "namespaces"),
        "resource rules that are not cluster scoped must supply at least one namespace",
      ),
    );
  }
  return errors;
}

/** Rules of flow schemas. */
export const flowSchemaStrategy = specStatusStrategy({ validate: (_context, object) => validate(object) });

/** Rules of the status of flow schemas. */
export const flowSchemaStatusStrategy = statusStrategy(flowSchemaStrategy, { metadata: "reset" });
