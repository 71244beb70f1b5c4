const NAME = /^[A-Za-z_]\w*$/;

/**
 * Makes the library print names in braces. It would print `${name}` of a syntax tree as `$name`, so that letters after
 * it become part of the name. An expansion that is marked as a bad substitution is printed unchanged, in braces.
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
