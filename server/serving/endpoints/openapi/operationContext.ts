import type { GroupVersionKind } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import { CBOR, CBOR_SEQUENCE } from "../../../model/encoding/negotiate.ts";
import type { SchemaWriter } from "../../../model/schema/openapi/typeSchema.ts";
import type { Schema } from "../../../model/schema/schema.ts";
import type { Operation, Parameter, Response } from "./operation.ts";
import { groupVersionPart, rootPath, tagOf } from "./operationNames.ts";
import { nameParameter, namespaceParameter } from "./parameters.ts";
import { isCustom } from "./resourceTypes.ts";

/** What the operations of one resource have in common. */
export interface OperationContext {
  readonly resource: Resource;
  readonly vocabulary: Vocabulary;
  readonly schema: Schema;
  readonly describe: SchemaWriter["describe"];
  /** For example `AppsV1`. */
  readonly prefix: string;
  /** `Namespaced` in operation ids, or empty. */
  readonly scope: "Namespaced" | "";
  /** For example `/apis/apps/v1`. */
  readonly root: string;
  /** Path below the root, for example `/namespaces/{namespace}/deployments`. */
  readonly collection: string;
  readonly collectionParameters: readonly Parameter[];
  readonly itemParameters: readonly Parameter[];
  readonly tag: string;
  readonly kind: GroupVersionKind;
  /** Media types of objects in requests. */
  readonly consumes: readonly string[];
  /** Media types of objects in responses. */
  readonly media: readonly string[];
  readonly watchMedia: readonly string[];
  readonly patchMedia: readonly string[];
}

/**
 * Prepares the common parts of a resource's operations.
 * @param cbor whether CBOR is served: listed for built-in resources; for custom ones only in patches
 */
export function operationContext(
  resource: Resource,
  { schema, describe }: Pick<SchemaWriter, "schema" | "describe">,
  cbor = false,
): OperationContext {
  const { group, version, kind } = resource;
  const { vocabulary } = schema;
  const namespaces = resource.namespaced ? [namespaceParameter] : [];
  const custom = isCustom(resource);
  // Custom objects have no binary form, and no merge keys for a strategic merge.
  const binary = custom ? [] : [vocabulary.protobufMediaType];
  const items = cbor && !custom ? [CBOR] : [];
  const media = ["application/json", "application/yaml", ...binary, ...items];
  return {
    resource,
    vocabulary,
    schema,
    describe,
    prefix: groupVersionPart(group, version, vocabulary),
    scope: resource.namespaced ? "Namespaced" : "",
    root: rootPath(group, version),
    collection: `${resource.namespaced ? "/namespaces/{namespace}" : ""}/${resource.resource}`,
    collectionParameters: namespaces,
    itemParameters: [nameParameter(kind), ...namespaces],
    tag: tagOf(group, version, vocabulary),
    kind: { group, version, kind },
    consumes: custom ? media : ["*/*"],
    media,
    watchMedia: custom
      ? media
      : [
          ...media,
          "application/json;stream=watch",
          ...binary.map((type) => `${type};stream=watch`),
          ...items.map(() => CBOR_SEQUENCE),
        ],
    patchMedia: [
      ...(cbor ? ["application/apply-patch+cbor"] : []),
      "application/apply-patch+yaml",
      "application/json-patch+json",
      "application/merge-patch+json",
      ...(custom ? [] : ["application/strategic-merge-patch+json"]),
    ],
  };
}

/** The responses of an operation that returns one type, by status. */
export const answers = (definition: string, ...statuses: Response["status"][]): Response[] =>
  statuses.map((status) => ({ status, body: { definition } }));

/** A required body. */
export const objectBody = (definition: string): NonNullable<Operation["body"]> => ({ definition, required: true });

export const META_TYPES = {
  status: "apimachinery.pkg.apis.meta.v1.Status",
  patch: "apimachinery.pkg.apis.meta.v1.Patch",
  deleteOptions: "apimachinery.pkg.apis.meta.v1.DeleteOptions",
  watchEvent: "apimachinery.pkg.apis.meta.v1.WatchEvent",
} as const;
