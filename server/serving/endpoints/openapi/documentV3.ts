import type { JsonObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { GNOSTIC_V3 } from "../../../model/schema/openapi/gnosticV3.ts";
import type { SchemaWriter } from "../../../model/schema/openapi/typeSchema.ts";
import { bearerToken, type DocumentFormat, documentInfo, operationExtensions, STATUS_TEXT } from "./documentFormat.ts";
import { group, Leaf } from "./documentPart.ts";
import type { BodyType, Parameter } from "./operation.ts";
import type { PathWriter } from "./pathItems.ts";

/** OpenAPI 3.0. Every parameter is written inline. */
export const OPENAPI_V3: DocumentFormat = {
  version: 3,
  messages: GNOSTIC_V3,
  definitionsMessage: "Schemas",
  paths,
  members: ({ paths, definitions }, vocabulary) => [
    new Leaf(GNOSTIC_V3, "Document", "openapi", "3.0.0"),
    new Leaf(GNOSTIC_V3, "Document", "info", documentInfo(vocabulary)),
    group(GNOSTIC_V3, "Document", "paths", paths),
    group(GNOSTIC_V3, "Document", "components", [
      ...(definitions.length === 0 ? [] : [group(GNOSTIC_V3, "Components", "schemas", definitions)]),
      new Leaf(GNOSTIC_V3, "Components", "securitySchemes", { BearerToken: bearerToken() }),
    ]),
  ],
};

const written = ({ name, in: place, description, type }: Parameter, vocabulary: Vocabulary): JsonObject => ({
  name,
  in: place,
  description: vocabulary.translate(description),
  ...(place === "path" ? { required: true } : {}),
  schema: { type, uniqueItems: true },
});

function paths(writer: SchemaWriter): PathWriter {
  const parameter = (each: Parameter): JsonObject => written(each, writer.schema.vocabulary);
  return {
    parameter,
    operation(operation, own) {
      const { body } = operation;
      return {
        tags: [operation.tag],
        description: operation.description,
        operationId: operation.id,
        ...(own.length === 0 ? {} : { parameters: own.map(parameter) }),
        ...(body === undefined
          ? {}
          : {
              requestBody: {
                content: content(writer, operation.consumes, { definition: body.definition }),
                ...(body.required ? { required: true } : {}),
              },
            }),
        responses: {
          ...Object.fromEntries(
            operation.responses.map((response) => [
              String(response.status),
              {
                description: STATUS_TEXT[response.status],
                content: content(writer, operation.produces, response.body),
              },
            ]),
          ),
          "401": { description: "Unauthorized" },
        },
        ...operationExtensions(operation, writer.schema.vocabulary),
      };
    },
  };
}

function content(writer: SchemaWriter, mediaTypes: readonly string[], type: BodyType): JsonObject {
  const schema: JsonObject = type === "string" ? { type: "string" } : { $ref: writer.ref(type.definition) };
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
}
