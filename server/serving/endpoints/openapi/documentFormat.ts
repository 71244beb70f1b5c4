import type { JsonObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Messages } from "../../../model/schema/openapi/gnosticEncoder.ts";
import type { OpenApiVersion, SchemaWriter } from "../../../model/schema/openapi/typeSchema.ts";
import { API_VERSION } from "../nonResource/version.ts";
import type { Leaf, Part } from "./documentPart.ts";
import type { Operation, Response } from "./operation.ts";
import type { PathWriter } from "./pathItems.ts";

/** Parameters that operations refer to, by their key in the document. */
export type SharedParameters = Map<string, JsonObject>;

/** The parts of which documents of one kind are composed; each list is sorted. */
export interface DocumentParts {
  readonly paths: readonly Leaf[];
  readonly definitions: readonly Leaf[];
  readonly parameters: JsonObject;
}

/** The format of documents in one OpenAPI version. */
export interface DocumentFormat {
  readonly version: OpenApiVersion;
  readonly messages: Messages;
  /** The binary message type that contains definitions. */
  readonly definitionsMessage: string;
  /** @param shared receives the parameters that are not written inline */
  paths(writer: SchemaWriter, shared: SharedParameters): PathWriter;
  /** The members of a document. */
  members(parts: DocumentParts, vocabulary: Vocabulary): readonly Part[];
}

/** Descriptions of the responses. */
export const STATUS_TEXT: Readonly<Record<Response["status"], string>> = { 200: "OK", 201: "Created", 202: "Accepted" };

/** Title and version of every document. */
export const documentInfo = (vocabulary: Vocabulary): JsonObject => ({
  title: vocabulary.render("{Product}"),
  version: API_VERSION.gitVersion,
});

/** Extensions that link an operation to its resource. */
export function operationExtensions(operation: Operation, vocabulary: Vocabulary): JsonObject {
  return {
    ...(operation.action === undefined ? {} : { [`${vocabulary.extensionPrefix}action`]: operation.action }),
    ...(operation.kind === undefined
      ? {}
      : { [`${vocabulary.extensionPrefix}group-version-kind`]: { ...operation.kind } }),
  };
}

/** The security definition of bearer tokens; the same in both versions. */
export const bearerToken = (): JsonObject => ({
  description: "Bearer Token authentication",
  type: "apiKey",
  name: "authorization",
  in: "header",
});
