import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { byteLength } from "../../../../shared/text/regexText.ts";

/** In bytes, although the error message counts characters. */
const MAX_LENGTH = 256;
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

/** Field errors of the warning that clients of a deprecated version get. */
export function validateDeprecationWarning(
  deprecated: boolean,
  warning: string | undefined,
  path: string,
): FieldError[] {
  if (warning === undefined) return [];
  if (!deprecated) return [invalid(path, warning, "can only be set for deprecated versions")];
  const messages: string[] = [];
  if (byteLength(warning) > MAX_LENGTH) messages.push(`must be <= ${MAX_LENGTH} characters long`);
  if (warning === "") messages.push("must not be an empty string");
  let at = 0;
  for (const character of warning) {
    if (!PRINTABLE.test(character)) {
      const rule = "must only contain printable UTF-8 characters";
      messages.push(`${rule}; non-printable character found at index ${at}`);
      break;
    }
    at += byteLength(character);
  }
  return messages.map((message) => invalid(path, warning, message));
}
