import type { ParamRef, ValidatingAdmissionPolicyBinding } from "kubernetes-types/admissionregistration/v1";
import { append } from "../../../../shared/append.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  index,
  notSupported,
  required,
} from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { checkSubdomain } from "../../../../shared/qualifiedName.ts";
import { invalidText, textList } from "../../../ground/formats/goText.ts";
import { validateLabelSelector } from "../../../ground/formats/labels.ts";
import { checkPathSegment, invalidBy } from "../../../ground/formats/names.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import { validateMatchResources } from "./matchResources.ts";
import { authorizeParamRef } from "./paramAccess.ts";

const ACTIONS = ["Audit", "Deny", "Warn"];

function validate(object: ApiObject): FieldError[] {
  const { spec } = decoded<ValidatingAdmissionPolicyBinding>(object);
  const errors: FieldError[] = [];
  const name = spec?.policyName ?? "";
  if (name === "") errors.push(required("spec.policyName"));
  else append(errors, invalidBy("spec.policyName", name, checkSubdomain(name)));
  if (spec?.paramRef !== undefined) append(errors, validateParamRef(spec.paramRef, "spec.paramRef"));
  // The reference spells the path of these errors so.
  if (spec?.matchResources !== undefined)
    append(errors, validateMatchResources(spec.matchResources, "spec.matchResouces"));
  return [...errors, ...validateActions(spec?.validationActions ?? [], "spec.validationActions")];
}

/** Field errors of what parameterises a binding. */
export function validateParamRef(reference: ParamRef, path: string): FieldError[] {
  const { name = "", selector } = reference;
  const errors: FieldError[] = [];
  if (name !== "") {
    append(errors, invalidBy(child(path, "name"), name, checkPathSegment(name)));
    if (selector !== undefined) errors.push(forbidden(child(path, "name"), "name and selector are mutually exclusive"));
  }
  if (selector !== undefined) {
    append(errors, validateLabelSelector(selector, child(path, "selector")));
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

function validateActions(actions: readonly string[], path: string): FieldError[] {
  if (actions.length === 0) return [required(path, "at least one validation action is required")];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [i, action] of actions.entries()) {
    if (!ACTIONS.includes(action)) errors.push(notSupported(index(path, i), action, ACTIONS));
    if (seen.has(action)) errors.push(duplicate(index(path, i), action));
    seen.add(action);
  }
  // A refusal already says what a warning would.
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
  validate: (_context, object) => validate(object),
  authorize: (context, object) => authorizeParamRef(context, object, () => validate(object).length === 0),
});
