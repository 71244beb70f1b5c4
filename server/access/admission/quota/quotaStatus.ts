import { setMember } from "../../../../shared/json/setMember.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { compareQuantity, formatQuantity, parseQuantity } from "../../../../shared/quantity.ts";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import type { Usage } from "./quotaUsage.ts";

/** Amounts in the form of quotas, by name. */
export type Amounts = Readonly<Record<string, string>>;

/** The enforced limits of a quota, and its usage. Both are empty until the quota controller writes them. */
export function quotaStatus(quota: ApiObject): { readonly hard: Amounts; readonly used: Amounts } {
  const { hard, used } = (quota["status"] ?? {}) as { hard?: Amounts; used?: Amounts };
  return { hard: hard ?? {}, used: used ?? {} };
}

/** The limits in a quota's spec. */
export const enforceableHard = (quota: ApiObject): Amounts =>
  (quota["spec"] as { readonly hard?: Amounts } | undefined)?.hard ?? {};

/** Whether both have the same names with equal amounts, regardless of notation. */
export function* sameAmounts(a: Amounts, b: Amounts): Steps<boolean> {
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) {
    if (isTurnDue()) yield;
    const [left, right] = [a[name], b[name]];
    if (left === undefined || right === undefined) return false;
    if (left !== right && compareQuantity(parseQuantity(left), parseQuantity(right)) !== 0) return false;
  }
  return true;
}

/** Whether any amount is less than the amount of the same name in the other one. */
export function* isLess(a: Amounts, b: Amounts): Steps<boolean> {
  for (const name of Object.keys(a)) {
    if (isTurnDue()) yield;
    const [amount, other] = [a[name], b[name]];
    if (amount === undefined || other === undefined || amount === other) continue;
    if (compareQuantity(parseQuantity(amount), parseQuantity(other)) < 0) return true;
  }
  return false;
}

/** Amounts in the API's notation, sorted by name. */
export function* writeAmounts(usage: Usage): Steps<Amounts> {
  const amounts: Record<string, string> = {};
  for (const name of yield* sortInSteps(usage.keys())) {
    if (isTurnDue()) yield;
    const amount = usage.get(name);
    if (amount !== undefined) setMember(amounts, name, formatQuantity(amount));
  }
  return amounts;
}
