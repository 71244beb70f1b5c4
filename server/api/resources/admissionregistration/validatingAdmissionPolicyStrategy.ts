import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
} from "kubernetes-types/admissionregistration/v1";
import { append } from "../../../../shared/collections/append.ts";
import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import { errorsOfEach, errorsWithin } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { admissionEnvironment } from "../../../ground/cel/environments/admissionEnvironment.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import { type ConditionShape, conditionErrors } from "../validation/conditions.ts";
import { matchResourcesErrors } from "./matchResources.ts";
import { authorizeParamKind } from "./paramAccess.ts";
import { validateParamKind } from "./paramKind.ts";
import { auditAnnotationErrors, policyScope, validateVariable, validationErrors } from "./policyExpressions.ts";
import { validateMatchConditions } from "./rules.ts";

const FAILURE_POLICIES = ["Fail", "Ignore"];
const NOTHING = "validations or auditAnnotations must contain at least one item";

type Spec = Partial<ValidatingAdmissionPolicySpec>;

function* specOf(object: ApiObject): Steps<Spec> {
  return (yield* decodedInSteps<ValidatingAdmissionPolicy>(object)).spec ?? {};
}

/** @param sameConditions the match conditions are unchanged, so their expressions are not checked again */
function* validate(object: ApiObject, sameConditions = false): Steps<FieldError[]> {
  const spec = yield* specOf(object);
  const { failurePolicy, paramKind, matchConstraints, variables = [], validations = [], auditAnnotations = [] } = spec;
  const errors: FieldError[] = [];
  if (failurePolicy === undefined) errors.push(required("spec.failurePolicy"));
  else if (!FAILURE_POLICIES.includes(failurePolicy)) {
    errors.push(notSupported("spec.failurePolicy", failurePolicy, FAILURE_POLICIES));
  }
  if (paramKind !== undefined) append(errors, validateParamKind(paramKind, "spec.paramKind"));
  append(errors, yield* constraintErrors(matchConstraints, "spec.matchConstraints"));
  const params = paramKind !== undefined;
  if (!sameConditions) {
    const environment = admissionEnvironment({ params, authorizer: true });
    append(errors, yield* validateMatchConditions(spec.matchConditions, "spec.matchConditions", environment));
  }
  const scope = yield* policyScope(variables, params);
  const ofVariables = errorsOfEach(variables, "spec.variables", (variable, path, i) =>
    validateVariable(variable, scope.named?.inOrder[i], path),
  );
  append(errors, yield* ofVariables);
  if (validations.length + auditAnnotations.length === 0) {
    return [...errors, required("spec.validations", NOTHING), required("spec.auditAnnotations", NOTHING)];
  }
  const name = object.metadata.name ?? "";
  return [
    ...errors,
    ...(yield* errorsWithin(validations, "spec.validations", (validation, path) =>
      validationErrors(validation, scope, path),
    )),
    ...(yield* auditAnnotationErrors(auditAnnotations, name, scope, "spec.auditAnnotations")),
  ];
}

/** Requires at least one rule, because rules determine the types that expressions are checked against. */
function* constraintErrors(match: Spec["matchConstraints"], path: string): Steps<FieldError[]> {
  if (match === undefined) return [required(path)];
  const errors = yield* matchResourcesErrors(match, path);
  return (match.resourceRules ?? []).length === 0 ? [...errors, required(child(path, "resourceRules"))] : errors;
}

/** Whether an update leaves the match conditions and the parameter kind unchanged, so that they need no new check. */
function* keepsConditions(object: ApiObject, old: ApiObject): Steps<boolean> {
  const relevant = ({ paramKind, matchConditions }: Spec) => [paramKind ?? null, matchConditions ?? null];
  return yield* equalInSteps(relevant(yield* specOf(object)), relevant(yield* specOf(old)));
}

function* statusErrors(object: ApiObject): Steps<FieldError[]> {
  const { status } = yield* decodedInSteps<ValidatingAdmissionPolicy>(object);
  const path = "status.typeChecking.expressionWarnings";
  const warnings = status?.typeChecking?.expressionWarnings ?? [];
  return [
    ...(yield* errorsOfEach(
      warnings,
      path,
      ({ warning = "", fieldRef = "" }: { warning?: string; fieldRef?: string }, at) => [
        ...(warning === "" ? [required(child(at, "warning"))] : []),
        ...(fieldRef.trim() === "" ? [required(child(at, "fieldRef"))] : []),
      ],
    )),
    ...(yield* conditionErrors(status?.conditions as readonly ConditionShape[] | undefined, "status.conditions")),
  ];
}

/** Rules of validating admission policies. */
export const validatingAdmissionPolicyStrategy = specStatusStrategy({
  anyFinalizer: true,
  metadataOnUpdate: ["whole"],
  allowUnconditionalUpdate: false,
  *validating(_context, object, old) {
    return yield* validate(object, old !== undefined && (yield* keepsConditions(object, old)));
  },
  authorize: (context, object, old) =>
    authorizeParamKind(context, object, old, async () => (await inTurns(validate(object))).length === 0),
});

/** Rules of the status of validating admission policies. */
export const validatingAdmissionPolicyStatusStrategy = statusStrategy(validatingAdmissionPolicyStrategy, {
  metadata: "reset",
  validating: (_context, object) => statusErrors(object),
});
