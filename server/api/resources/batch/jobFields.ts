/** Rules of single fields and field groups of a job's spec. */

import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, invalid, notSupported, required, tooLong } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { validateFailurePolicy, validateSuccessPolicy } from "./jobPolicies.ts";
import type { JobFields } from "./jobSpec.ts";

const COUNTS = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
] as const;
const MAX_INDEXED_PARALLELISM = 100_000;
const MAX_FAILED_INDEXES = 100_000;
/** Jobs with more completions than this have stricter limits, so that they can be tracked. */
const MANY_COMPLETIONS = 100_000;
const MAX_OF_MANY = 10_000;
const MAX_MANAGED_BY = 63;

/** Validates numbers, completion mode, and which fields may be combined. */
export function* validateJobFields(spec: JobFields, path: string): Steps<FieldError[]> {
  const errors = COUNTS.flatMap((name) => validateNonNegative(spec[name], child(path, name)));
  if (spec.maxFailedIndexes !== undefined && spec.backoffLimitPerIndex === undefined) {
    errors.push(required(child(path, "backoffLimitPerIndex"), "when maxFailedIndexes is specified"));
  }
  append(errors, validateManagedBy(spec.managedBy, child(path, "managedBy")));
  const mode: string = spec.completionMode ?? "NonIndexed";
  if (mode === "Indexed") append(errors, validateIndexed(spec, path));
  else if (mode !== "NonIndexed") {
    errors.push(notSupported(child(path, "completionMode"), mode, ["NonIndexed", "Indexed"]));
  } else {
    for (const name of ["backoffLimitPerIndex", "maxFailedIndexes"] as const) {
      if (spec[name] === undefined) continue;
      errors.push(invalid(child(path, name), spec[name], "requires indexed completion mode"));
    }
  }
  return [
    ...errors,
    ...(yield* validateFailurePolicy(spec, child(path, "podFailurePolicy"))),
    ...(yield* validateSuccessPolicy(spec, child(path, "successPolicy"))),
    ...validateReplacement(spec, child(path, "podReplacementPolicy")),
  ];
}

function validateManagedBy(managedBy: string | undefined, path: string): FieldError[] {
  if (managedBy === undefined) return [];
  if (managedBy === "") return [required(path)];
  const slash = managedBy.indexOf("/");
  const domain = managedBy.slice(0, slash);
  const name = managedBy.slice(slash + 1);
  const errors: FieldError[] = [];
  if (slash <= 0 || name === "") {
    errors.push(invalid(path, managedBy, 'must be a domain-prefixed path (such as "acme.io/foo")'));
  } else {
    append(
      errors,
      checkSubdomain(domain).map((message) => invalid(path, domain, message)),
    );
    // The part after the slash is a URL path.
    if (!/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(name)) {
      const detail = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";
      errors.push(invalid(path, name, detail));
    }
  }
  return managedBy.length > MAX_MANAGED_BY ? [...errors, tooLong(path, MAX_MANAGED_BY)] : errors;
}

function validateIndexed(spec: JobFields, path: string): FieldError[] {
  const { completions, parallelism = 0, maxFailedIndexes: failed } = spec;
  const errors: FieldError[] = [];
  const atMost = (name: "parallelism" | "maxFailedIndexes", max: number, when: string): void => {
    const value = spec[name] ?? 0;
    if (value > max) errors.push(invalid(child(path, name), value, `must be less than or equal to ${max}${when}`));
  };
  if (completions === undefined) errors.push(required(child(path, "completions"), "when completion mode is Indexed"));
  atMost("parallelism", MAX_INDEXED_PARALLELISM, " when completion mode is Indexed");
  if (failed !== undefined && completions !== undefined && failed > completions) {
    errors.push(invalid(child(path, "maxFailedIndexes"), failed, "must be less than or equal to completions"));
  }
  atMost("maxFailedIndexes", MAX_FAILED_INDEXES, "");
  if ((completions ?? 0) <= MANY_COMPLETIONS || spec.backoffLimitPerIndex === undefined) return errors;
  if (failed === undefined) {
    const detail = `must be specified when completions is above ${MANY_COMPLETIONS}`;
    errors.push(required(child(path, "maxFailedIndexes"), detail));
  }
  const many = ` when completions are above ${MANY_COMPLETIONS} and used with backoff limit per index`;
  if (parallelism > MAX_OF_MANY) atMost("parallelism", MAX_OF_MANY, many);
  atMost("maxFailedIndexes", MAX_OF_MANY, many);
  return errors;
}

function validateReplacement(spec: JobFields, path: string): FieldError[] {
  const policy = spec.podReplacementPolicy;
  if (policy === undefined) return [];
  // Counting a terminating pod as failed would bypass the failure policy.
  const supported = spec.podFailurePolicy === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"];
  return supported.includes(policy) ? [] : [notSupported(path, policy, supported)];
}
