/** Field numbers of the binary form of OpenAPI 3 documents, as far as this server's documents need them. */
import type { Json } from "../../../../shared/object.ts";
import type { Message, Messages } from "./gnosticEncoder.ts";

const struct = (fields: Record<string, string>, extensions?: number): Message => ({
  form: "struct",
  fields,
  ...(extensions === undefined ? {} : { extensions }),
});
const map = (values: string): Message => ({ form: "map", number: 1, values });
const orReference = (type: string): Message => ({
  form: "choice",
  choose: (value) => (typeof value === "object" && value !== null && "$ref" in value ? [2, "Reference"] : [1, type]),
});

/** The messages of version 3. */
export const GNOSTIC_V3: Messages = {
  Document: struct({ openapi: "1", info: "2:Info", paths: "4:Paths", components: "5:Components" }, 9),
  Info: struct({ title: "1", description: "2", version: "6" }, 7),
  Paths: { form: "map", number: 1, values: "PathItem", extensions: 2 },
  PathItem: struct(
    {
      $ref: "1",
      summary: "2",
      description: "3",
      get: "4:Operation",
      put: "5:Operation",
      post: "6:Operation",
      delete: "7:Operation",
      options: "8:Operation",
      head: "9:Operation",
      patch: "10:Operation",
      parameters: "13*:ParameterOrReference",
    },
    14,
  ),
  Operation: struct(
    {
      tags: "1*",
      summary: "2",
      description: "3",
      operationId: "5",
      parameters: "6*:ParameterOrReference",
      requestBody: "7:RequestBodyOrReference",
      responses: "8:Responses",
      deprecated: "10:bool",
    },
    13,
  ),
  Reference: struct({ $ref: "1", summary: "2", description: "3" }),
  ParameterOrReference: orReference("Parameter"),
  Parameter: struct({ name: "1", in: "2", description: "3", required: "4:bool", schema: "10:SchemaOrReference" }, 14),
  RequestBodyOrReference: orReference("RequestBody"),
  RequestBody: struct({ description: "1", content: "2:MediaTypes", required: "3:bool" }, 4),
  MediaTypes: map("MediaType"),
  MediaType: struct({ schema: "1:SchemaOrReference" }, 5),
  Responses: { form: "map", number: 2, values: "ResponseOrReference", extensions: 3, special: { default: 1 } },
  ResponseOrReference: orReference("Response"),
  Response: struct({ description: "1", content: "3:MediaTypes" }, 5),
  Components: struct({ schemas: "1:Schemas", securitySchemes: "7:SecuritySchemes" }, 10),
  Schemas: map("SchemaOrReference"),
  SecuritySchemes: map("SecuritySchemeOrReference"),
  SecuritySchemeOrReference: orReference("SecurityScheme"),
  SecurityScheme: struct({ type: "1", description: "2", name: "3", in: "4" }, 9),
  SchemaOrReference: orReference("Schema"),
  Schema: struct(
    {
      nullable: "1:bool",
      readOnly: "3:bool",
      writeOnly: "4:bool",
      example: "7:Any",
      deprecated: "8:bool",
      title: "9",
      multipleOf: "10:double",
      maximum: "11:double",
      exclusiveMaximum: "12:bool",
      minimum: "13:double",
      exclusiveMinimum: "14:bool",
      maxLength: "15:int",
      minLength: "16:int",
      pattern: "17",
      maxItems: "18:int",
      minItems: "19:int",
      uniqueItems: "20:bool",
      maxProperties: "21:int",
      minProperties: "22:int",
      required: "23*",
      enum: "24*:Any",
      type: "25",
      allOf: "26*:SchemaOrReference",
      oneOf: "27*:SchemaOrReference",
      anyOf: "28*:SchemaOrReference",
      not: "29:Schema",
      items: "30:ItemsItem",
      properties: "31:Properties",
      additionalProperties: "32:AdditionalProperties",
      default: "33:DefaultType",
      description: "34",
      format: "35",
    },
    36,
  ),
  ItemsItem: { form: "wrap", type: "SchemaOrReference" },
  Properties: map("SchemaOrReference"),
  AdditionalProperties: {
    form: "choice",
    choose: (value) => (typeof value === "boolean" ? [2, "bool"] : [1, "SchemaOrReference"]),
  },
  DefaultType: { form: "choice", choose: defaultType },
};

/** The binary form cannot express objects and lists: an empty default only shows that there is one. */
function defaultType(value: Json): readonly [number, string] | undefined {
  if (typeof value === "number" || typeof value === "bigint") return [1, "double"];
  if (typeof value === "boolean") return [2, "bool"];
  return typeof value === "string" ? [3, "text"] : undefined;
}
