import type { JsonObject } from "../../../shared/object.ts";
import type { DefinitionSet } from "../../schema/openapi/definitionSet.ts";
import { bearerToken, documentInfo, operationExtensions, STATUS_TEXT } from "./documentV3.ts";
import type { BodyType, Operation, Parameter } from "./operation.ts";
import { pathItems } from "./pathItems.ts";

/** Clients look these up in an operation itself to learn what the server supports: they are never references. */
const ALWAYS_INLINE: ReadonlySet<string> = new Set(["dryRun", "fieldValidation"]);

/** Builds the Swagger 2.0 document of all operations. Long parameters stand once under `parameters`. */
export function documentV2(operations: readonly Operation[], set: DefinitionSet): JsonObject {
  const { vocabulary } = set.schema;
  const shared = new Map<string, string>();
  const parameters: JsonObject = {};

  const reference = (parameter: Parameter): JsonObject => {
    if (parameter.in === "path" || ALWAYS_INLINE.has(parameter.name)) return inline(parameter);
    const written = inline(parameter);
    const identity = JSON.stringify(written);
    let key = shared.get(identity);
    if (key === undefined) {
      key = freeName(parameters, parameter.name);
      shared.set(identity, key);
      parameters[key] = written;
    }
    return { $ref: `#/parameters/${key}` };
  };

  const paths = pathItems(operations, {
    parameter: reference,
    operation(operation, own) {
      const { body } = operation;
      const written = [
        ...(body === undefined ? [] : [bodyParameter(set, body)]),
        ...own.map((parameter) => reference(parameter)),
      ];
      return {
        description: operation.description,
        ...(body === undefined ? {} : { consumes: [...body.mediaTypes] }),
        produces: [...operation.produces],
        schemes: ["https"],
        tags: [operation.tag],
        operationId: operation.id,
        ...(written.length === 0 ? {} : { parameters: written }),
        responses: {
          ...Object.fromEntries(
            operation.responses.map((response) => [
              String(response.status),
              { description: STATUS_TEXT[response.status], schema: bodySchema(set, response.body) },
            ]),
          ),
          "401": { description: "Unauthorized" },
        },
        ...operationExtensions(operation, vocabulary),
      };
    },
  });
  return {
    swagger: "2.0",
    info: documentInfo(vocabulary),
    paths,
    definitions: set.schemas(),
    parameters,
    securityDefinitions: { BearerToken: bearerToken() },
    security: [{ BearerToken: [] }],
  };
}

const inline = ({ name, in: place, description, type }: Parameter): JsonObject => ({
  uniqueItems: true,
  type,
  description,
  name,
  in: place,
  ...(place === "path" ? { required: true } : {}),
});

const bodyParameter = (set: DefinitionSet, body: NonNullable<Operation["body"]>): JsonObject => ({
  name: "body",
  in: "body",
  ...(body.required ? { required: true } : {}),
  schema: { $ref: set.ref(body.definition) },
});

const bodySchema = (set: DefinitionSet, type: BodyType): JsonObject =>
  type === "string" ? { type: "string" } : { $ref: set.ref(type.definition) };

/** A key of its own for every different parameter of the same name. */
function freeName(taken: JsonObject, name: string): string {
  let key = name;
  for (let count = 2; key in taken; count++) key = `${name}-${count}`;
  return key;
}
