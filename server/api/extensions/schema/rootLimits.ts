import { child, type FieldError, invalid } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { schemaText } from "./schemaText.ts";

/** The permitted members of the schema's root, under their names in the message. */
const ALLOWED = [
  "Description",
  "Type",
  "Format",
  "Title",
  "Maximum",
  "ExclusiveMaximum",
  "Minimum",
  "ExclusiveMinimum",
  "MaxLength",
  "MinLength",
  "Pattern",
  "MaxItems",
  "MinItems",
  "UniqueItems",
  "MultipleOf",
  "Required",
  "Items",
  "Properties",
  "ExternalDocs",
  "Example",
  "XPreserveUnknownFields",
  "XValidations",
];
/** Forbidden members that precede the type in a schema. */
const BEFORE_TYPE = ["id", "$schema", "$ref"];
const WITH_STATUS_SUBRESOURCE = "at the root of the schema if the status subresource is enabled";

/**
 * Field errors of the root of a schema with a status sub-resource. A status is validated only by the schema of its own
 * property, so no other part of the schema may constrain it.
 */
export function* validateRootLimits(schema: JsonSchema, path: string, vocabulary: Vocabulary): Steps<FieldError[]> {
  const { type = "" } = schema;
  // The reference checks members in order, and stops at the first invalid one.
  const isFirst = BEFORE_TYPE.every((member) => (schema[member] ?? "") === "");
  if (isFirst && type !== "" && type !== "object") {
    return [invalid(child(path, "type"), type, `only "object" is allowed as the type ${WITH_STATUS_SUBRESOURCE}`)];
  }
  const says = Object.entries(schema).filter(([, value]) => value !== "" && value !== false && value !== undefined);
  if (says.every(([member]) => ALLOWED.includes(messageName(member, vocabulary)))) return [];
  const detail = `only [${ALLOWED.join(" ")}] fields are allowed ${WITH_STATUS_SUBRESOURCE}`;
  return [invalidText(path, yield* schemaText(schema, vocabulary), detail)];
}

/** The reference's name of a member: `maxItems` is `MaxItems`, and an extension's `…-list-type` is `XListType`. */
function messageName(member: string, { extensionPrefix }: Vocabulary): string {
  const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  if (!member.startsWith(extensionPrefix)) return capital(member);
  return `X${member.slice(extensionPrefix.length).split("-").map(capital).join("")}`;
}
