import type { JsonObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { DefinitionSet } from "../../schema/openapi/definitionSet.ts";
import { API_VERSION } from "../version.ts";
import type { BodyType, Operation, Response } from "./operation.ts";
import { pathItems } from "./pathItems.ts";

/** Descriptions of the answers. */
export const STATUS_TEXT: Readonly<Record<Response["status"], string>> = { 200: "OK", 201: "Created", 202: "Accepted" };

/** Title and version of every document. */
export const documentInfo = (vocabulary: Vocabulary): JsonObject => ({
  title: vocabulary.render("{Product}"),
  version: API_VERSION.gitVersion,
});

/** Extensions that tie an operation to its resource. */
export function operationExtensions(operation: Operation, vocabulary: Vocabulary): JsonObject {
  return {
    ...(operation.action === undefined ? {} : { [`${vocabulary.extensionPrefix}action`]: operation.action }),
    ...(operation.kind === undefined
      ? {}
      : { [`${vocabulary.extensionPrefix}group-version-kind`]: { ...operation.kind } }),
  };
}

/** How bearer tokens travel; the same in both versions. */
export const bearerToken = (): JsonObject => ({
  description: "Bearer Token authentication",
  type: "apiKey",
  name: "authorization",
  in: "header",
});

/** Builds an OpenAPI 3.0 document of some operations and everything they refer to. */
export function documentV3(operations: readonly Operation[], set: DefinitionSet): JsonObject {
  const { vocabulary } = set.schema;
  const paths = pathItems(operations, {
    parameter: ({ name, in: place, description, type }) => ({
      name,
      in: place,
      description,
      ...(place === "path" ? { required: true } : {}),
      schema: { type, uniqueItems: true },
    }),
    operation(operation, own) {
      const { body } = operation;
      return {
        tags: [operation.tag],
        description: operation.description,
        operationId: operation.id,
        ...(own.length === 0 ? {} : { parameters: own.map((parameter) => this.parameter(parameter)) }),
        ...(body === undefined
          ? {}
          : {
              requestBody: {
                content: content(set, body.mediaTypes, { definition: body.definition }),
                ...(body.required ? { required: true } : {}),
              },
            }),
        responses: {
          ...Object.fromEntries(
            operation.responses.map((response) => [
              String(response.status),
              {
                description: STATUS_TEXT[response.status],
                content: content(set, operation.produces, response.body),
              },
            ]),
          ),
          "401": { description: "Unauthorized" },
        },
        ...operationExtensions(operation, vocabulary),
      };
    },
  });
  const schemas = set.schemas();
  return {
    openapi: "3.0.0",
    info: documentInfo(vocabulary),
    paths,
    components: {
      ...(Object.keys(schemas).length === 0 ? {} : { schemas }),
      securitySchemes: { BearerToken: bearerToken() },
    },
  };
}

function content(set: DefinitionSet, mediaTypes: readonly string[], type: BodyType): JsonObject {
  const schema: JsonObject = type === "string" ? { type: "string" } : { $ref: set.ref(type.definition) };
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
}
