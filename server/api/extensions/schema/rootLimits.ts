import { child, type FieldError, invalid } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { schemaText } from "./schemaText.ts";

/** What the root of a schema may say, by the names that the message has for it. */
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
/** What stands before the type in a schema, and is not allowed. */
const BEFORE_TYPE = ["id", "$schema", "$ref"];
const SITUATION = "at the root of the schema if the status subresource is enabled";

/**
 * Field errors of the root of a schema whose resource has a status sub-resource. A status is judged by the schema of its own
 * property, so that nothing about it may be said outside.
 */
export function* validateRootLimits(schema: JsonSchema, path: string, vocabulary: Vocabulary): Steps<FieldError[]> {
  const { type = "" } = schema;
  // The reference looks at members in order, and stops at the first wrong one.
  const isFirst = BEFORE_TYPE.every((member) => (schema[member] ?? "") === "");
  if (isFirst && type !== "" && type !== "object") {
    return [invalid(child(path, "type"), type, `only "object" is allowed as the type ${SITUATION}`)];
  }
  const says = Object.entries(schema).filter(([, value]) => value !== "" && value !== false && value !== undefined);
  if (says.every(([member]) => ALLOWED.includes(messageName(member, vocabulary)))) return [];
  const why = `only [${ALLOWED.join(" ")}] fields are allowed ${SITUATION}`;
  return [invalidText(path, yield* schemaText(schema, vocabulary), why)];
}

/** `maxItems` is `MaxItems` there, and an extension's `…-list-type` is `XListType`. */
function messageName(member: string, { extensionPrefix }: Vocabulary): string {
  const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
  if (!member.startsWith(extensionPrefix)) return capital(member);
  return `X${member.slice(extensionPrefix.length).split("-").map(capital).join("")}`;
}
