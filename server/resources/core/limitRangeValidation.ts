/** Rules of limit ranges: for each resource, minimum ≤ default request ≤ default ≤ maximum. */
import type { LimitRangeItem, LimitRangeSpec } from "kubernetes-types/core/v1";
import {
  child,
  duplicate,
  type FieldError,
  forbidden,
  index,
  invalid,
  key,
  required,
} from "../../../shared/fieldError.ts";
import { checkQualifiedName, invalidBy } from "../validation/names.ts";
import { compareQuantities, validateResourceQuantity } from "../validation/quantity.ts";

/** Field errors of the limits, each type of object once. */
export function validateLimitRangeSpec(spec: LimitRangeSpec | undefined, path: string): FieldError[] {
  const types = new Set<string>();
  return (spec?.limits ?? []).flatMap((item, i) => {
    const at = index(child(path, "limits"), i);
    const type = item.type ?? "";
    const errors: FieldError[] = invalidBy(child(at, "type"), type, type === "" ? [] : checkQualifiedName(type));
    if (type === "") errors.push(required(child(at, "type")));
    if (types.has(type)) errors.push(duplicate(child(at, "type"), type));
    types.add(type);
    return [...errors, ...validateItem(item, at)];
  });
}

function validateItem(item: LimitRangeItem, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  for (const field of ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"] as const) {
    for (const [name, amount] of Object.entries(item[field] ?? {})) {
      names.add(name);
      errors.push(...invalidBy(key(child(path, field), name), name, checkQualifiedName(name)));
      if (field !== "maxLimitRequestRatio") {
        errors.push(...validateResourceQuantity(name, amount, key(child(path, field), name)));
      }
    }
  }
  // Pods as a whole have no defaults: their containers have.
  if (item.type === "Pod") {
    for (const field of ["default", "defaultRequest"] as const) {
      if (Object.keys(item[field] ?? {}).length > 0) {
        errors.push(forbidden(child(path, field), "may not be specified when `type` is 'Pod'"));
      }
    }
  }
  if (
    item.type === "PersistentVolumeClaim" &&
    item.min?.["storage"] === undefined &&
    item.max?.["storage"] === undefined
  ) {
    errors.push(
      required(child(path, "limits"), "either minimum or maximum storage value is required, but neither was provided"),
    );
  }
  return [...errors, ...[...names].sort().flatMap((name) => validateOrder(item, name, path))];
}

function validateOrder(item: LimitRangeItem, name: string, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const above = (
    field: string,
    amount: string | undefined,
    word: string,
    limit: string | undefined,
    limitWord: string,
  ): void => {
    if (amount === undefined || limit === undefined || compareQuantities(amount, limit) <= 0) return;
    errors.push(
      invalid(
        key(child(path, field), name),
        amount,
        `${word} value ${amount} is greater than ${limitWord} value ${limit}`,
      ),
    );
  };
  const { min, max, default: standard, defaultRequest: request, maxLimitRequestRatio: ratio } = item;
  above("min", min?.[name], "min", max?.[name], "max");
  above("defaultRequest", min?.[name], "min", request?.[name], "default request");
  above("defaultRequest", request?.[name], "default request", max?.[name], "max");
  above("defaultRequest", request?.[name], "default request", standard?.[name], "default limit");
  above("default", min?.[name], "min", standard?.[name], "default");
  above("default", standard?.[name], "default", max?.[name], "max");
  const most = ratio?.[name];
  if (most !== undefined && compareQuantities(most, "1") < 0) {
    errors.push(invalid(key(child(path, "maxLimitRequestRatio"), name), most, `ratio ${most} is less than 1`));
  }
  return errors;
}
