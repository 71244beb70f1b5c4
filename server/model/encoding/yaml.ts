import { atOnce } from "../../../shared/steps.ts";
import { writeYaml } from "../../../shared/yaml/writeYaml.ts";
import { parseYaml, type YamlDocument } from "./yamlReader/parseYaml.ts";

export { YamlSyntaxError } from "./yamlReader/yamlError.ts";
export type { YamlDocument };

/**
 * Formats an object as the reference writes YAML: sorted keys, two spaces, no line folding; texts that YAML 1.1 would
 * read as another type are quoted.
 */
export const toYaml = (value: unknown): string => atOnce(writeYaml(value)).join("");

/**
 * Decodes YAML synchronously: for texts of the server and the operator. Request bodies are read by `readYaml`.
 *
 * @param exact for a typed decoder: integers beyond 64 bits keep their text (see `parseJsonExact`)
 * @throws YamlSyntaxError on malformed YAML and too many aliases, ApiError 400 on text that nests too deeply
 */
export const fromYaml = (text: string, exact = false): YamlDocument => parseYaml(text, exact);
