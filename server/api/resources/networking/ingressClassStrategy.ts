import type { IngressClass, IngressClassParametersReference } from "kubernetes-types/networking/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, forbidden, notSupported, required, tooLong } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";
import { validateDomainPrefixedPath } from "../../../ground/formats/names/domainPath.ts";
import { checkLabel, invalidBy } from "../../../ground/formats/names/names.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { generationStrategy } from "../../registry/strategies/specStatus.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { validateReference } from "./ingressBackend.ts";

const MAX_CONTROLLER = 250;

function validate(object: ApiObject): FieldError[] {
  const { controller = "", parameters } = decoded<IngressClass>(object).spec ?? {};
  return [...validateController(controller, "spec.controller"), ...validateParameters(parameters, "spec.parameters")];
}

function validateController(controller: string, path: string): FieldError[] {
  const errors = byteLength(controller) > MAX_CONTROLLER ? [tooLong(path, MAX_CONTROLLER)] : [];
  return [...errors, ...validateDomainPrefixedPath(controller, path)];
}

function validateParameters(reference: IngressClassParametersReference | undefined, path: string): FieldError[] {
  if (reference === undefined) return [];
  const errors = validateReference(reference, path);
  const { scope, namespace } = reference;
  if (scope === undefined) return [...errors, required(child(path, "scope"))];
  if (scope === "Namespace") {
    if (namespace === undefined) {
      errors.push(required(child(path, "namespace"), "`parameters.scope` is set to 'Namespace'"));
    } else append(errors, invalidBy(child(path, "namespace"), namespace, checkLabel(namespace)));
  } else if (scope === "Cluster") {
    if (namespace !== undefined) {
      errors.push(forbidden(child(path, "namespace"), "`parameters.scope` is set to 'Cluster'"));
    }
  } else errors.push(notSupported(child(path, "scope"), scope, ["Cluster", "Namespace"]));
  return errors;
}

const controller = (object: ApiObject) => decoded<IngressClass>(object).spec?.controller ?? "";

const own: Strategy = {
  metadataOnUpdate: "woven",
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old, { whole, change }) => [
    ...change,
    ...validateImmutable(controller(object), controller(old), "spec.controller"),
    ...whole,
    ...validate(object),
  ],
};

/** Rules of ingress classes. */
export const ingressClassStrategy = generationStrategy(own);
