import type { FieldError } from "../../../shared/fieldError.ts";
import { child, index, invalid, notSupported, required } from "../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../shared/text/qualifiedName.ts";
import { AUDIT_LEVELS, AUDIT_STAGES } from "./auditEvent.ts";
import type { AuditPolicy, GroupResources, PolicyRule } from "./policy.ts";

/** Validation errors of the rules of a policy, in the reference's words. */
export function validatePolicy({ rules }: AuditPolicy): FieldError[] {
  return (rules ?? []).flatMap((rule, i) => validateRule(rule, index("rules", i)));
}

function validateRule(rule: PolicyRule, path: string): FieldError[] {
  const urls = rule.nonResourceURLs ?? [];
  const urlPath = child(path, "nonResourceURLs");
  const both = urls.length > 0 && ((rule.resources ?? []).length > 0 || (rule.namespaces ?? []).length > 0);
  return [
    ...validateLevel(rule.level ?? "", child(path, "level")),
    ...urls.flatMap((url, i) => validateUrl(url, index(urlPath, i))),
    ...(rule.resources ?? []).flatMap((resources) => validateResources(resources, child(path, "resources"))),
    ...(rule.omitStages ?? []).flatMap((stage, i) => validateStage(stage, index(child(path, "omitStages"), i))),
    ...(both ? [invalid(urlPath, urls, "rules cannot apply to both regular resources and non-resource URLs")] : []),
  ];
}

function validateLevel(level: string, path: string): FieldError[] {
  if (level === "") return [required(path)];
  return AUDIT_LEVELS.some((known) => known === level) ? [] : [notSupported(path, level, AUDIT_LEVELS)];
}

function validateUrl(url: string, path: string): FieldError[] {
  if (url === "*") return [];
  const errors: FieldError[] = [];
  if (!url.startsWith("/")) errors.push(invalid(path, url, "non-resource URL rules must begin with a '/' character"));
  if (url.slice(0, -1).includes("*")) {
    errors.push(invalid(path, url, "non-resource URL wildcards '*' must be the final character of the rule"));
  }
  return errors;
}

function validateResources({ group = "", resources, resourceNames }: GroupResources, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const faults = group === "" ? [] : checkSubdomain(group);
  if (faults.length > 0) errors.push(invalid(child(path, "group"), group, faults.join(",")));
  if ((resourceNames ?? []).length > 0 && (resources ?? []).length === 0) {
    const message = "using resourceNames requires at least one resource";
    errors.push(invalid(child(path, "resourceNames"), resourceNames, message));
  }
  return errors;
}

function validateStage(stage: string, path: string): FieldError[] {
  if (AUDIT_STAGES.some((known) => known === stage)) return [];
  return [invalid(path, stage, `allowed stages are ${AUDIT_STAGES.join(",")}`)];
}
