/** Rules of single fields and field groups of a job's spec. */
import type { JobSpec, PodFailurePolicy } from "kubernetes-types/batch/v1";
import { child, type FieldError, index, invalid, notSupported, required, tooMany } from "../../../shared/fieldError.ts";
import { checkSubdomain } from "../validation/names.ts";
import { validateNonNegative } from "../validation/numbers.ts";

const COUNTS = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
] as const;
const MAX_INDEXED_PARALLELISM = 100_000;
const MAX_RULES = 20;

/** The part of the spec as far as it is known to be there. */
export type JobFields = Partial<JobSpec> & { readonly managedBy?: string };

/** Numbers, completion mode, and which of them go together. */
export function validateJobFields(spec: JobFields, path: string): FieldError[] {
  const errors = COUNTS.flatMap((name) => validateNonNegative(spec[name], child(path, name)));
  if (spec.maxFailedIndexes !== undefined) {
    errors.push(...validateNonNegative(spec.maxFailedIndexes, child(path, "maxFailedIndexes")));
    if (spec.backoffLimitPerIndex === undefined) {
      errors.push(required(child(path, "backoffLimitPerIndex"), "when maxFailedIndexes is specified"));
    }
  }
  errors.push(...validateManagedBy(spec.managedBy, child(path, "managedBy")));
  const mode = spec.completionMode ?? "NonIndexed";
  if (mode === "Indexed") errors.push(...validateIndexed(spec, path));
  else {
    if (mode !== "NonIndexed") {
      errors.push(notSupported(child(path, "completionMode"), mode, ["NonIndexed", "Indexed"]));
    }
    for (const name of ["backoffLimitPerIndex", "maxFailedIndexes"] as const) {
      if (spec[name] !== undefined) {
        errors.push(invalid(child(path, name), spec[name], "requires indexed completion mode"));
      }
    }
  }
  errors.push(...validateFailurePolicy(spec.podFailurePolicy, child(path, "podFailurePolicy")));
  errors.push(...validateReplacement(spec, child(path, "podReplacementPolicy")));
  return errors;
}

function validateManagedBy(managedBy: string | undefined, path: string): FieldError[] {
  if (managedBy === undefined) return [];
  const [domain = "", ...rest] = managedBy.split("/");
  const errors: FieldError[] = [];
  if (managedBy === "") return [required(path)];
  if (rest.length === 0 || rest.join("") === "") {
    errors.push(invalid(path, managedBy, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  } else {
    errors.push(...checkSubdomain(domain).map((message) => invalid(path, domain, message)));
  }
  if (managedBy.length > 63) {
    errors.push({ type: "FieldValueTooLong", field: path, message: "Too long: may not be more than 63 bytes" });
  }
  return errors;
}

function validateIndexed(spec: JobFields, path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (spec.completions === undefined)
    errors.push(required(child(path, "completions"), "when completion mode is Indexed"));
  if ((spec.parallelism ?? 0) > MAX_INDEXED_PARALLELISM) {
    errors.push(
      invalid(
        child(path, "parallelism"),
        spec.parallelism,
        `must be less than or equal to ${MAX_INDEXED_PARALLELISM} when completion mode is Indexed`,
      ),
    );
  }
  const failed = spec.maxFailedIndexes;
  if (failed !== undefined && spec.completions !== undefined && failed > spec.completions) {
    errors.push(invalid(child(path, "maxFailedIndexes"), failed, "must be less than or equal to completions"));
  }
  return errors;
}

const ACTIONS = ["Count", "FailIndex", "FailJob", "Ignore"];
const OPERATORS = ["In", "NotIn"];

function validateFailurePolicy(policy: PodFailurePolicy | undefined, path: string): FieldError[] {
  if (policy === undefined) return [];
  const at = child(path, "rules");
  const rules = policy.rules ?? [];
  const errors: FieldError[] = rules.length > MAX_RULES ? [tooMany(at, rules.length, MAX_RULES)] : [];
  for (const [i, rule] of rules.entries()) {
    const here = index(at, i);
    if (!ACTIONS.includes(rule.action)) errors.push(notSupported(child(here, "action"), rule.action, ACTIONS));
    const codes = rule.onExitCodes;
    const hasPatterns = (rule.onPodConditions ?? []).length > 0;
    if (codes !== undefined && hasPatterns) {
      errors.push(invalid(here, null, "specifying both OnExitCodes and OnPodConditions is not supported"));
    }
    if (codes === undefined && !hasPatterns) {
      errors.push(invalid(here, null, "specifying one of OnExitCodes and OnPodConditions is required"));
    }
    if (codes === undefined) continue;
    const codesPath = child(here, "onExitCodes");
    if (!OPERATORS.includes(codes.operator)) {
      errors.push(notSupported(child(codesPath, "operator"), codes.operator, OPERATORS));
    }
    if (codes.values.length === 0) {
      errors.push(invalid(child(codesPath, "values"), codes.values, "at least one value is required"));
    }
    if (codes.operator === "In" && codes.values.includes(0)) {
      errors.push(
        invalid(index(child(codesPath, "values"), codes.values.indexOf(0)), 0, "must not be 0 for the In operator"),
      );
    }
  }
  return errors;
}

function validateReplacement(spec: JobFields, path: string): FieldError[] {
  const policy = spec.podReplacementPolicy;
  if (policy === undefined) return [];
  // Counting a terminating pod as failed would bypass the rules about failures.
  const supported = spec.podFailurePolicy === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"];
  return supported.includes(policy) ? [] : [notSupported(path, policy, supported)];
}
