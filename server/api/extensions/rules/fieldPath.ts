/** The `fieldPath` of a rule: the path of its errors below the rule's value. */
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import { additionalSchema, allowsAdditional, type JsonSchema } from "../schema/jsonSchema.ts";

const STEP = /\.([^.[\]']+)|\['((?:[^'\\]|\\.)*)'\]/y;
const ESCAPES: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "'": "'",
  "\\": "\\",
};

/**
 * The path in the form of field errors, below the rule's own path; undefined when the schema has no such field.
 * @example normalFieldPath(".spec['a.b']", schema) // "spec.a.b"
 */
export function normalFieldPath(path: string, schema: JsonSchema): string | undefined {
  let at: JsonSchema | undefined = schema;
  let text = "";
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const step = STEP.exec(path);
    if (step === null || at === undefined) return undefined;
    const name = step[1] ?? unescaped(step[2] ?? "");
    if (name === undefined) return undefined;
    if (at.properties !== undefined && !isEmptyMap(at.properties)) {
      text += text === "" ? name : `.${name}`;
      if (!Object.hasOwn(at.properties, name)) return undefined;
      at = at.properties[name];
    } else if (allowsAdditional(at)) {
      text += `[${name}]`;
      at = additionalSchema(at);
    } else return undefined;
  }
  return text;
}

function unescaped(text: string): string | undefined {
  let wrong = false;
  const result = text.replace(/\\(.)/gs, (_all, letter: string) => {
    const meant = ESCAPES[letter];
    wrong ||= meant === undefined;
    return meant ?? "";
  });
  return wrong ? undefined : result;
}
