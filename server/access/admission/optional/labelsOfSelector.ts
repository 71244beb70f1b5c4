import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { checkLabelValue, checkQualifiedName } from "../../../../shared/qualifiedName.ts";
import { ApiError } from "../../../../shared/status.ts";

type Labels = Readonly<Record<string, string>>;

/** What the reference calls a place that has no name. */
const NO_PLACE = "<nil>";

/** The labels that `a=b,c=d` selects. @throws ApiError 500: a wrong selector is not the fault of the request */
export function labelsOfSelector(text: string): Labels {
  if (text === "") return {};
  return Object.fromEntries(
    text.split(",").map((term) => {
      const parts = term.split("=");
      const [key = "", value = ""] = parts.map((part) => part.trim());
      if (parts.length !== 2) throw new ApiError(500, "", `invalid selector: [${parts.join(" ")}]`);
      refuse(key, checkQualifiedName(key));
      refuse(value, checkLabelValue(value));
      return [key, value];
    }),
  );
}

function refuse(text: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const { field, message }: FieldError = invalid(NO_PLACE, text, problems.join("; "));
  throw new ApiError(500, "", `${field}: ${message}`);
}
