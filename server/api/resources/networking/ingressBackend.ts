import type { TypedLocalObjectReference } from "kubernetes-types/core/v1";
import type { IngressBackend, IngressServiceBackend } from "kubernetes-types/networking/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, invalid, required } from "../../../../shared/fieldError.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { checkLabel1035, checkPathSegment, checkPortName, invalidBy } from "../../../ground/formats/names/names.ts";
import { checkPort } from "../../../ground/formats/numbers.ts";

/** Field errors of an ingress backend: a service or another resource of the namespace. */
export function validateBackend(backend: IngressBackend | undefined, path: string): FieldError[] {
  const { service, resource } = backend ?? {};
  if (service !== undefined && resource !== undefined) {
    return [invalid(path, "", "cannot set both resource and service backends")];
  }
  if (resource !== undefined) return validateReference(resource, child(path, "resource"));
  if (service !== undefined) return validateService(service, path);
  return [invalid(path, "", "resource or service backend is required")];
}

function validateService(service: Partial<IngressServiceBackend>, path: string): FieldError[] {
  const name = service.name ?? "";
  const namePath = child(path, "service.name");
  const errors = name === "" ? [required(namePath)] : invalidBy(namePath, name, checkLabel1035(name));
  const portName = service.port?.name ?? "";
  const portNumber = service.port?.number ?? 0;
  if (portName !== "" && portNumber !== 0) {
    errors.push(invalid(path, "", "cannot set both port name & port number"));
  } else if (portName !== "") {
    append(errors, invalidBy(child(path, "service.port.name"), portName, checkPortName(portName)));
  } else if (portNumber !== 0) {
    append(
      errors,
      checkPort(portNumber).map((m) => invalid(child(path, "service.port.number"), portNumber, m)),
    );
  } else errors.push(required(path, "port name or number is required"));
  return errors;
}

/** Field errors of a reference to an object of another kind in the same namespace. */
export function validateReference(reference: Partial<TypedLocalObjectReference>, path: string): FieldError[] {
  const { apiGroup, kind = "", name = "" } = reference;
  const errors: FieldError[] = [];
  if (apiGroup !== undefined) append(errors, invalidBy(child(path, "apiGroup"), apiGroup, checkSubdomain(apiGroup)));
  if (kind === "") errors.push(required(child(path, "kind"), "kind is required"));
  else append(errors, invalidBy(child(path, "kind"), kind, checkPathSegment(kind)));
  if (name === "") errors.push(required(child(path, "name"), "name is required"));
  else append(errors, invalidBy(child(path, "name"), name, checkPathSegment(name)));
  return errors;
}
