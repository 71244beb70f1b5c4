import type { ApiObject } from "../../../../shared/object.ts";
import { createdAtColumn } from "../../../api/registry/columns/table.ts";
import type { Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { RequestContext } from "../../../ground/request/context.ts";
import type { ListHead } from "../../../model/encoding/itemwise.ts";
import type { Negotiated } from "../../../model/encoding/negotiate.ts";
import { toPartialMetadata } from "../../../model/encoding/partialMetadata.ts";
import { parseIncludeObject, type TableOptions, tableHead, tableRow } from "../../../model/encoding/table.ts";
import { wrongShape } from "../answers/objectAnswer.ts";
import { goType } from "../body/goType.ts";

/** `metadata` of a list, with its members in the reference's order. */
export interface ListMetadata {
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** The form of a list: its head, and how each object is represented. */
export interface ListForm extends ListHead {
  item(object: ApiObject): object;
  /** Compares items when their order is not that of the collection. */
  order?(a: ApiObject, b: ApiObject): number;
  /**
   * Whether an empty list has `null` instead of an empty list of items, as in the reference for kinds without their own
   * printer.
   */
  readonly nullWhenEmpty?: boolean;
}

/** The form that a client asked for. @throws ApiError 406 when the metadata of a single object is requested */
export function listForm(
  services: Services,
  context: RequestContext,
  resource: Resource,
  as: Negotiated["as"],
  metadata: Partial<ListMetadata>,
): ListForm {
  const { vocabulary, schema } = services;
  const nodeOf = (name: string): ListHead["node"] => (schema.has(name) ? schema.definition(name) : undefined);
  const { definition } = resource;
  if (as?.kind === "PartialObjectMetadata") {
    const type = goType(resource, "List");
    throw wrongShape(`you requested PartialObjectMetadata, but the requested object is a list (*${type})`);
  }
  if (as?.kind === "Table") {
    const options: TableOptions = {
      vocabulary,
      version: as.version,
      includeObject: parseIncludeObject(context.query.get("includeObject")),
      now: services.now(),
    };
    return {
      head: tableHead(definition, metadata, options),
      member: "rows",
      node: nodeOf("apimachinery.pkg.apis.meta.v1.Table"),
      item: (object) => tableRow(definition, object, options),
      nullWhenEmpty: definition.columns.includes(createdAtColumn),
      ...(definition.rowOrder === undefined ? {} : { order: definition.rowOrder }),
    };
  }
  if (as !== undefined) {
    return {
      head: {
        kind: "PartialObjectMetadataList",
        apiVersion: `${vocabulary.metaGroup}/${as.version}`,
        metadata,
      },
      member: "items",
      node: nodeOf("apimachinery.pkg.apis.meta.v1.PartialObjectMetadataList"),
      item: (object) => toPartialMetadata(object, vocabulary, as.version),
    };
  }
  return {
    head: plainHead(resource, metadata),
    member: "items",
    node: nodeOf(`${definition.definition}List`),
    item: resource.bareItems ? withoutType : (object) => object,
  };
}

/** The head of a list of plain objects: what precedes the items. */
export const plainHead = (
  resource: Resource,
  metadata: Partial<ListMetadata>,
): { readonly kind: string; readonly apiVersion: string; readonly metadata: Partial<ListMetadata> } => ({
  kind: listKind(resource),
  apiVersion: resource.apiVersion,
  // Lists of custom resources always have a `continue` member.
  metadata: resource.custom === undefined ? metadata : { continue: "", ...metadata },
});

/** Kind of the lists of a resource. */
export const listKind = (resource: Resource): string => resource.definition.listKind ?? `${resource.kind}List`;

const withoutType = ({ kind: _k, apiVersion: _a, ...rest }: ApiObject): object => rest;
