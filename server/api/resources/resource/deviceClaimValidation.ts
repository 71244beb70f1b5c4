import { child, type FieldError, invalid, notSupported, required, tooLong } from "../../../../shared/fieldError.ts";
import { each, type Steps } from "../../../../shared/steps.ts";
import { checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";
import { invalidBy } from "../../../ground/formats/names/names.ts";
import { validateDriverName } from "../validation/driverName.ts";
import { ITSELF, validateList, validateSet } from "./lists.ts";
import { validateFullAttributeName, validateLabel } from "./names.ts";
import { selectorExpressionErrors } from "./selectorExpression.ts";
import type { DeviceClaim, DeviceConfiguration, DeviceRequest, DeviceSelector } from "./types.ts";

/** Maximum length of the lists of requests, constraints, configurations and selectors. */
export const MAX_LIST = 32;
const MAX_EXPRESSION = 10 * 1024;
const MAX_PARAMETERS = 10 * 1024;

/** Which rules a stored claim need not meet again. */
export interface StoredClaim {
  /** The expressions are unchanged, and so still compile. */
  readonly expressions: boolean;
  /** The configuration may be as long as it is. */
  readonly sizes: boolean;
}

/** Field errors of a claim's device requests. */
export function* validateDeviceClaim(claim: DeviceClaim, path: string, stored: StoredClaim): Steps<FieldError[]> {
  const names = yield* requestNames(claim);
  const refs = (list: readonly string[] | undefined, at: string): Steps<FieldError[]> =>
    validateRequestRefs(list, names, child(at, "requests"));
  const byName = { of: ({ name = "" }: DeviceRequest) => name, member: "name" };
  return [
    ...(yield* validateSet(
      claim.requests,
      MAX_LIST,
      (request, at) => validateRequest(request, at, stored.expressions),
      byName,
      child(path, "requests"),
    )),
    ...(yield* validateList(
      claim.constraints,
      MAX_LIST,
      function* ({ requests, matchAttribute }, at) {
        const where = child(at, "matchAttribute");
        return [
          ...(yield* refs(requests, at)),
          ...(matchAttribute === undefined ? [required(where)] : validateFullAttributeName(matchAttribute, where)),
        ];
      },
      child(path, "constraints"),
    )),
    ...(yield* validateList(
      claim.config,
      MAX_LIST,
      function* (config, at) {
        return [...(yield* refs(config.requests, at)), ...validateConfiguration(config, at, stored.sizes)];
      },
      child(path, "config"),
    )),
  ];
}

/** Names of a claim's requests. */
export function* requestNames(claim: DeviceClaim | undefined): Steps<ReadonlySet<string>> {
  return new Set(yield* each(claim?.requests ?? [], ({ name = "" }) => name));
}

/** Field errors of one reference to a request of the claim. */
export function validateRequestRef(name: string, names: ReadonlySet<string>, path: string): FieldError[] {
  const errors = validateLabel(name, path);
  if (!names.has(name)) errors.push(invalid(path, name, "must be the name of a request in the claim"));
  return errors;
}

/** The same for a list of references without duplicates. */
export const validateRequestRefs = (
  list: readonly string[] | undefined,
  names: ReadonlySet<string>,
  path: string,
): Steps<FieldError[]> => validateSet(list, MAX_LIST, (name, at) => validateRequestRef(name, names, at), ITSELF, path);

function* validateRequest(request: DeviceRequest, path: string, stored: boolean): Steps<FieldError[]> {
  const { name = "", deviceClassName = "", selectors, allocationMode = "", count = 0 } = request;
  const className = child(path, "deviceClassName");
  const errors = [
    ...validateLabel(name, child(path, "name")),
    ...(deviceClassName === ""
      ? [required(className)]
      : invalidBy(className, deviceClassName, checkSubdomain(deviceClassName))),
    ...(yield* validateSelectors(selectors, child(path, "selectors"), stored)),
  ];
  if (allocationMode === "All") {
    const rule = `must not be specified when allocationMode is '${allocationMode}'`;
    if (count !== 0) errors.push(invalid(child(path, "count"), count, rule));
  } else if (allocationMode === "ExactCount") {
    if (count <= 0) errors.push(invalid(child(path, "count"), count, "must be greater than zero"));
  } else errors.push(notSupported(child(path, "allocationMode"), allocationMode, ["All", "ExactCount"]));
  return errors;
}

/** Field errors of selectors. @param stored they were accepted before, so a costly expression may stay */
export const validateSelectors = (
  selectors: readonly DeviceSelector[] | undefined,
  path: string,
  stored: boolean,
): Steps<FieldError[]> =>
  validateList(
    selectors,
    MAX_LIST,
    function* ({ cel }, at) {
      const where = child(at, "cel");
      if (cel === undefined) return [required(where)];
      const { expression = "" } = cel;
      const member = child(where, "expression");
      if (byteLength(expression) > MAX_EXPRESSION) return [tooLong(member, MAX_EXPRESSION)];
      return stored ? [] : yield* selectorExpressionErrors(expression, member);
    },
    path,
  );

/** Field errors of a driver's configuration. @param stored it was accepted before, so its size is not limited */
export function validateConfiguration({ opaque }: DeviceConfiguration, path: string, stored: boolean): FieldError[] {
  const at = child(path, "opaque");
  if (opaque === undefined) return [required(at)];
  return [
    ...validateDriverName(opaque.driver ?? "", child(at, "driver")),
    ...validateFreeObject(opaque.parameters, child(at, "parameters"), stored ? undefined : MAX_PARAMETERS),
  ];
}

/** Field errors of free JSON, which must be an object. @param max in bytes; no limit when undefined */
export function validateFreeObject(value: unknown, path: string, max: number | undefined): FieldError[] {
  if (value === undefined || value === null) return [required(path)];
  if (max !== undefined && byteLength(JSON.stringify(value)) > max) return [tooLong(path, max)];
  if (typeof value === "object" && !Array.isArray(value)) return [];
  return [invalid(path, "<value omitted>", "parameters must be a valid JSON object")];
}
