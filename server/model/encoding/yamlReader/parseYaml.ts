import { readNumber, readNumberText } from "../../../../shared/json/jsonNumber.ts";
import { hasLongDigits } from "../../../../shared/json/parseJson.ts";
import { describeYamlError } from "../yamlSyntax/describeYamlError.ts";
import { type Composed, composeDocument } from "./composeDocument.ts";
import { documentValue } from "./documentValue.ts";
import { duplicateNames } from "./duplicateNames.ts";
import { YamlSyntaxError } from "./yamlError.ts";

/** A decoded document, and the first hundred duplicate keys (as `line N: key "x" already set in map`). */
export interface YamlDocument {
  readonly value: unknown;
  readonly duplicates: readonly string[];
}

/**
 * Decodes the first YAML document of a text, in linear time but slowly: about a second for 300 KB. Of several equal
 * keys, the last one wins. Integers are not rounded.
 *
 * @param exact for a typed decoder: integers beyond 64 bits keep their text (see `parseJsonExact`)
 * @throws YamlSyntaxError on malformed YAML and too many aliases, ApiError 400 on text that nests too deeply
 */
export function parseYaml(text: string, exact: boolean): YamlDocument {
  const composed = composeDocument(text, hasLongDigits(text));
  if (composed === undefined) return { value: null, duplicates: [] };
  const [problem] = composed.document.errors;
  if (problem !== undefined) throw new YamlSyntaxError(describeYamlError(text) ?? describe(composed, problem));
  const duplicates = duplicateNames(composed, text);
  return { value: documentValue(composed, exact ? readNumberText : readNumber), duplicates };
}

/** Describes an error that only this parser finds. */
function describe({ lines }: Composed, problem: Composed["document"]["errors"][number]): string {
  const [first = ""] = problem.message.split("\n");
  return `yaml: line ${lines.linePos(problem.pos[0]).line || 1}: ${first}`;
}
