import { badRequest } from "../../../shared/status.ts";

const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);

/**
 * A whole number of 64 bits from the query. A parameter that is there must be one, even an empty one.
 * @param text null when the parameter is absent
 * @throws ApiError 400
 */
export function queryInteger(text: string | null): number | undefined {
  if (text === null) return undefined;
  const fail = (why: string) => badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
  if (!/^[+-]?\d+$/.test(text)) throw fail("invalid syntax");
  const value = BigInt(text.replace(/^\+/, ""));
  if (value > MAX || value < MIN) throw fail("value out of range");
  return Number(value);
}
