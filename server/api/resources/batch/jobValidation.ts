import type { Job } from "kubernetes-types/batch/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, invalid, key, notSupported, required } from "../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import { labelSelectorErrors } from "../../../ground/formats/names/labels.ts";
import { checkLabel } from "../../../ground/formats/names/names.ts";
import { invalidText, labelSelectorText, textMap } from "../../../ground/formats/wording/goText.ts";
import { type StructShape, shapedText } from "../../../ground/formats/wording/structShape.ts";
import { sameParts } from "../../../model/schema/semanticEquality.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import type { WriteContext } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { requirementsOf, selects, validateTemplateLabels } from "../strategies/workload.ts";
import { validatePodTemplateSpec } from "../validation/pod/podTemplate.ts";
import { podTemplateShape } from "../validation/pod/podTemplateShape.ts";
import { validateJobFields } from "./jobFields.ts";
import { generatedLabels } from "./jobLabels.ts";
import { failurePolicyShape, successPolicyShape } from "./jobPolicies.ts";
import type { JobFields } from "./jobSpec.ts";

/** Field errors of a job: of its spec, and of a selector that should be generated but is not. */
export function* validateJob(context: WriteContext, object: ApiObject): Steps<FieldError[]> {
  const spec: JobFields = (yield* decodedInSteps<Job>(object)).spec ?? {};
  return [
    ...(yield* validateGenerated(context, object, spec)),
    ...(yield* validateJobSpec(context, object)),
    ...validateHostnames(spec, object.metadata.name ?? ""),
  ];
}

/** Field errors of the spec of a job, including a selector that does not match the pods of its template. */
export function* validateJobSpec(context: WriteContext, object: ApiObject): Steps<FieldError[]> {
  const spec: JobFields = (yield* decodedInSteps<Job>(object)).spec ?? {};
  const errors = yield* validateJobTemplate(context, spec, "spec");
  if (spec.selector === undefined) errors.push(required("spec.selector"));
  else append(errors, yield* labelSelectorErrors(spec.selector, "spec.selector"));
  if (spec.selector === undefined || (yield* requirementsOf(spec.selector)) !== undefined) {
    append(errors, yield* validateTemplateLabels(spec.template, spec.selector, "spec.template"));
  }
  return errors;
}

/** Pods of an indexed job have hostnames that end with their index. */
function validateHostnames({ completionMode, completions = 0 }: JobFields, name: string): FieldError[] {
  if (completionMode !== "Indexed" || completions <= 0) return [];
  const longest = `${name}-${completions - 1}`;
  return checkLabel(longest).length === 0
    ? []
    : [invalid("metadata.name", name, `will not able to create pod with invalid DNS label: ${longest}`)];
}

/** Field errors of a job's spec without those of the selector; used for job templates. */
export function* validateJobTemplate(context: WriteContext, spec: JobFields, path: string): Steps<FieldError[]> {
  const at = child(path, "template");
  const errors = [
    ...(yield* validateJobFields(spec, path)),
    ...(yield* validatePodTemplateSpec(spec.template, at, context)),
  ];
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

/**
 * Without `manualSelector`, the selector must be the one that the server generates; another one could select pods of
 * other jobs.
 */
function* validateGenerated(context: WriteContext, object: ApiObject, spec: JobFields): Steps<FieldError[]> {
  if (spec.manualSelector === true || spec.selector === undefined) return [];
  const expected = generatedLabels(context.vocabulary, object);
  const labels = spec.template?.metadata?.labels ?? {};
  const errors: FieldError[] = [];
  // Names without a domain come first.
  const names = Object.keys(expected).sort((a, b) => Number(a.includes("/")) - Number(b.includes("/")));
  for (const name of names) {
    const value = expected[name];
    const at = key("spec.template.metadata.labels", name);
    if (labels[name] === undefined) errors.push(required(at, `must be '${value}'`));
    else if (labels[name] !== value) errors.push(invalidText(at, textMap(labels), `must be '${value}'`));
  }
  if ((yield* requirementsOf(spec.selector)) !== undefined && !(yield* selects(spec.selector, expected))) {
    errors.push(invalidText("spec.selector", labelSelectorText(spec.selector), "`selector` not auto-generated"));
  }
  return errors;
}

/** Field errors of the changes of an update. */
export function* validateJobChange(object: ApiObject, old: ApiObject): Steps<FieldError[]> {
  const spec: JobFields = (yield* decodedInSteps<Job>(object)).spec ?? {};
  const stored = yield* decodedInSteps<Job>(old);
  const before: JobFields = stored.spec ?? {};
  const fixed = (name: "completionMode" | "backoffLimitPerIndex" | "managedBy"): FieldError[] =>
    validateImmutable(spec[name], before[name], child("spec", name));
  return [
    ...validateCompletions(spec, before),
    ...validateImmutable(spec.selector, before.selector, "spec.selector", labelSelectorText(spec.selector)),
    ...(yield* validateTemplateChange(spec, before, stored)),
    ...fixed("completionMode"),
    ...(yield* fixedPolicy("podFailurePolicy", failurePolicyShape, spec, before)),
    ...fixed("backoffLimitPerIndex"),
    ...fixed("managedBy"),
    ...(yield* fixedPolicy("successPolicy", successPolicyShape, spec, before)),
  ];
}

function* fixedPolicy(
  name: "podFailurePolicy" | "successPolicy",
  shape: StructShape,
  spec: JobFields,
  before: JobFields,
): Steps<FieldError[]> {
  const policy = spec[name];
  const shown = policy === undefined ? quoted("null") : yield* shapedText(shape, policy);
  return validateImmutable(policy, before[name], child("spec", name), shown);
}

/** An indexed job may be scaled only by changing completions and parallelism together. */
function validateCompletions(spec: JobFields, before: JobFields): FieldError[] {
  const path = "spec.completions";
  if (spec.completionMode !== "Indexed") return validateImmutable(spec.completions, before.completions, path);
  // Missing completions are already reported elsewhere.
  if (spec.completions === before.completions || spec.completions === undefined) return [];
  return spec.completions === spec.parallelism
    ? []
    : [invalid(path, spec.completions, "can only be modified in tandem with spec.parallelism")];
}

/** The template without the parts that may change while a job is suspended and was never started. */
function fixedParts(template: NonNullable<JobFields["template"]>): unknown {
  const {
    affinity,
    nodeSelector: _n,
    tolerations: _t,
    schedulingGates: _g,
    ...spec
  } = template.spec ?? { containers: [] };
  const { nodeAffinity: _a, ...others } = affinity ?? {};
  const { annotations: _x, labels: _l, ...metadata } = template.metadata ?? {};
  return { metadata, spec: isEmptyMap(others) ? spec : { ...spec, affinity: others } };
}

function* validateTemplateChange(spec: JobFields, before: JobFields, { status }: Job): Steps<FieldError[]> {
  const waits = before.suspend === true && status?.startTime === undefined;
  const parts = ({ template }: JobFields): unknown => (waits && template ? fixedParts(template) : template);
  return (yield* sameParts("api.core.v1.PodTemplateSpec", parts(spec), parts(before)))
    ? []
    : [invalidText("spec.template", yield* shapedText(podTemplateShape, spec.template), "field is immutable")];
}
