/** Rules of limit ranges: for each resource, minimum ≤ default request ≤ default ≤ maximum. */

import type { LimitRangeItem, LimitRangeSpec } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../../shared/errorsOfEach.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  key,
  required,
} from "../../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../../shared/json/largeMaps.ts";
import { sortInSteps } from "../../../../../shared/sortInSteps.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { checkQualifiedName } from "../../../../../shared/text/qualifiedName.ts";
import { invalidBy } from "../../../../ground/formats/names/names.ts";
import type { PodRules } from "../../validation/pod/podRules.ts";
import { validateContainerResourceName, validateResourceName } from "../../validation/resourceNames.ts";
import { validateLimitOrder } from "./limitRangeOrder.ts";

const TYPES = ["Pod", "Container", "PersistentVolumeClaim"];

/** Field errors of the limits. Each type of object may appear once. */
export function* limitRangeErrors(
  spec: LimitRangeSpec | undefined,
  path: string,
  rules: PodRules = {},
): Steps<FieldError[]> {
  const types = new Set<string>();
  return yield* errorsWithin(spec?.limits, child(path, "limits"), function* (item, at) {
    const type = item.type ?? "";
    const errors = validateType(type, child(at, "type"));
    if (types.has(type)) errors.push(duplicate(child(at, "type"), type));
    types.add(type);
    return [...errors, ...(yield* itemErrors(item, at, rules))];
  });
}

function validateType(type: string, path: string): FieldError[] {
  const errors = invalidBy(path, type, checkQualifiedName(type));
  return errors.length > 0 || type.includes("/") || TYPES.includes(type)
    ? errors
    : [invalid(path, type, "must be a standard limit type or fully qualified")];
}

function* itemErrors(item: LimitRangeItem, path: string, rules: PodRules): Steps<FieldError[]> {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  const ofContainers = item.type === "Pod" || item.type === "Container";
  type Field = "max" | "min" | "default" | "defaultRequest" | "maxLimitRequestRatio";
  function* amounts(field: Field): Steps<void> {
    const found = yield* errorsOfEach(yield* sortInSteps(Object.keys(item[field] ?? {})), "", (name) => {
      const at = key(child(path, field), name);
      names.add(name);
      return ofContainers ? validateContainerResourceName(name, at, rules) : validateResourceName(name, at);
    });
    append(errors, found);
  }
  yield* amounts("max");
  yield* amounts("min");
  for (const field of ["default", "defaultRequest"] as const) {
    // Limits of type Pod may not have defaults; those of containers may.
    if (item.type !== "Pod") yield* amounts(field);
    else if (!isEmptyMap(item[field] ?? {})) {
      errors.push(forbidden(child(path, field), "may not be specified when `type` is 'Pod'"));
    }
  }
  const unbounded = item.min?.["storage"] === undefined && item.max?.["storage"] === undefined;
  if (item.type === "PersistentVolumeClaim" && unbounded) {
    errors.push(
      required(child(path, "limits"), "either minimum or maximum storage value is required, but neither was provided"),
    );
  }
  yield* amounts("maxLimitRequestRatio");
  const sorted = yield* sortInSteps(names);
  append(errors, yield* errorsOfEach(sorted, "", (name) => validateLimitOrder(item, name, path, rules)));
  return errors;
}
