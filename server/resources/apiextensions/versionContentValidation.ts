/** Rules of what the versions of a definition state: schema, sub-resources, columns, selectable fields. */
import { child, type FieldError, index } from "../../../shared/fieldError.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { PrinterColumn } from "../../extensions/customColumns.ts";
import type { ScalePaths } from "../../extensions/customScale.ts";
import type { JsonSchema } from "../../extensions/jsonSchema.ts";
import { validateSchema } from "../../extensions/schemaRules.ts";
import { validateColumn, validateScalePaths, validateSelectable } from "../../extensions/surfaceRules.ts";
import type { CustomResourceVersion } from "./customResourceDefinition.ts";
import { isShared, type SharedMember } from "./sharedMembers.ts";

/**
 * Field errors of the contents of all versions; what they state alike is judged once.
 * @param path of the definition's spec
 */
export function validateVersionContents(
  vocabulary: Vocabulary,
  versions: readonly CustomResourceVersion[],
  path: string,
): FieldError[] {
  const each = (
    member: SharedMember,
    shared: string,
    validate: (version: CustomResourceVersion, at: string) => FieldError[],
  ): FieldError[] => {
    const [first] = versions;
    if (first === undefined) return [];
    if (isShared(versions, member)) return validate(first, child(path, shared));
    return versions.flatMap((version, i) => validate(version, child(index(child(path, "versions"), i), member)));
  };
  return [
    ...each("schema", "validation", ({ schema }, at) => {
      const stated = schema?.openAPIV3Schema as JsonSchema | undefined;
      return stated === undefined ? [] : validateSchema(stated, child(at, "openAPIV3Schema"), vocabulary);
    }),
    ...each("subresources", "subresources", ({ subresources }, at) => {
      const { scale } = (subresources ?? {}) as { scale?: Partial<ScalePaths> };
      return scale === undefined ? [] : validateScalePaths(scale, child(at, "scale"));
    }),
    ...each("additionalPrinterColumns", "additionalPrinterColumns", ({ additionalPrinterColumns }, at) =>
      (additionalPrinterColumns ?? []).flatMap((column, i) =>
        validateColumn(column as Partial<PrinterColumn>, index(at, i)),
      ),
    ),
    ...each("selectableFields", "selectableFields", ({ selectableFields, schema }, at) => {
      const fields = (selectableFields ?? []) as { jsonPath?: string }[];
      return validateSelectable(fields, schema?.openAPIV3Schema as JsonSchema | undefined, at);
    }),
  ];
}
