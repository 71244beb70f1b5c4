/** A default must be a value of its own schema. */
import { append } from "../../shared/append.ts";
import { deepEqual } from "../../shared/deepEqual.ts";
import { child, type FieldError, key } from "../../shared/fieldError.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { goSyntax } from "../apply/goFormat.ts";
import { invalidText } from "../resources/validation/goText.ts";
import { prune } from "../schema/prune.ts";
import { loadSchema } from "../schema/schema.ts";
import { extensionsOf, isRecord, type JsonSchema } from "./jsonSchema.ts";
import { ruleEvaluator } from "./rules/ruleEvaluation.ts";
import { compileSchema } from "./structuralSchema.ts";
import { validateValue } from "./validateValue.ts";

/**
 * Field errors of the defaults of a schema and of those inside. The values of maps are left out: nobody knows in which of
 * them a default would stand.
 * @param isObject the schema is that of whole objects
 */
export function validateDefaults(
  schema: JsonSchema,
  path: string,
  vocabulary: Vocabulary,
  isObject = true,
): FieldError[] {
  const errors = validateDefault(schema, path, vocabulary, isObject);
  const visit = (nested: unknown, at: string): void => {
    if (!isRecord(nested)) return;
    append(errors, validateDefaults(nested, at, vocabulary, extensionsOf(nested, vocabulary).embeddedResource));
  };
  visit(schema.items, child(path, "items"));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    visit(property, key(child(path, "properties"), name));
  }
  return errors;
}

function validateDefault(schema: JsonSchema, path: string, vocabulary: Vocabulary, isObject: boolean): FieldError[] {
  const value = schema.default;
  if (value === undefined || value === null) return [];
  const at = child(path, "default");
  const errors: FieldError[] = [];
  // The schema of a field, so that the value is pruned as it would be in its place.
  const objectMeta = loadSchema(vocabulary).definition("apimachinery.pkg.apis.meta.v1.ObjectMeta");
  const node = compileSchema(
    { type: "object", properties: { value: schema } },
    { vocabulary, objectMeta, gvk: ["", "", ""] },
  );
  if (!deepEqual(prune(node, { value }, { objectMeta }).value, { value })) {
    errors.push(invalidText(at, goSyntax(value), "must not have unknown fields"));
  }
  const misfits = validateValue(schema, value, { vocabulary, base: at });
  if (misfits.length > 0) return [...errors, ...misfits];
  const broken = ruleEvaluator(schema, vocabulary, isObject)?.(value, { old: value, path: at, strict: true }) ?? [];
  return [...errors, ...broken];
}
