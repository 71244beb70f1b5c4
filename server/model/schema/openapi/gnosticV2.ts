/** Field numbers of the binary form of Swagger 2 documents, as far as this server's documents need them. */
import type { Json, JsonObject } from "../../../../shared/object.ts";
import type { Message, Messages } from "./gnosticEncoder.ts";

const struct = (fields: Record<string, string>, extensions?: number): Message => ({
  form: "struct",
  fields,
  ...(extensions === undefined ? {} : { extensions }),
});
const map = (values: string): Message => ({ form: "map", number: 1, values });
const has = (value: Json, name: string): boolean => typeof value === "object" && value !== null && name in value;

const nonBody = {
  required: "1:bool",
  in: "2",
  description: "3",
  name: "4",
};
const limits = (from: number, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, `${from + index}${LIMIT_TYPES[name] ?? ""}`]));

const LIMIT_TYPES: Readonly<Record<string, string>> = {
  items: ":PrimitivesItems",
  default: ":Any",
  maximum: ":double",
  exclusiveMaximum: ":bool",
  minimum: ":double",
  exclusiveMinimum: ":bool",
  maxLength: ":int",
  minLength: ":int",
  maxItems: ":int",
  minItems: ":int",
  uniqueItems: ":bool",
  enum: "*:Any",
  multipleOf: ":double",
};
const PRIMITIVE = [
  "type",
  "format",
  "items",
  "collectionFormat",
  "default",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "enum",
  "multipleOf",
] as const;

/** The messages of version 2. */
export const GNOSTIC_V2: Messages = {
  Document: struct(
    {
      swagger: "1",
      info: "2:Info",
      host: "3",
      basePath: "4",
      schemes: "5*",
      consumes: "6*",
      produces: "7*",
      paths: "8:Paths",
      definitions: "9:Definitions",
      parameters: "10:ParameterDefinitions",
      security: "12*:SecurityRequirement",
      securityDefinitions: "13:SecurityDefinitions",
    },
    16,
  ),
  Info: struct({ title: "1", version: "2", description: "3" }, 7),
  Paths: { form: "map", number: 2, values: "PathItem", extensions: 1 },
  PathItem: struct(
    {
      $ref: "1",
      get: "2:Operation",
      put: "3:Operation",
      post: "4:Operation",
      delete: "5:Operation",
      options: "6:Operation",
      head: "7:Operation",
      patch: "8:Operation",
      parameters: "9*:ParametersItem",
    },
    10,
  ),
  Operation: struct(
    {
      tags: "1*",
      summary: "2",
      description: "3",
      operationId: "5",
      produces: "6*",
      consumes: "7*",
      parameters: "8*:ParametersItem",
      responses: "9:Responses",
      schemes: "10*",
      deprecated: "11:bool",
      security: "12*:SecurityRequirement",
    },
    13,
  ),
  ParametersItem: {
    form: "choice",
    choose: (value) => (has(value, "$ref") ? [2, "JsonReference"] : [1, "Parameter"]),
  },
  JsonReference: struct({ $ref: "1", description: "2" }),
  ParameterDefinitions: map("Parameter"),
  Parameter: {
    form: "choice",
    choose: (value) => ((value as JsonObject)["in"] === "body" ? [1, "BodyParameter"] : [2, "NonBodyParameter"]),
  },
  BodyParameter: struct({ description: "1", name: "2", in: "3", required: "4:bool", schema: "5:Schema" }, 6),
  NonBodyParameter: {
    form: "choice",
    choose: (value) => ((value as JsonObject)["in"] === "path" ? [4, "PathParameter"] : [3, "QueryParameter"]),
  },
  QueryParameter: struct({ ...nonBody, allowEmptyValue: "5:bool", ...limits(6, PRIMITIVE) }, 23),
  PathParameter: struct({ ...nonBody, ...limits(5, PRIMITIVE) }, 22),
  PrimitivesItems: struct(limits(1, PRIMITIVE), 18),
  Responses: { form: "map", number: 1, values: "ResponseValue", extensions: 2 },
  ResponseValue: {
    form: "choice",
    choose: (value) => (has(value, "$ref") ? [2, "JsonReference"] : [1, "Response"]),
  },
  Response: struct({ description: "1", schema: "2:SchemaItem" }, 5),
  SchemaItem: { form: "choice", choose: () => [1, "Schema"] },
  Definitions: map("Schema"),
  Properties: map("Schema"),
  Schema: struct(
    {
      $ref: "1",
      format: "2",
      title: "3",
      description: "4",
      default: "5:Any",
      multipleOf: "6:double",
      maximum: "7:double",
      exclusiveMaximum: "8:bool",
      minimum: "9:double",
      exclusiveMinimum: "10:bool",
      maxLength: "11:int",
      minLength: "12:int",
      pattern: "13",
      maxItems: "14:int",
      minItems: "15:int",
      uniqueItems: "16:bool",
      maxProperties: "17:int",
      minProperties: "18:int",
      required: "19*",
      enum: "20*:Any",
      additionalProperties: "21:AdditionalProperties",
      type: "22:TypeItem",
      items: "23:ItemsItem",
      allOf: "24*:Schema",
      properties: "25:Properties",
      example: "30:Any",
    },
    31,
  ),
  AdditionalProperties: {
    form: "choice",
    choose: (value) => (typeof value === "boolean" ? [2, "bool"] : [1, "Schema"]),
  },
  TypeItem: { form: "wrap", type: "text" },
  ItemsItem: { form: "wrap", type: "Schema" },
  SecurityDefinitions: map("SecurityDefinition"),
  SecurityDefinition: { form: "choice", choose: () => [2, "ApiKeySecurity"] },
  ApiKeySecurity: struct({ type: "1", name: "2", in: "3", description: "4" }, 5),
  SecurityRequirement: map("StringArray"),
  StringArray: { form: "wrap", type: "text" },
};
