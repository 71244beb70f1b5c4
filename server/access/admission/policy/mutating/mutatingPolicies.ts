import { cloneInSteps } from "../../../../../shared/json/jsonValues.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../../../api/registry/admission/plugin.ts";
import { rightsChecker } from "../../../../ground/cel/checkRights.ts";
import { type Evaluate, evaluator } from "../../../../ground/cel/evaluator.ts";
import { WorkerLostError } from "../../../../ground/offload/lane.ts";
import { once } from "../../../../ground/offload/once.ts";
import type { Authorizer } from "../../../../ground/rights/authorizer.ts";
import { inTurns } from "../../../../ground/turns/turns.ts";
import type { Shape } from "../../matching/equivalents.ts";
import { shapeOf } from "../../matching/matchRequest.ts";
import { replaceContents } from "../../mutation/decodeMutated.ts";
import { Reinvocation } from "../../mutation/reinvocation.ts";
import type { MutatingSpec } from "../declarations.ts";
import type { Denial } from "../denial.ts";
import { exemption } from "../exemption.ts";
import { configured, paramsFor, shapeFor, subjectFor } from "../fit.ts";
import type { Binding } from "../policy.ts";
import type { PolicySubject } from "../policyInput.ts";
import type { BoundPolicy, PolicySource } from "../policySource.ts";
import { evaluatePart, type MutationJob, type MutationResult } from "./evaluateMutation.ts";
import { mutatingDenial } from "./mutatingDenial.ts";
import { compilingMutations, type MutatingHead, type MutatingPolicy } from "./mutatingPolicy.ts";
import type { MutationDependencies } from "./mutationDependencies.ts";

const NAME = "MutatingAdmissionPolicy";

/** A policy that applies to a request, under one binding and with one parameter. */
interface Invocation {
  readonly policy: MutatingHead;
  readonly binding: Binding;
  readonly param: ApiObject | null;
  readonly shape: Shape;
}

/** The policy with its expressions, which are compiled once, for the first request that needs them. */
const compiled = once((policy: MutatingHead) => compilingMutations(policy));

/**
 * Applies the bound mutating admission policies one after the other; each sees the changes of the earlier ones. A
 * change causes a second pass through all plugins, in which only policies with `reinvocationPolicy: IfNeeded` run
 * again.
 */
export function mutatingPolicies(
  source: PolicySource<MutatingSpec>,
  dependencies: MutationDependencies,
  authorizer: Authorizer,
): AdmissionPlugin {
  const isExempt = exemption(dependencies.vocabulary);
  return {
    name: NAME,
    showsVersions: () => source.policies().length > 0,
    handles: (request) => source.policies().length > 0 && !isExempt(request),
    async admit(request, pass) {
      const problems: Problem[] = [];
      const invocations: Invocation[] = [];
      for (const bound of source.policies()) await gather(bound, request, dependencies, invocations, problems);
      const turn = await Reinvocation.begin(NAME, pass, request.object, dependencies.isSame);
      const evaluate = evaluator(rightsChecker(authorizer, request.user), {
        owner: request.user.username,
        inFlight: request.inFlight,
      });
      for (const invocation of invocations) await invoke(invocation, request, dependencies, evaluate, turn, problems);
      await turn.end(request.object);
      const denials = problems.filter(({ policy }) => policy.failurePolicy === "Fail").map(({ denial }) => denial);
      if (denials.length > 0) throw mutatingDenial(request, denials);
    },
  };
}

/** An error that kept a policy from being applied; the failure policy determines the consequence. */
interface Problem {
  readonly policy: MutatingHead;
  readonly denial: Denial;
}

/** Determines the bindings and parameters with which a policy applies to a request. */
async function gather(
  { policy, bindings }: BoundPolicy<MutatingSpec>,
  request: AdmissionRequest,
  dependencies: MutationDependencies,
  invocations: Invocation[],
  problems: Problem[],
): Promise<void> {
  const misfit = (binding: Binding | undefined, detail: string): void => {
    const message = `failed to configure ${binding === undefined ? "policy" : "binding"}: ${detail}`;
    problems.push({ policy, denial: { policy: policy.name, binding: binding?.name, message } });
  };
  const shape = await configured(() => shapeFor(policy, request, dependencies));
  if ("problem" in shape) misfit(undefined, shape.problem);
  if ("problem" in shape || shape.value === undefined) return;
  for (const binding of bindings) {
    const params = await configured(() => paramsFor(policy, binding, request, dependencies));
    if ("problem" in params) misfit(binding, params.problem);
    else for (const param of params.value) invocations.push({ policy, binding, param, shape: shape.value });
  }
}

/** Applies the mutations of a policy in order. @throws ApiError */
async function invoke(
  { policy, binding, param, shape }: Invocation,
  request: AdmissionRequest,
  dependencies: MutationDependencies,
  evaluate: Evaluate,
  turn: Reinvocation,
  problems: Problem[],
): Promise<void> {
  if (request.object === undefined) return;
  const refuse = (message: string): void => {
    const denial = { policy: policy.name, binding: binding.name, message, reason: "Invalid" };
    problems.push({ policy, denial });
  };
  const whole = await compiled(policy);
  const part = async (index: number | undefined): Promise<MutationResult & { readonly subject?: PolicySubject }> => {
    const subject = await subjectFor(shape, request, dependencies);
    if ("problem" in subject) return { error: `failed to convert object version: ${subject.problem}` };
    const job: MutationJob = { name: policy.name, params: param, index };
    return { ...(await evaluateAnywhere(whole, job, subject.value, evaluate)), subject: subject.value };
  };
  const holds = await part(undefined);
  if ("error" in holds) return refuse(holds.error);
  if (holds.value !== true) return;
  const id = [policy.name, binding.name, param?.metadata.namespace, param?.metadata.name].join("/");
  if (turn.skips(id)) return;
  const before = (await inTurns(cloneInSteps(request.object))) as ApiObject;
  for (const [index, { patchType }] of whole.mutations.entries()) {
    const start = dependencies.clock();
    const made = await part(index);
    const object = made.subject?.object ?? undefined;
    let error = "error" in made ? made.error : undefined;
    if ("value" in made && object !== undefined) {
      const patched = await dependencies.patch(object, patchType, made.value, shape.kind);
      if ("error" in patched) error = patched.error;
      else {
        const next = await inTurns(dependencies.decodeMutated(patched.value, shape.kind));
        replaceContents(
          request.object,
          await dependencies.equivalents.convert(next, shape, shapeOf(request), request.inFlight),
        );
      }
    }
    dependencies.metrics.mutated(policy.name, binding.name, error, (dependencies.clock() - start) / 1000);
    if (error !== undefined) refuse(error);
  }
  if (!(await inTurns(dependencies.isSame(before, request.object)))) turn.changed();
  if (policy.spec.reinvocationPolicy === "IfNeeded") turn.called(id);
}

async function evaluateAnywhere(
  policy: MutatingPolicy,
  job: MutationJob,
  subject: PolicySubject,
  evaluate: Evaluate,
): Promise<MutationResult> {
  try {
    return await evaluate(
      (means) => evaluatePart(policy, job, subject, means),
      () => ({ task: "mutation", definition: policy.spec, subject, input: job }),
    );
  } catch (error) {
    if (!(error instanceof WorkerLostError)) throw error;
    return { error: `the policy could not be evaluated: ${error.message}` };
  }
}
