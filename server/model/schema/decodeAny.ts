/** Decodes values whose type the declaration leaves open. */

import { JsonNumber, plainNumbers } from "../../../shared/json/jsonNumber.ts";
import type { AnyNode, StructNode } from "../../../shared/schema/typeNode.ts";
import { flatSteps, type Steps } from "../../../shared/steps.ts";
import { DecodeError } from "../../ground/formats/wording/decodeError.ts";
import { jsonKind } from "./decodeContext.ts";

/**
 * Free-form values are passed unchanged. Where a JSON schema or something simpler is allowed, the schema is decoded
 * separately: the reference reports neither unknown fields inside it nor its place.
 *
 * @param decodeSchema decodes an object among the alternatives
 * @throws DecodeError from decodeSchema, or for anything but a boolean or a schema
 */
export function* decodeAny(
  node: AnyNode,
  value: unknown,
  decodeSchema: (schema: StructNode, value: unknown) => Steps<unknown>,
): Steps<unknown> {
  const { schema } = node;
  if (schema === undefined) return yield* plainNumbers(value);
  if (Array.isArray(value)) {
    if (node.form === "schemaOrArray")
      return yield* flatSteps(value, function* (item: unknown) {
        return [yield* decodeSchema(schema, item)];
      });
    if (node.form === "schemaOrStringArray") return value.map(stringItem);
  } else if (typeof value === "object" && value !== null && !(value instanceof JsonNumber)) {
    return yield* decodeSchema(schema, value);
  }
  if (node.form !== "schemaOrBool") return undefined;
  if (typeof value !== "boolean") throw new DecodeError("boolean or JSON schema expected");
  return value;
}

function stringItem(item: unknown): string {
  if (typeof item === "string") return item;
  if (item === null) return "";
  throw new DecodeError(`json: cannot unmarshal ${jsonKind(item)} into Go value of type string`);
}
