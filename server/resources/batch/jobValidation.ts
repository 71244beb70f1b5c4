import type { Job } from "kubernetes-types/batch/v1";
import { deepEqual } from "../../../shared/deepEqual.ts";
import { child, type FieldError, invalid, key, notSupported, required } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { decoded } from "../strategies/narrow.ts";
import { requirementsOf, selects, validateTemplateLabels } from "../strategies/workload.ts";
import { invalidText, labelSelectorText } from "../validation/goText.ts";
import { validateLabelSelector } from "../validation/labels.ts";
import { validateNonNegative } from "../validation/numbers.ts";
import { validatePodTemplateSpec } from "../validation/pod/podTemplate.ts";
import { type JobFields, validateJobFields } from "./jobFields.ts";
import { generatedLabels } from "./jobLabels.ts";

/** Field errors of a job: its spec, and that a generated selector is the generated one. */
export function validateJob(context: WriteContext, object: ApiObject): FieldError[] {
  const spec: JobFields = decoded<Job>(object).spec ?? {};
  const errors = [...validateGenerated(context, object), ...validateJobTemplate(context, spec, "spec")];
  if (spec.selector === undefined) errors.push(required("spec.selector"));
  else errors.push(...validateLabelSelector(spec.selector, "spec.selector"));
  if (spec.selector === undefined || requirementsOf(spec.selector) !== undefined) {
    errors.push(...validateTemplateLabels(spec.template, spec.selector, "spec.template"));
  }
  return errors;
}

/** Field errors of a spec without regard to the selector, as templates of jobs need it. */
export function validateJobTemplate(context: WriteContext, spec: JobFields, path: string): FieldError[] {
  const at = child(path, "template");
  const errors = [...validateJobFields(spec, path), ...validatePodTemplateSpec(spec.template, at, context)];
  const policy = spec.template?.spec?.restartPolicy ?? "";
  const policyPath = child(at, "spec.restartPolicy");
  if (policy === "" || policy === "Always") {
    errors.push(required(policyPath, 'valid values: "OnFailure", "Never"'));
  } else if (policy !== "OnFailure" && policy !== "Never") {
    errors.push(notSupported(policyPath, policy, ["OnFailure", "Never"]));
  } else if (spec.podFailurePolicy !== undefined && policy !== "Never") {
    errors.push(invalid(policyPath, policy, 'only "Never" is supported when podFailurePolicy is specified'));
  }
  return errors;
}

/** A selector that nobody chose must be the one the server makes, or pods of other jobs could be taken for this one's. */
function validateGenerated(context: WriteContext, object: ApiObject): FieldError[] {
  const spec: JobFields = decoded<Job>(object).spec ?? {};
  if (spec.manualSelector === true || spec.selector === undefined) return [];
  const expected = generatedLabels(context.vocabulary, object);
  const labels = spec.template?.metadata?.labels ?? {};
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(expected)) {
    if (labels[name] === undefined) {
      errors.push(required(key(child("spec.template.metadata", "labels"), name), `must be '${value}'`));
    } else if (labels[name] !== value) {
      errors.push(invalid(key(child("spec.template.metadata", "labels"), name), labels[name], `must be '${value}'`));
    }
  }
  if (requirementsOf(spec.selector) !== undefined && !selects(spec.selector, expected)) {
    errors.push(invalidText("spec.selector", labelSelectorText(spec.selector), "`selector` not auto-generated"));
  }
  return errors;
}

const FIXED = ["completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy"] as const;

/** Field errors of what an update changed. */
export function validateJobChange(object: ApiObject, old: ApiObject): FieldError[] {
  const spec: JobFields = decoded<Job>(object).spec ?? {};
  const before: JobFields = decoded<Job>(old).spec ?? {};
  const [mode, ...others] = FIXED;
  const fixed = (name: (typeof FIXED)[number]) =>
    validateImmutable(spec[name as "managedBy"], before[name as "managedBy"], child("spec", name));
  return [
    ...validateCompletions(spec, before),
    ...validateImmutable(spec.selector, before.selector, "spec.selector", labelSelectorText(spec.selector)),
    ...validateTemplateChange(spec, before, old),
    ...fixed(mode),
    ...others.flatMap(fixed),
  ];
}

/** An indexed job whose completions equal its parallelism may be scaled, both together. */
function validateCompletions(spec: JobFields, before: JobFields): FieldError[] {
  if (spec.completions === before.completions) return [];
  const path = "spec.completions";
  const elastic = (fields: JobFields) => fields.completions === fields.parallelism;
  if (spec.completionMode !== "Indexed" || spec.completions === undefined || before.completions === undefined) {
    return validateImmutable(spec.completions, before.completions, path);
  }
  if (elastic(spec) && elastic(before)) return [];
  return [
    invalid(
      path,
      spec.completions,
      elastic(before) ? "can only be modified in tandem with spec.parallelism" : "field is immutable",
    ),
  ];
}

/** Members of the pod's spec that may change while a job waits, suspended and never started. */
const SCHEDULING = ["affinity", "nodeSelector", "tolerations", "schedulingGates"] as const;

function validateTemplateChange(spec: JobFields, before: JobFields, old: ApiObject): FieldError[] {
  const waits = before.suspend === true && decoded<Job>(old).status?.startTime === undefined;
  const fixed = (template: JobFields["template"]) => {
    if (!waits || template === undefined) return template;
    const podSpec: Record<string, unknown> = { ...template.spec };
    for (const name of SCHEDULING) delete podSpec[name];
    return { spec: podSpec };
  };
  return deepEqual(fixed(spec.template), fixed(before.template))
    ? []
    : [invalidText("spec.template", "core.PodTemplateSpec{...}", "field is immutable")];
}

const STATUS_COUNTS = ["active", "succeeded", "failed"] as const;

/** Field errors of its status. */
export function validateJobStatus(object: ApiObject): FieldError[] {
  const status = decoded<Job>(object).status;
  const errors = STATUS_COUNTS.flatMap((name) => validateNonNegative(status?.[name], child("status", name)));
  errors.push(...validateNonNegative(status?.ready, "status.ready"));
  const holds = (type: string) => status?.conditions?.some((c) => c.type === type && c.status === "True") ?? false;
  if (holds("Complete") && holds("Failed")) {
    errors.push(invalid("status.conditions", null, "cannot set Complete=True and Failed=True conditions"));
  }
  if (status?.completionTime !== undefined && !holds("Complete")) {
    errors.push(
      invalid(
        "status.completionTime",
        status.completionTime,
        "cannot set completionTime when there is no Complete=True condition",
      ),
    );
  }
  return errors;
}
