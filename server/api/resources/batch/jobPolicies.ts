/** Rules of the policies for failure and success of jobs. */

import type { PodFailurePolicyOnExitCodesRequirement, PodFailurePolicyRule } from "kubernetes-types/batch/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
} from "../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";
import { validateNonNegative } from "../../../ground/formats/numbers.ts";
import { invalidText, structList } from "../../../ground/formats/wording/goText.ts";
import { type StructShape, shapedText } from "../../../ground/formats/wording/structShape.ts";
import { countIndexes, IndexesError } from "./jobIndexes.ts";
import type { JobFields } from "./jobSpec.ts";

const ACTIONS = ["Count", "FailIndex", "FailJob", "Ignore"];
const OPERATORS = ["In", "NotIn"];
const STATUSES = ["False", "True", "Unknown"];
const MAX_RULES = 20;
const MAX_PATTERNS = 20;
const MAX_VALUES = 255;
const MAX_INDEXES_BYTES = 64 * 1024;

/** A pod failure policy, as messages print it. */
export const failurePolicyShape: StructShape = {
  type: "batch.PodFailurePolicy",
  members: [
    [
      "Rules",
      {
        list: {
          type: "batch.PodFailurePolicyRule",
          members: [
            ["Action", "text", "action"],
            ["OnExitCodes", "*batch.PodFailurePolicyOnExitCodesRequirement", "onExitCodes"],
            [
              "OnPodConditions",
              {
                list: {
                  type: "batch.PodFailurePolicyOnPodConditionsPattern",
                  members: [
                    ["Type", "text", "type"],
                    ["Status", "text", "status"],
                  ],
                },
              },
              "onPodConditions",
            ],
          ],
        },
      },
      "rules",
    ],
  ],
};

/** A success policy, as messages print it. */
export const successPolicyShape: StructShape = {
  type: "batch.SuccessPolicy",
  members: [
    [
      "Rules",
      {
        list: {
          type: "batch.SuccessPolicyRule",
          members: [
            ["SucceededIndexes", "*string", "succeededIndexes"],
            ["SucceededCount", "*int32", "succeededCount"],
          ],
        },
      },
      "rules",
    ],
  ],
};

/** An `Invalid value` error without the value, for an error about the whole. */
export const invalidWhole = (field: string, detail: string): FieldError => ({
  type: "FieldValueInvalid",
  field,
  message: `Invalid value: ${detail}`,
});

/** Requires one of the words; when the value is missing, the error lists them. */
function validateWord(value: string | undefined, words: readonly string[], path: string): FieldError[] {
  if (value === undefined || value === "") {
    return [required(path, `valid values: [${words.map((word) => JSON.stringify(word)).join(" ")}]`)];
  }
  return words.includes(value) ? [] : [notSupported(path, value, words)];
}

/** Field errors of a job's pod failure policy. */
export function* validateFailurePolicy(spec: JobFields, path: string): Steps<FieldError[]> {
  if (spec.podFailurePolicy === undefined) return [];
  const at = child(path, "rules");
  const rules = spec.podFailurePolicy.rules ?? [];
  const pod = spec.template?.spec;
  const names = new Set<string>();
  for (const { name } of [...(pod?.containers ?? []), ...(pod?.initContainers ?? [])]) {
    if (isTurnDue()) yield;
    names.add(name);
  }
  return [
    ...(rules.length > MAX_RULES ? [tooMany(at, rules.length, MAX_RULES)] : []),
    ...(yield* errorsWithin(rules, at, (rule, ruleAt) => validateFailureRule(rule, spec, names, ruleAt))),
  ];
}

function* validateFailureRule(
  rule: PodFailurePolicyRule,
  spec: JobFields,
  names: ReadonlySet<string>,
  path: string,
): Steps<FieldError[]> {
  const { action, onExitCodes } = rule;
  const patterns = rule.onPodConditions ?? [];
  const errors = validateWord(action, ACTIONS, child(path, "action"));
  if (action === "FailIndex" && spec.backoffLimitPerIndex === undefined) {
    errors.push(invalid(child(path, "action"), action, "requires the backoffLimitPerIndex to be set"));
  }
  if (onExitCodes) append(errors, yield* validateExitCodes(onExitCodes, names, child(path, "onExitCodes")));
  const at = child(path, "onPodConditions");
  if (patterns.length > MAX_PATTERNS) errors.push(tooMany(at, patterns.length, MAX_PATTERNS));
  const ofPatterns = errorsOfEach(patterns, at, ({ type, status }, patternAt) => [
    ...invalidBy(child(patternAt, "type"), type ?? "", checkQualifiedName(type ?? "")),
    ...validateWord(status, STATUSES, child(patternAt, "status")),
  ]);
  append(errors, yield* ofPatterns);
  if (onExitCodes && patterns.length > 0) {
    errors.push(invalidWhole(path, "specifying both OnExitCodes and OnPodConditions is not supported"));
  }
  if (!onExitCodes && patterns.length === 0) {
    errors.push(invalidWhole(path, "specifying one of OnExitCodes and OnPodConditions is required"));
  }
  return errors;
}

function* validateExitCodes(
  { operator, values: given, containerName }: PodFailurePolicyOnExitCodesRequirement,
  names: ReadonlySet<string>,
  path: string,
): Steps<FieldError[]> {
  const at = child(path, "values");
  const values = given ?? [];
  const shown = structList("int32", given, String);
  const errors = validateWord(operator, OPERATORS, child(path, "operator"));
  if (containerName !== undefined && containerName !== null && !names.has(containerName)) {
    const message = "must be one of the container or initContainer names in the pod template";
    errors.push(invalid(child(path, "containerName"), containerName, message));
  }
  if (values.length === 0) errors.push(invalidText(at, shown, "at least one value is required"));
  else if (values.length > MAX_VALUES) errors.push(tooMany(at, values.length, MAX_VALUES));
  const seen = new Set<number>();
  let ordered = true;
  const ofValues = errorsOfEach(values, at, (value, valueAt, i) => {
    const zero = operator === "In" && value === 0 ? [invalid(valueAt, 0, "must not be 0 for the In operator")] : [];
    const twice = seen.has(value) ? [duplicate(valueAt, value)] : [];
    seen.add(value);
    ordered &&= i === 0 || (values[i - 1] ?? 0) <= value;
    return [...zero, ...twice];
  });
  append(errors, yield* ofValues);
  return ordered ? errors : [...errors, invalidText(at, shown, "must be ordered")];
}

/** A rule of a success policy. */
interface SuccessRule {
  readonly succeededIndexes?: string;
  readonly succeededCount?: number;
}

/** Field errors of a job's success policy. */
export function* validateSuccessPolicy(spec: JobFields, path: string): Steps<FieldError[]> {
  const policy = spec.successPolicy;
  if (policy === undefined) return [];
  const rules = policy.rules ?? [];
  if ((spec.completionMode ?? "NonIndexed") !== "Indexed") {
    return [invalidText(path, yield* shapedText(successPolicyShape, policy), "requires indexed completion mode")];
  }
  const at = child(path, "rules");
  return [
    ...(rules.length === 0
      ? [required(at, "at least one rules must be specified when the successPolicy is specified")]
      : []),
    ...(rules.length > MAX_RULES ? [tooMany(at, rules.length, MAX_RULES)] : []),
    ...(yield* errorsOfEach(rules, at, (rule, ruleAt) => validateSuccessRule(rule, spec.completions ?? 0, ruleAt))),
  ];
}

function validateSuccessRule(
  { succeededIndexes: indexes, succeededCount: count }: SuccessRule,
  completions: number,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (indexes === undefined && count === undefined) {
    errors.push(required(path, "at least one of succeededCount or succeededIndexes must be specified"));
  }
  let listed = 0;
  if (indexes !== undefined) {
    const at = child(path, "succeededIndexes");
    if (indexes.length > MAX_INDEXES_BYTES) errors.push(tooLong(at, MAX_INDEXES_BYTES));
    try {
      listed = countIndexes(indexes, completions);
    } catch (error) {
      if (!(error instanceof IndexesError)) throw error;
      errors.push(invalid(at, indexes, `error parsing succeededIndexes: ${error.message}`));
    }
  }
  if (count === undefined) return errors;
  const at = child(path, "succeededCount");
  append(errors, validateNonNegative(count, at));
  if (count > completions) {
    const message = `must be less than or equal to ${completions} (the number of specified completions)`;
    errors.push(invalid(at, count, message));
  }
  if (indexes !== undefined && count > listed) {
    const message = `must be less than or equal to ${listed} (the number of indexes in the specified succeededIndexes field)`;
    errors.push(invalid(at, count, message));
  }
  return errors;
}
