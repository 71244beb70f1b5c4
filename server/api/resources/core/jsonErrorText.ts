import { parseJson } from "../../../../shared/json/parseJson.ts";
import { jsonTypeName } from "../../../model/apply/goFormat.ts";
import { describeJsonError } from "../../../model/encoding/jsonSyntaxError.ts";

/**
 * The reference's error message for a text that is not a JSON object.
 * @returns undefined when it is an object (or `null`)
 */
export function jsonErrorText(text: string): string | undefined {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return describeJsonError(text);
  }
  if (value === null || (typeof value === "object" && !Array.isArray(value))) return undefined;
  return `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type map[string]interface {}`;
}
