import { quantityMilliValue, quantityValue } from "../../../shared/quantity.ts";
import { amountOf } from "./quantity.ts";

/** Maximum number of memoized texts: clusters use few different ones. */
const REMEMBERED = 2048;
/** Longer texts are not memoized: a quantity may be as long as the request body. */
const LONGEST = 64;
const milli = new Map<string, number>();
const units = new Map<string, number>();

/** The number of a quantity, rounded up. @param isMilli whether to return thousandths */
export function amountIn(text: string | number, isMilli: boolean): number {
  const known = isMilli ? milli : units;
  const key = String(text);
  let amount = known.get(key);
  if (amount === undefined) {
    const quantity = amountOf(key);
    amount = Number(isMilli ? quantityMilliValue(quantity) : quantityValue(quantity));
    if (key.length > LONGEST) return amount;
    if (known.size >= REMEMBERED) known.clear();
    known.set(key, amount);
  }
  return amount;
}
