import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
} from "kubernetes-types/admissionregistration/v1";
import { append } from "../../../../shared/append.ts";
import { deepEqual } from "../../../../shared/deepEqual.ts";
import { child, type FieldError, index, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { flatSteps, type Steps } from "../../../../shared/steps.ts";
import { admissionEnvironment } from "../../../ground/cel/environments/admissionEnvironment.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { specStatusStrategy, statusStrategy } from "../../registry/strategies/specStatus.ts";
import { type ConditionShape, validateConditions } from "../validation/conditions.ts";
import { matchResourcesErrors } from "./matchResources.ts";
import { authorizeParamKind } from "./paramAccess.ts";
import { validateParamKind } from "./paramKind.ts";
import { auditAnnotationErrors, policyScope, validateVariable, validationErrors } from "./policyExpressions.ts";
import { validateMatchConditions } from "./rules.ts";

const FAILURE_POLICIES = ["Fail", "Ignore"];
const NOTHING = "validations or auditAnnotations must contain at least one item";

type Spec = Partial<ValidatingAdmissionPolicySpec>;

const specOf = (object: ApiObject): Spec => decoded<ValidatingAdmissionPolicy>(object).spec ?? {};

/** @param sameConditions the match conditions are as they were stored, and need not be looked at */
function* validate(object: ApiObject, sameConditions = false): Steps<FieldError[]> {
  const spec = specOf(object);
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
  append(
    errors,
    variables.flatMap((variable, i) => validateVariable(variable, scope.named?.inOrder[i], index("spec.variables", i))),
  );
  if (validations.length + auditAnnotations.length === 0) {
    return [...errors, required("spec.validations", NOTHING), required("spec.auditAnnotations", NOTHING)];
  }
  const name = object.metadata.name ?? "";
  return [
    ...errors,
    ...(yield* flatSteps(validations, (validation, i) =>
      validationErrors(validation, scope, index("spec.validations", i)),
    )),
    ...(yield* auditAnnotationErrors(auditAnnotations, name, scope, "spec.auditAnnotations")),
  ];
}

/** At least one rule, because it says which types expressions are about. */
function* constraintErrors(match: Spec["matchConstraints"], path: string): Steps<FieldError[]> {
  if (match === undefined) return [required(path)];
  const errors = yield* matchResourcesErrors(match, path);
  return (match.resourceRules ?? []).length === 0 ? [...errors, required(child(path, "resourceRules"))] : errors;
}

/** What match conditions say is checked again only when it, or what they may speak of, changed. */
function keepsConditions(object: ApiObject, old: ApiObject): boolean {
  const relevant = ({ paramKind, matchConditions }: Spec) => [paramKind ?? null, matchConditions ?? null];
  return deepEqual(relevant(specOf(object)), relevant(specOf(old)));
}

function validateStatus(object: ApiObject): FieldError[] {
  const { status } = decoded<ValidatingAdmissionPolicy>(object);
  const path = "status.typeChecking.expressionWarnings";
  const warnings = status?.typeChecking?.expressionWarnings ?? [];
  return [
    ...warnings.flatMap(({ warning = "", fieldRef = "" }: { warning?: string; fieldRef?: string }, i) => [
      ...(warning === "" ? [required(child(index(path, i), "warning"))] : []),
      ...(fieldRef.trim() === "" ? [required(child(index(path, i), "fieldRef"))] : []),
    ]),
    ...validateConditions(status?.conditions as readonly ConditionShape[] | undefined, "status.conditions"),
  ];
}

/** Rules of validating admission policies. */
export const validatingAdmissionPolicyStrategy = specStatusStrategy({
  anyFinalizer: true,
  metadataOnUpdate: ["whole"],
  allowUnconditionalUpdate: false,
  validating: (_context, object, old) => validate(object, old !== undefined && keepsConditions(object, old)),
  authorize: (context, object, old) =>
    authorizeParamKind(context, object, old, async () => (await inTurns(validate(object))).length === 0),
});

/** Rules of the status of validating admission policies. */
export const validatingAdmissionPolicyStatusStrategy = statusStrategy(validatingAdmissionPolicyStrategy, {
  metadata: "reset",
  validate: (_context, object) => validateStatus(object),
});
