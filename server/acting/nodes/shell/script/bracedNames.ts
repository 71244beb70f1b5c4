const NAME = /^[A-Za-z_]\w*$/;

/**
 * The library writes `${name}` of a syntax tree as `$name`, which takes the letters behind it for a part of the name. With
 * this, it writes names in braces: what it takes for an operation that it does not know it leaves as it is.
 */
export function braceNames(tree: unknown): void {
  if (typeof tree !== "object" || tree === null) return;
  const node = tree as Record<string, unknown>;
  const { type, parameter, operation } = node;
  if (type === "ParameterExpansion" && operation === null && NAME.test(String(parameter))) {
    node["operation"] = { type: "BadSubstitution", text: parameter };
    return;
  }
  for (const inner of Object.values(node)) braceNames(inner);
}
