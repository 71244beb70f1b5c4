/** A default must be a value of its own schema. */
import { child, type FieldError, invalid } from "../../shared/fieldError.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { prune } from "../schema/prune.ts";
import { loadSchema } from "../schema/schema.ts";
import { extensionsOf, type JsonSchema } from "./jsonSchema.ts";
import { ruleEvaluator } from "./rules/ruleEvaluation.ts";
import { applySchemaDefaults } from "./schemaDefaults.ts";
import { compileSchema } from "./structuralSchema.ts";
import { validateLists } from "./validateContent.ts";
import { validateValue } from "./validateValue.ts";

/** Field errors of a schema's default, judged after inner defaults completed it. */
export function validateDefault(schema: JsonSchema, path: string, vocabulary: Vocabulary): FieldError[] {
  if (schema.default === undefined) return [];
  const at = child(path, "default");
  const value = structuredClone(schema.default);
  applySchemaDefaults(schema, value);
  const errors = validateValue(schema, value, { vocabulary, base: at });
  if (errors.length > 0) return errors;
  const isRoot = extensionsOf(schema, vocabulary).embeddedResource;
  const broken = ruleEvaluator(schema, vocabulary, isRoot)?.(value, { old: value, path: at, strict: true }) ?? [];
  if (broken.length > 0) return broken;
  // The schema of a field, so that the value is pruned as it would be in its place.
  const objectMeta = loadSchema(vocabulary).definition("apimachinery.pkg.apis.meta.v1.ObjectMeta");
  const node = compileSchema(
    { type: "object", properties: { value: schema } },
    { vocabulary, objectMeta, gvk: ["", "", ""] },
  );
  const pruned = prune(node, { value }, { objectMeta });
  if (pruned.unknown.length > 0) return [invalid(at, schema.default, "must not have unknown fields")];
  return validateLists(schema, value, vocabulary).map((error) => ({ ...error, field: `${at}${error.field}` }));
}
