/** Malformed YAML; the message starts with `yaml: `, or with `json: ` for values without a JSON equivalent. */
export class YamlSyntaxError extends Error {
  override readonly name = "YamlSyntaxError";
}
