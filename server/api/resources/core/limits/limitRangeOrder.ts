/** How the amounts of one resource in a limit range must relate. */
import type { LimitRangeItem } from "kubernetes-types/core/v1";
import { child, type FieldError, key } from "../../../../../shared/fieldError.ts";
import { quantityMilliValue, quantityValue } from "../../../../../shared/quantity.ts";
import { amountOf, compareQuantities } from "../../../../ground/formats/quantity.ts";
import { invalidText, quantityText } from "../../../../ground/formats/wording/goText.ts";
import type { PodRules } from "../../validation/pod/podRules.ts";
import { mayOvercommit } from "../../validation/resourceNames.ts";

/** Larger quantities are compared without their thousandths. */
const MAX_MILLI_VALUE = (2n ** 63n - 1n) / 1000n;

interface Bound {
  readonly amount: string | undefined;
  readonly word: string;
}

/** Field errors of one resource's amounts. @param path of the limit range item */
export function validateLimitOrder(item: LimitRangeItem, name: string, path: string, rules: PodRules): FieldError[] {
  const errors: FieldError[] = [];
  const refuse = (field: string, shown: string, detail: string): void => {
    errors.push(invalidText(key(child(path, field), name), quantityText(shown), detail));
  };
  const inOrder = (field: string, low: Bound, high: Bound, shown: Bound): void => {
    if (low.amount === undefined || high.amount === undefined || compareQuantities(low.amount, high.amount) <= 0)
      return;
    const detail = `${low.word} value ${low.amount} is greater than ${high.word} value ${high.amount}`;
    refuse(field, shown.amount ?? "0", detail);
  };
  // Limits of type Pod have no defaults.
  const own: Partial<LimitRangeItem> = item.type === "Pod" ? {} : item;
  const min = { amount: item.min?.[name], word: "min" };
  const max = { amount: item.max?.[name], word: "max" };
  const request = { amount: own.defaultRequest?.[name], word: "default request" };
  const standard = { amount: own.default?.[name], word: "default" };
  inOrder("min", min, max, min);
  inOrder("defaultRequest", min, request, request);
  inOrder("defaultRequest", request, max, request);
  inOrder("defaultRequest", request, { ...standard, word: "default limit" }, request);
  inOrder("default", min, standard, min);
  inOrder("default", standard, max, max);
  const ratio = item.maxLimitRequestRatio?.[name];
  if (ratio !== undefined) {
    const field = "maxLimitRequestRatio";
    if (compareQuantities(ratio, "1") < 0) refuse(field, ratio, `ratio ${ratio} is less than 1`);
    if (min.amount !== undefined && max.amount !== undefined) {
      const [wanted, most] = ratios(ratio, min.amount, max.amount);
      if (wanted > most) refuse(field, ratio, `ratio ${ratio} is greater than max/min = ${ratioText(most)}`);
    }
  }
  const { amount } = standard;
  if (amount === undefined || request.amount === undefined || mayOvercommit(name, rules)) return errors;
  if (compareQuantities(amount, request.amount) !== 0) {
    refuse(
      "defaultRequest",
      request.amount,
      `default value ${amount} must equal to defaultRequest value ${request.amount} in ${name}`,
    );
  }
  return errors;
}

/** The requested ratio, and the largest ratio that the bounds allow. */
function ratios(ratio: string, min: string, max: string): [number, number] {
  const all = [ratio, min, max].map(amountOf);
  const fine = all.every((amount) => quantityValue(amount) < MAX_MILLI_VALUE);
  const [wanted = 0, low = 0, high = 0] = all.map((amount) =>
    Number(fine ? quantityMilliValue(amount) : quantityValue(amount)),
  );
  return [fine ? wanted / 1000 : wanted, high / low];
}

const ratioText = (ratio: number): string =>
  Number.isFinite(ratio) ? ratio.toFixed(6) : Number.isNaN(ratio) ? "NaN" : "+Inf";
