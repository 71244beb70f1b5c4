import { parseQuantity } from "../../../shared/quantity.ts";
import { parseAge } from "../../ui/age/formatAge.ts";

/** The sort key of a cell. Numbers come before texts. */
export type SortKey = string | number;

/** Counts, shares and ratios, with or without a remark: `12`, `70%`, `9/10`, `4 (16s ago)`. */
const NUMBER = /^-?\d+(\.\d+)?%?(\/\d+%?)?( \(.*\))?$/;

/** Amounts with a suffix that ages do not have: `10Gi`, `1.5M`. */
const AMOUNT = /^\d+(\.\d+)?([kMGTPE]|[KMGTPE]i)$/;

/** Maximum number of adjacent digits of a number within a text. */
const DIGITS = 12;

/**
 * The sort key of a cell. Numbers, amounts and ages are compared by size, also numbers within texts, so that `9/10`
 * comes before `10/10`, `500Mi` before `1Gi`, `90s` before `5m`, `10.0.0.9` before `10.0.0.10`. Cells without a value
 * come last.
 */
export function sortKey(cell: unknown): SortKey {
  if (typeof cell === "number") return cell;
  if (typeof cell !== "string") return cell === null || cell === undefined ? "" : String(cell);
  if (NUMBER.test(cell)) return Number.parseFloat(cell);
  if (AMOUNT.test(cell)) {
    const { digits, exponent } = parseQuantity(cell);
    return Number(digits) * 10 ** exponent;
  }
  return parseAge(cell) ?? cell.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(DIGITS, "0"));
}

/** Negative when `a` comes first, 0 for equal keys. */
export function compareKeys(a: SortKey, b: SortKey): number {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === "number" ? -1 : 1;
}
