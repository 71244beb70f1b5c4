import type {
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
} from "kubernetes-types/flowcontrol/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkLabel, invalidBy } from "../../../ground/formats/names/names.ts";
import { invalidText, textList } from "../../../ground/formats/wording/goText.ts";
import { validateSubject } from "./subjectValidation.ts";

const ALL = "*";
const VERBS = ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];
const NAMESPACE_RULE = "each member of this list must be '*' or a DNS-1123 label; ";

/** Field errors of a rule: its subjects, and the requests that it matches. */
export function* policyRuleErrors(rule: Partial<PolicyRulesWithSubjects>, path: string): Steps<FieldError[]> {
  const { subjects = [], resourceRules = [], nonResourceRules = [] } = rule;
  const errors = yield* errorsOfEach(subjects, child(path, "subjects"), validateSubject);
  if (subjects.length === 0) errors.push(required(child(path, "subjects"), "subjects must contain at least one value"));
  if (resourceRules.length + nonResourceRules.length === 0) {
    errors.push(required(path, "at least one of resourceRules and nonResourceRules has to be non-empty"));
  }
  return [
    ...errors,
    ...(yield* errorsWithin(resourceRules, child(path, "resourceRules"), resourceRuleErrors)),
    ...(yield* errorsWithin(nonResourceRules, child(path, "nonResourceRules"), pathRuleErrors)),
  ];
}

/** A list with `*` must have no other members. @param subject names the other members in the message */
const validateWildcard = (list: readonly string[], subject: string, path: string): FieldError[] =>
  list.length > 1 && list.includes(ALL)
    ? [invalidText(path, textList(list), `if '*' is present, must not specify other ${subject}`)]
    : [];

function validateVerbs(verbs: readonly string[], path: string): FieldError[] {
  if (verbs.length === 0) return [required(path, "verbs must contain at least one value")];
  if (verbs.includes(ALL)) return validateWildcard(verbs, "verbs", path);
  if (verbs.every((verb) => VERBS.includes(verb))) return [];
  const supported = VERBS.map((verb) => JSON.stringify(verb)).join(", ");
  const message = `Unsupported value: ${textList(verbs)}: supported values: ${supported}`;
  return [{ type: "FieldValueNotSupported", field: path, message }];
}

function* resourceRuleErrors(rule: Partial<ResourcePolicyRule>, path: string): Steps<FieldError[]> {
  const { verbs = [], apiGroups = [], resources = [], namespaces = [], clusterScope = false } = rule;
  const errors = validateVerbs(verbs, child(path, "verbs"));
  const groupsPath = child(path, "apiGroups");
  const resourcesPath = child(path, "resources");
  const namespacesPath = child(path, "namespaces");
  if (apiGroups.length === 0) errors.push(required(groupsPath, "resource rules must supply at least one api group"));
  append(errors, validateWildcard(apiGroups, "api groups", groupsPath));
  if (resources.length === 0) errors.push(required(resourcesPath, "resource rules must supply at least one resource"));
  append(errors, validateWildcard(resources, "resources", resourcesPath));
  if (namespaces.length === 0 && !clusterScope) {
    const detail = "resource rules that are not cluster scoped must supply at least one namespace";
    errors.push(required(namespacesPath, detail));
  }
  if (namespaces.includes(ALL)) return [...errors, ...validateWildcard(namespaces, "namespaces", namespacesPath)];
  const wrong = errorsOfEach(namespaces, namespacesPath, (name, at) =>
    checkLabel(name).map((message) => invalid(at, name, NAMESPACE_RULE + message)),
  );
  return [...errors, ...(yield* wrong)];
}

function* pathRuleErrors(rule: Partial<NonResourcePolicyRule>, path: string): Steps<FieldError[]> {
  const { verbs = [], nonResourceURLs = [] } = rule;
  const errors = validateVerbs(verbs, child(path, "verbs"));
  const at = child(path, "nonResourceURLs");
  if (nonResourceURLs.length === 0) {
    return [...errors, required(at, "nonResourceURLs must contain at least one value")];
  }
  if (nonResourceURLs.includes(ALL)) {
    return [...errors, ...validateWildcard(nonResourceURLs, "non-resource URLs", at)];
  }
  return [
    ...errors,
    ...(yield* errorsOfEach(nonResourceURLs, at, (url, each) => invalidBy(each, url, checkPath(url)))),
  ];
}

function checkPath(path: string): string[] {
  if (path === "") return ["must not be empty"];
  if (path === "/") return [];
  if (!path.startsWith("/")) return ["must start with slash"];
  if (path.includes(" ")) return ["must not contain white-space"];
  if (path.includes("//")) return ["must not contain double slash"];
  const stars = path.split(ALL).length - 1;
  return stars > 1 || (stars === 1 && !path.endsWith("/*")) ? ["wildcard can only do suffix matching"] : [];
}
