import { atOnce } from "../../../shared/steps.ts";
import { writeYaml } from "../../../shared/yaml/writeYaml.ts";
import { parseYaml, type YamlDocument } from "./yamlReader/parseYaml.ts";

export { YamlSyntaxError } from "./yamlReader/yamlError.ts";
export type { YamlDocument };

/**
 * Objects as the reference writes YAML: keys sorted, two spaces, no line folding; texts quoted that YAML 1.1 reads otherwise.
 */
export const toYaml = (value: unknown): string => atOnce(writeYaml(value)).join("");

/**
 * Decodes YAML at once: for the server's own texts and the operator's. Bodies of requests are read by `readYaml`.
 *
 * @param exact for a typed decoder: integers beyond 64 bits keep their text (see `parseJsonExact`)
 * @throws YamlSyntaxError on malformed YAML and too many aliases, ApiError 400 on text that nests too deeply
 */
export const fromYaml = (text: string, exact = false): YamlDocument => parseYaml(text, exact);
