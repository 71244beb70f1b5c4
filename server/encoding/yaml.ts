import { stringify } from "yaml";
import { parseYaml, type YamlDocument } from "./yamlReader/parseYaml.ts";

export { YamlSyntaxError } from "./yamlReader/yamlError.ts";
export type { YamlDocument };

/** Objects as the reference writes YAML: keys sorted, two spaces, no line folding; texts quoted that YAML 1.1 reads otherwise. */
export function toYaml(value: unknown): string {
  return stringify(value, { version: "1.1", sortMapEntries: true, lineWidth: 0, aliasDuplicateObjects: false });
}

/**
 * Decodes YAML at once: for texts of our own and of the operator. Bodies of requests are read by `readYaml`.
 *
 * @param exact for a typed decoder: integers beyond 64 bits keep their text (see `parseJsonExact`)
 * @throws YamlSyntaxError on malformed YAML and too many aliases, ApiError 400 on text that nests too deeply
 */
export const fromYaml = (text: string, exact = false): YamlDocument => parseYaml(text, exact);
