import type { ParamRef, ValidatingAdmissionPolicyBinding } from "kubernetes-types/admissionregistration/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, forbidden, notSupported, required } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { labelSelectorErrors } from "../../../ground/formats/names/labels.ts";
import { checkPathSegment, invalidBy } from "../../../ground/formats/names/names.ts";
import { invalidText, textList } from "../../../ground/formats/wording/goText.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { decodedInSteps } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { matchResourcesErrors } from "./matchResources.ts";
import { authorizeParamRef } from "./paramAccess.ts";

const ACTIONS = ["Audit", "Deny", "Warn"];

function* bindingErrors(object: ApiObject): Steps<FieldError[]> {
  const { spec } = yield* decodedInSteps<ValidatingAdmissionPolicyBinding>(object);
  const errors: FieldError[] = [];
  const name = spec?.policyName ?? "";
  if (name === "") errors.push(required("spec.policyName"));
  else append(errors, invalidBy("spec.policyName", name, checkSubdomain(name)));
  if (spec?.paramRef !== undefined) append(errors, yield* paramRefErrors(spec.paramRef, "spec.paramRef"));
  // The misspelt path is the reference's.
  if (spec?.matchResources !== undefined)
    append(errors, yield* matchResourcesErrors(spec.matchResources, "spec.matchResouces"));
  return [...errors, ...(yield* actionErrors(spec?.validationActions ?? [], "spec.validationActions"))];
}

/** Field errors of the parameter reference of a binding. */
export function* paramRefErrors(reference: ParamRef, path: string): Steps<FieldError[]> {
  const { name = "", selector } = reference;
  const errors: FieldError[] = [];
  if (name !== "") {
    append(errors, invalidBy(child(path, "name"), name, checkPathSegment(name)));
    if (selector !== undefined) errors.push(forbidden(child(path, "name"), "name and selector are mutually exclusive"));
  }
  if (selector !== undefined) {
    append(errors, yield* labelSelectorErrors(selector, child(path, "selector")));
    if (name !== "") errors.push(forbidden(child(path, "selector"), "name and selector are mutually exclusive"));
  }
  if (name === "" && selector === undefined) errors.push(required(path, "one of name or selector must be specified"));
  const action = reference.parameterNotFoundAction;
  if ((action ?? "") === "") errors.push(required(child(path, "parameterNotFoundAction")));
  else if (!["Allow", "Deny"].includes(action ?? "")) {
    errors.push(notSupported(child(path, "parameterNotFoundAction"), action, ["Deny", "Allow"]));
  }
  return errors;
}

function* actionErrors(actions: readonly string[], path: string): Steps<FieldError[]> {
  if (actions.length === 0) return [required(path, "at least one validation action is required")];
  const seen = new Set<string>();
  const errors = yield* errorsOfEach(actions, path, (action, at) => {
    const found: FieldError[] = ACTIONS.includes(action) ? [] : [notSupported(at, action, ACTIONS)];
    if (seen.has(action)) found.push(duplicate(at, action));
    seen.add(action);
    return found;
  });
  // A refusal already contains the text of the warning.
  if (seen.has("Deny") && seen.has("Warn")) {
    errors.push(
      invalidText(
        path,
        textList(actions, "admissionregistration.ValidationAction"),
        "must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)",
      ),
    );
  }
  return errors;
}

/** Rules of validating admission policy bindings. */
export const validatingAdmissionPolicyBindingStrategy = generationStrategy({
  anyFinalizer: true,
  metadataOnUpdate: ["whole"],
  allowUnconditionalUpdate: false,
  validating: (_context, object) => bindingErrors(object),
  authorize: (context, object) =>
    authorizeParamRef(context, object, async () => (await inTurns(bindingErrors(object))).length === 0),
});
