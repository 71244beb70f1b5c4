import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { ApiError } from "../../../../shared/status.ts";
import { checkLabelValue, checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";

type Labels = Readonly<Record<string, string>>;

/** The reference's path of a key. The path of a value is its key. */
const NO_PLACE = "<nil>";

/** The labels that `a=b,c=d` selects. @throws ApiError 500, because an invalid selector is not the client's error */
export function labelsOfSelector(text: string): Labels {
  if (text === "") return {};
  return Object.fromEntries(
    text.split(",").map((term) => {
      const parts = term.split("=");
      const [key = "", value = ""] = parts.map((part) => part.trim());
      if (parts.length !== 2) throw new ApiError(500, "", `invalid selector: [${parts.join(" ")}]`);
      refuse(NO_PLACE, key, checkQualifiedName(key));
      refuse(`[${key}]`, value, checkLabelValue(value));
      return [key, value];
    }),
  );
}

function refuse(place: string, text: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const { field, message }: FieldError = invalid(place, text, problems.join("; "));
  throw new ApiError(500, "", `${field}: ${message}`);
}
