import { parseJson } from "../../shared/json/parseJson.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";

/** Indents JSON for reading; leaves other texts unchanged. */
export function readableJson(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2);
  } catch {
    return text;
  }
}
