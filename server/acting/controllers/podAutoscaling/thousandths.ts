import { formatQuantity, quantityMilliValue } from "../../../../shared/quantity.ts";
import { amountOf } from "../../../ground/formats/quantity.ts";

/** A quantity in thousandths, rounded up; 0 for a text that is not a quantity. */
export const milliOf = (text: string | undefined): number => Number(quantityMilliValue(amountOf(text ?? "0")));

/** Thousandths as a quantity. */
export const milliText = (milli: number): string =>
  formatQuantity({ digits: BigInt(milli), exponent: -3, format: "decimalSI" });
