/** Malformed YAML; the message starts with `yaml: `, or with `json: ` for what JSON cannot say. */
export class YamlSyntaxError extends Error {
  override readonly name = "YamlSyntaxError";
}
