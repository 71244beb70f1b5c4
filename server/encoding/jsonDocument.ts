import { parseJson, parseJsonExact } from "../../shared/json/parseJson.ts";
import { type FieldScan, hasDuplicates, scanJsonFields } from "./duplicateKeys.ts";
import { describeJsonError } from "./jsonSyntaxError.ts";
import { refuseDeepNesting } from "./nesting.ts";

/** A JSON text from outside, parsed. */
export interface JsonDocument {
  readonly value: unknown;
  /** The members named twice, and where members stand; looked up when there is something to say about them. */
  readonly fields: () => FieldScan;
  readonly hasDuplicates: boolean;
}

/** Malformed JSON; the message is the reference decoder's: `invalid character 'x' looking for beginning of value`. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
}

/**
 * Parses JSON without losing integers.
 *
 * @param exact for a typed decoder: number texts such as `1.0` are kept (see `parseJsonExact`)
 * @throws JsonSyntaxError on malformed text, ApiError 400 on text that nests too deeply
 */
export function readJsonDocument(text: string, exact: boolean): JsonDocument {
  refuseDeepNesting(text);
  let value: unknown;
  try {
    value = exact ? parseJsonExact(text) : parseJson(text);
  } catch {
    throw new JsonSyntaxError(describeJsonError(text));
  }
  let fields: FieldScan | undefined;
  return {
    value,
    hasDuplicates: hasDuplicates(text, value),
    fields: () => {
      fields ??= scanJsonFields(text);
      return fields;
    },
  };
}
