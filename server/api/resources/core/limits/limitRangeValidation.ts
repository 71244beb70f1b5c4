/** Rules of limit ranges: for each resource, minimum ≤ default request ≤ default ≤ maximum. */

import type { LimitRangeItem, LimitRangeSpec } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/append.ts";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  index,
  invalid,
  key,
  required,
} from "../../../../../shared/fieldError.ts";
import { checkQualifiedName } from "../../../../../shared/qualifiedName.ts";
import { invalidBy } from "../../../../ground/formats/names.ts";
import type { PodRules } from "../../validation/pod/podRules.ts";
import { validateContainerResourceName, validateResourceName } from "../../validation/resourceNames.ts";
import { validateLimitOrder } from "./limitRangeOrder.ts";

const TYPES = ["Pod", "Container", "PersistentVolumeClaim"];

/** Field errors of the limits, each type of object once. */
export function validateLimitRangeSpec(
  spec: LimitRangeSpec | undefined,
  path: string,
  rules: PodRules = {},
): FieldError[] {
  const types = new Set<string>();
  return (spec?.limits ?? []).flatMap((item, i) => {
    const at = index(child(path, "limits"), i);
    const type = item.type ?? "";
    const errors = validateType(type, child(at, "type"));
    if (types.has(type)) errors.push(duplicate(child(at, "type"), type));
    types.add(type);
    return [...errors, ...validateItem(item, at, rules)];
  });
}

function validateType(type: string, path: string): FieldError[] {
  const errors = invalidBy(path, type, checkQualifiedName(type));
  return errors.length > 0 || type.includes("/") || TYPES.includes(type)
    ? errors
    : [invalid(path, type, "must be a standard limit type or fully qualified")];
}

function validateItem(item: LimitRangeItem, path: string, rules: PodRules): FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  const amounts = (field: "max" | "min" | "default" | "defaultRequest" | "maxLimitRequestRatio"): void => {
    for (const name of Object.keys(item[field] ?? {}).sort()) {
      const at = key(child(path, field), name);
      names.add(name);
      const ofContainers = item.type === "Pod" || item.type === "Container";
      append(errors, ofContainers ? validateContainerResourceName(name, at, rules) : validateResourceName(name, at));
    }
  };
  amounts("max");
  amounts("min");
  for (const field of ["default", "defaultRequest"] as const) {
    // Pods as a whole have no defaults: their containers have.
    if (item.type !== "Pod") amounts(field);
    else if (Object.keys(item[field] ?? {}).length > 0) {
      errors.push(forbidden(child(path, field), "may not be specified when `type` is 'Pod'"));
    }
  }
  const unbounded = item.min?.["storage"] === undefined && item.max?.["storage"] === undefined;
  if (item.type === "PersistentVolumeClaim" && unbounded) {
    errors.push(
      required(child(path, "limits"), "either minimum or maximum storage value is required, but neither was provided"),
    );
  }
  amounts("maxLimitRequestRatio");
  return [...errors, ...[...names].sort().flatMap((name) => validateLimitOrder(item, name, path, rules))];
}
