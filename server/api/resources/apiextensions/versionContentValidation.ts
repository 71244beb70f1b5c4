/** Rules of the content of versions: schema, sub-resources, columns, selectable fields. */
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, type FieldError, forbidden, invalid } from "../../../../shared/fieldError.ts";
import { flatSteps, type Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { PrinterColumn } from "../../extensions/custom/customColumns.ts";
import type { ScalePaths } from "../../extensions/custom/customScale.ts";
import { validateRules } from "../../extensions/rules/ruleValidation.ts";
import type { JsonSchema } from "../../extensions/schema/jsonSchema.ts";
import { validateRootLimits } from "../../extensions/schema/rootLimits.ts";
import { validateSchema } from "../../extensions/schema/schemaRules.ts";
import { validateColumn, validateScalePaths, validateSelectable } from "../../extensions/schema/surfaceRules.ts";
import type { CustomResourceVersion } from "./customResourceDefinition.ts";
import type { SharedMember } from "./sharedMembers.ts";

/**
 * Members of versions in the order of validation, each with its name under the spec when it is equal in all versions.
 */
const MEMBERS: readonly (readonly [member: SharedMember, shared: string])[] = [
  ["schema", "validation"],
  ["subresources", "subresources"],
  ["additionalPrinterColumns", "additionalPrinterColumns"],
  ["selectableFields", "selectableFields"],
];

type Versions = readonly CustomResourceVersion[];

/** Members that are equal in all versions. */
type Shared = ReadonlySet<SharedMember>;

/** Field errors of the members that one version has for itself. @param path of that version */
export const validateOwnContents = (
  vocabulary: Vocabulary,
  version: CustomResourceVersion,
  shared: Shared,
  path: string,
) =>
  flatSteps(
    MEMBERS.filter(([member]) => !shared.has(member)),
    ([member]) => validateMember(vocabulary, [version], member, child(path, member)),
  );

/** Field errors of the members that are equal in all versions, each validated once. @param path of the spec */
export const validateSharedContents = (vocabulary: Vocabulary, versions: Versions, shared: Shared, path: string) =>
  flatSteps(
    MEMBERS.filter(([member]) => shared.has(member)),
    ([member, name]) => validateMember(vocabulary, versions, member, child(path, name), true),
  );

/** @param versions that have this value of the member @param isShared the value is equal in all versions */
function* validateMember(
  vocabulary: Vocabulary,
  versions: Versions,
  member: SharedMember,
  path: string,
  isShared = false,
): Steps<FieldError[]> {
  const [version] = versions;
  const schema = version?.schema?.openAPIV3Schema as JsonSchema | undefined;
  switch (member) {
    case "schema": {
      if (schema === undefined) return [];
      const at = child(path, "openAPIV3Schema");
      const nullable =
        schema.nullable === true ? [forbidden(child(at, "nullable"), "nullable cannot be true at the root")] : [];
      const limits = versions.some(hasStatus) ? yield* validateRootLimits(schema, at, vocabulary) : [];
      const errors = [...limits, ...nullable, ...(yield* validateSchema(schema, at, vocabulary))];
      return [...errors, ...(yield* validateRules(schema, at, vocabulary, errors.length === 0))];
    }
    case "subresources": {
      const { scale } = (version?.subresources ?? {}) as { scale?: Partial<ScalePaths> };
      return scale === undefined ? [] : validateScalePaths(scale, child(path, "scale"));
    }
    case "additionalPrinterColumns":
      return yield* errorsOfEach(version?.additionalPrinterColumns, path, (column, at) =>
        validateColumn(column as Partial<PrinterColumn>, at),
      );
    case "selectableFields": {
      const fields = (version?.selectableFields ?? []) as { jsonPath?: string }[];
      return fields.length > 0 && schema === undefined
        ? [invalid(path, "", isShared ? NO_SHARED_SCHEMA : NO_SCHEMA)]
        : validateSelectable(fields, schema, path);
    }
  }
}

const NO_SHARED_SCHEMA = "selectableFields may only be set when validations.schema is included";
/** The text states the opposite of the rule; it is the reference's text. */
const NO_SCHEMA = "selectableFields may only be set when version.schema.openAPIV3Schema is not included";

const hasStatus = ({ subresources }: CustomResourceVersion): boolean =>
  ((subresources ?? {}) as { status?: unknown }).status !== undefined;
