import { quoted } from "../../../../shared/text/quoted.ts";
import { checkPathSegment } from "../../../ground/formats/names/names.ts";

/**
 * Why an object of that name cannot be requested: clients of the reference refuse names that cannot be in a path before
 * they send a request. Undefined for other names.
 */
export function resourceNameError(name: string): string | undefined {
  if (name === "") return "resource name may not be empty";
  const problems = checkPathSegment(name);
  return problems.length === 0 ? undefined : `invalid resource name ${quoted(name)}: [${problems.join(" ")}]`;
}
