import type { JsonObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { GNOSTIC_V2 } from "../../../model/schema/openapi/gnosticV2.ts";
import type { SchemaWriter } from "../../../model/schema/openapi/typeSchema.ts";
import {
  bearerToken,
  type DocumentFormat,
  documentInfo,
  operationExtensions,
  type SharedParameters,
  STATUS_TEXT,
} from "./documentFormat.ts";
import { group, Leaf } from "./documentPart.ts";
import type { BodyType, Operation, Parameter } from "./operation.ts";
import { parameterKey } from "./parameterKey.ts";
import type { PathWriter } from "./pathItems.ts";

/**
 * Clients look for the first two directly in an operation to learn what the server supports; the name of an object
 * differs from kind to kind. These are never written as references.
 */
const ALWAYS_INLINE: ReadonlySet<string> = new Set(["dryRun", "fieldValidation", "name"]);

/** Swagger 2.0. Parameters that many operations share are written once under `parameters`. */
export const OPENAPI_V2: DocumentFormat = {
  version: 2,
  messages: GNOSTIC_V2,
  definitionsMessage: "Definitions",
  paths,
  members({ paths, definitions, parameters }, vocabulary) {
    const member = (name: string, value: JsonObject | JsonObject[] | string) =>
      new Leaf(GNOSTIC_V2, "Document", name, value);
    return [
      member("swagger", "2.0"),
      member("info", documentInfo(vocabulary)),
      group(GNOSTIC_V2, "Document", "paths", paths),
      group(GNOSTIC_V2, "Document", "definitions", definitions),
      member("parameters", parameters),
      member("securityDefinitions", { BearerToken: bearerToken() }),
      member("security", [{ BearerToken: [] }]),
    ];
  },
};

function paths(writer: SchemaWriter, shared: SharedParameters): PathWriter {
  const reference = (parameter: Parameter): JsonObject => {
    const written = inline(parameter, writer.schema.vocabulary);
    return ALWAYS_INLINE.has(parameter.name) ? written : share(parameter.name, written);
  };
  const share = (name: string, written: JsonObject): JsonObject => {
    const key = parameterKey(name, written);
    shared.set(key, written);
    return { $ref: `#/parameters/${key}` };
  };
  const bodyReference = (body: NonNullable<Operation["body"]>): JsonObject =>
    body.required ? bodyParameter(writer, body) : share("body", bodyParameter(writer, body));
  return {
    parameter: reference,
    operation(operation, own) {
      const { body } = operation;
      const written = [
        ...(body === undefined ? [] : [bodyReference(body)]),
        ...own.map((parameter) => reference(parameter)),
      ];
      return {
        description: operation.description,
        ...(operation.consumes.length === 0 ? {} : { consumes: [...operation.consumes] }),
        produces: [...operation.produces],
        schemes: ["https"],
        tags: [operation.tag],
        operationId: operation.id,
        ...(written.length === 0 ? {} : { parameters: written }),
        responses: {
          ...Object.fromEntries(
            operation.responses.map((response) => [
              String(response.status),
              { description: STATUS_TEXT[response.status], schema: bodySchema(writer, response.body) },
            ]),
          ),
          "401": { description: "Unauthorized" },
        },
        ...operationExtensions(operation, writer.schema.vocabulary),
      };
    },
  };
}

const inline = ({ name, in: place, description, type }: Parameter, vocabulary: Vocabulary): JsonObject => ({
  uniqueItems: true,
  type,
  description: vocabulary.translate(description),
  name,
  in: place,
  ...(place === "path" ? { required: true } : {}),
});

const bodyParameter = (writer: SchemaWriter, body: NonNullable<Operation["body"]>): JsonObject => ({
  name: "body",
  in: "body",
  ...(body.required ? { required: true } : {}),
  schema: { $ref: writer.ref(body.definition) },
});

const bodySchema = (writer: SchemaWriter, type: BodyType): JsonObject =>
  type === "string" ? { type: "string" } : { $ref: writer.ref(type.definition) };
