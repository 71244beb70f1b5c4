import { parseJson } from "../../shared/json/parseJson.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";

/** Indented for reading; what is no JSON stays as it is. */
export function readableJson(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2);
  } catch {
    return text;
  }
}
