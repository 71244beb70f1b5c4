/**
 * What the reference says about text that should be a JSON object and is not.
 * @returns undefined when it is one (or `null`)
 */
export function jsonErrorText(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || (typeof value === "object" && !Array.isArray(value))) return undefined;
    const kind = Array.isArray(value) ? "array" : typeof value === "boolean" ? "bool" : typeof value;
    return `json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`;
  } catch {
    return syntaxError(text);
  }
}

function syntaxError(text: string): string {
  const start = text.search(/[^ \t\r\n]/);
  if (start < 0) return "unexpected end of JSON input";
  const rest = text.slice(start);
  for (const literal of ["null", "true", "false"]) {
    if (rest[0] !== literal[0]) continue;
    for (let i = 1; i < literal.length; i++) {
      const character = rest[i];
      if (character === undefined) return "unexpected end of JSON input";
      if (character !== literal[i]) {
        return `invalid character '${character}' in literal ${literal} (expecting '${literal[i]}')`;
      }
    }
  }
  if (!/^[[{"\d-]/.test(rest)) return `invalid character '${rest[0]}' looking for beginning of value`;
  return "unexpected end of JSON input";
}
