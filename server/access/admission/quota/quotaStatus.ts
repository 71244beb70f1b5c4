import type { ApiObject } from "../../../../shared/object.ts";
import { compareQuantity, formatQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import type { Usage } from "./quotaUsage.ts";

/** Amounts as quotas write them, by name. */
export type Amounts = Readonly<Record<string, string>>;

/** What a quota enforces, and how much of it is used. Both are empty until the quota controller writes them. */
export function quotaStatus(quota: ApiObject): { readonly hard: Amounts; readonly used: Amounts } {
  const { hard, used } = (quota["status"] ?? {}) as { hard?: Amounts; used?: Amounts };
  return { hard: hard ?? {}, used: used ?? {} };
}

/** What a quota wants to be enforced. */
export const wantedHard = (quota: ApiObject): Amounts =>
  (quota["spec"] as { readonly hard?: Amounts } | undefined)?.hard ?? {};

/** Whether both have the same names with equal amounts, however those are written. */
export function sameAmounts(a: Amounts, b: Amounts): boolean {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => {
    const [left, right] = [a[name], b[name]];
    if (left === undefined || right === undefined) return false;
    return left === right || compareQuantity(parseQuantity(left), parseQuantity(right)) === 0;
  });
}

/** Whether some amount is less than the other one says under that name. */
export const isLess = (a: Amounts, b: Amounts): boolean =>
  Object.entries(a).some(([name, amount]) => {
    const other = b[name];
    return other !== undefined && compareQuantity(parseQuantity(amount), parseQuantity(other)) < 0;
  });

/** As the API reads them. */
export const readAmounts = (amounts: Amounts): Usage =>
  new Map(Object.entries(amounts).map(([name, amount]) => [name, parseQuantity(amount)]));

/** As the API writes them, sorted by name. */
export const writeAmounts = (usage: Usage): Amounts =>
  Object.fromEntries([...usage.keys()].sort().map((name) => [name, formatQuantity(usage.get(name) ?? ZERO)]));

const ZERO = parseQuantity("0");
