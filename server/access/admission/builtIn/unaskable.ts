import { quoted } from "../../../../shared/text/quoted.ts";
import { checkPathSegment } from "../../../ground/formats/names/names.ts";

/**
 * Why an object of that name cannot be asked for: a client of the API refuses names that no path can have, before it asks.
 * Undefined for a name that can be asked for.
 */
export function whyUnaskable(name: string): string | undefined {
  if (name === "") return "resource name may not be empty";
  const problems = checkPathSegment(name);
  return problems.length === 0 ? undefined : `invalid resource name ${quoted(name)}: [${problems.join(" ")}]`;
}
