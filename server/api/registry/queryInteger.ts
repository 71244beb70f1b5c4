import { badRequest } from "../../../shared/status.ts";
import { integerProblem } from "../../ground/formats/wording/integerText.ts";

/**
 * A 64-bit integer from the query. A parameter that is present must be an integer; an empty one is an error.
 * @param text null when the parameter is absent
 * @throws ApiError 400
 */
export function queryInteger(text: string | null): number | undefined {
  if (text === null) return undefined;
  const problem = integerProblem(text);
  if (problem !== undefined) throw badRequest(problem);
  return Number(text);
}
