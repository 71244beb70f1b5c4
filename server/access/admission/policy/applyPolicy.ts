import { append } from "../../../../shared/collections/append.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import type { Evaluate } from "../../../ground/cel/evaluator.ts";
import { WorkerLostError } from "../../../ground/offload/lane.ts";
import { once } from "../../../ground/offload/once.ts";
import { annotateFailure, annotationCollector } from "./auditAnnotations.ts";
import type { Denial } from "./denial.ts";
import { evaluatePolicy, type Problem, unevaluated, type Verdict } from "./evaluatePolicy.ts";
import { type Configured, configured, type FitDependencies, paramsFor, shapeFor, subjectFor } from "./fit.ts";
import { type Binding, compiling, type Policy, type PolicyHead } from "./policy.ts";
import { type PolicySubject, policyInput } from "./policyInput.ts";
import type { EnforcementAction, PolicyMetrics } from "./policyMetrics.ts";
import type { BoundPolicy } from "./policySource.ts";

/** What evaluating a policy needs besides the request. */
export interface PolicyDependencies extends FitDependencies {
  readonly vocabulary: Vocabulary;
  readonly metrics: PolicyMetrics;
}

/** The policy with its expressions, which are compiled once, for the first request that needs them. */
const compiled = once((policy: PolicyHead) => compiling(policy));

/**
 * Evaluates one policy for a request, under all of its bindings. Adds warnings and annotations to the request.
 * @returns the reasons to refuse it
 * @throws ApiError 404 when the request's namespace does not exist
 */
export async function applyPolicy(
  { policy, bindings }: BoundPolicy,
  request: AdmissionRequest,
  dependencies: PolicyDependencies,
  evaluate: Evaluate,
): Promise<Denial[]> {
  const shape = await configured(() => shapeFor(policy, request, dependencies));
  if ("problem" in shape) return misfit(policy, undefined, shape.problem);
  if (shape.value === undefined) return [];
  const denials: Denial[] = [];
  const annotations = annotationCollector(policy, request);
  let input: Configured<PolicySubject> | undefined;
  for (const binding of bindings) {
    const params = await configured(() => paramsFor(policy, binding, request, dependencies));
    if ("problem" in params) append(denials, misfit(policy, binding, params.problem));
    if ("problem" in params || params.value.length === 0) continue;
    // The same for every binding; only computed when a binding matches the request.
    input ??= await subjectFor(shape.value, request, dependencies);
    if ("problem" in input) {
      append(denials, misfit(policy, binding, `failed to convert object version: ${input.problem}`));
      continue;
    }
    const whole = await compiled(policy);
    for (const param of params.value) {
      const verdict = await evaluateForParam(whole, input.value, param, evaluate);
      annotations.add(verdict.annotations);
      append(denials, carryOut(verdict, policy, binding, request, dependencies));
    }
  }
  annotations.publish();
  return denials;
}

/** Evaluates a policy for a request with a parameter, here or in a worker. */
async function evaluateForParam(
  policy: Policy,
  subject: PolicySubject,
  params: ApiObject | null,
  evaluate: Evaluate,
): Promise<Verdict> {
  const { name, spec } = policy;
  const start = performance.now();
  try {
    return await evaluate(
      (means) => evaluatePolicy(policy, policyInput(subject, params), means),
      () => ({ task: "policy", definition: spec, subject, input: { name, params } satisfies PolicyJob }),
    );
  } catch (error) {
    if (!(error instanceof WorkerLostError)) throw error;
    const detail = `the policy could not be evaluated: ${error.message}`;
    return unevaluated(policy, detail, (performance.now() - start) / 1000);
  }
}

/** The input of a worker, besides the policy's spec and the subject. */
export interface PolicyJob {
  readonly name: string;
  readonly params: ApiObject | null;
}

/**
 * A policy or binding that cannot be applied to a request refuses it, whatever actions the binding names, unless the
 * failure policy is `Ignore`.
 */
function misfit({ name, failurePolicy }: PolicyHead, binding: Binding | undefined, problem: string): Denial[] {
  if (failurePolicy === "Ignore") return [];
  const message = `failed to configure ${binding === undefined ? "policy" : "binding"}: ${problem}`;
  return [{ policy: name, binding: binding?.name, message }];
}

/** Performs the binding's actions for a verdict, and returns the reasons to refuse the request. */
function carryOut(
  { failures, ignored, annotationErrors }: Verdict,
  policy: PolicyHead,
  binding: Binding,
  request: AdmissionRequest,
  { vocabulary, metrics }: PolicyDependencies,
): Denial[] {
  const by = { policy: policy.name, binding: binding.name };
  const denials: Denial[] = [];
  const enforced = (action: EnforcementAction, problem: Problem): void =>
    metrics.enforced(policy.name, binding.name, action, problem);
  const deny = (problem: Problem, reason?: string): void => {
    denials.push({ ...by, message: problem.message, reason });
    enforced("deny", problem);
  };
  for (const failure of failures) {
    const { message, reason } = failure;
    for (const action of binding.validationActions) {
      if (action === "Deny") deny(failure, reason);
      else if (action === "Audit") {
        annotateFailure(request, binding, failure, vocabulary);
        enforced("audit", failure);
      } else if (action === "Warn") {
        const who = `ValidatingAdmissionPolicy '${by.policy}' with binding '${by.binding}'`;
        request.warn(`Validation failed for ${who}: ${message}`);
        enforced("warn", failure);
      }
    }
  }
  for (const problem of ignored) enforced("allow", problem);
  for (const problem of annotationErrors) deny(problem);
  return denials;
}
