import type { ApiObject } from "../../../../shared/object.ts";
import { each, eachSteps, isTurnDue, isTurnOver, type Steps } from "../../../../shared/steps.ts";
import { createdAtColumn } from "../../../api/registry/columns/table.ts";
import { encodingOf, type Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import { storedInSteps } from "../../../api/registry/write/write.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { cborList } from "../../../model/encoding/cbor/cborItems.ts";
import type { Negotiated } from "../../../model/encoding/negotiate.ts";
import { encodeInSteps, typePrefix } from "../../../model/encoding/objectEncoder.ts";
import { toPartialMetadata } from "../../../model/encoding/partialMetadata.ts";
import { parseIncludeObject, type TableOptions, tableInSteps } from "../../../model/encoding/table.ts";
import type { CachedObject } from "../../../store/cache/cachedObject.ts";
import { cachedItem } from "../answers/cborAnswer.ts";
import { jsonItem } from "../answers/jsonItem.ts";
import { wrongShape } from "../answers/objectAnswer.ts";
import { goType } from "../body/goType.ts";

/** `metadata` of a list, members in the reference's order. */
export interface ListMetadata {
  readonly resourceVersion: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** A consistent part of a collection. */
export interface Page {
  readonly items: readonly CachedObject[];
  readonly metadata: ListMetadata;
}

const OPEN = Buffer.from("{");
const COMMA_OPEN = Buffer.from(",{");
const CLOSE = Buffer.from("]}\n");

/** A page as the client asked for it. @throws ApiError 406 when the metadata of a single object is asked for */
export async function encodeList(
  services: Services,
  context: RequestContext,
  resource: Resource,
  negotiated: Negotiated,
  page: Page,
): Promise<Answer> {
  const headers = { "content-type": negotiated.contentType };
  await resource.prepare?.(page.items.map(({ object }) => object));
  if (negotiated.wire === "json" && negotiated.as === undefined && !negotiated.pretty) {
    return { status: 200, headers, body: await inTurns(joinItems(resource, page)) };
  }
  if (negotiated.wire === "cbor" && negotiated.as === undefined) {
    return { status: 200, headers, body: await inTurns(joinCborItems(resource, page)) };
  }
  const objects = await inTurns(eachSteps(page.items, (cached) => storedInSteps(resource, cached)));
  return encodeObjects(services, context, resource, negotiated, objects, page.metadata);
}

/** A list of objects as they are at the request's version. @throws ApiError 406 as {@link encodeList} */
export async function encodeObjects(
  services: Services,
  context: RequestContext,
  resource: Resource,
  negotiated: Negotiated,
  objects: readonly ApiObject[],
  metadata: Partial<ListMetadata>,
): Promise<Answer> {
  const headers = { "content-type": negotiated.contentType };
  const { as } = negotiated;
  if (as?.kind === "PartialObjectMetadata") {
    const type = goType(resource, "List");
    throw wrongShape(`you requested PartialObjectMetadata, but the requested object is a list (*${type})`);
  }
  let value: Record<string, unknown>;
  let definition: string;
  if (as?.kind === "Table") {
    const options: TableOptions = {
      vocabulary: services.vocabulary,
      version: as.version,
      includeObject: parseIncludeObject(context.query.get("includeObject")),
      now: services.now(),
      nullWhenEmpty: resource.definition.columns.includes(createdAtColumn),
    };
    value = await inTurns(tableInSteps(resource.definition, objects, metadata, options));
    definition = "apimachinery.pkg.apis.meta.v1.Table";
  } else if (as !== undefined) {
    value = {
      kind: "PartialObjectMetadataList",
      apiVersion: `${services.vocabulary.metaGroup}/${as.version}`,
      metadata,
      items: await inTurns(each(objects, (object) => toPartialMetadata(object, services.vocabulary, as.version))),
    };
    definition = "apimachinery.pkg.apis.meta.v1.PartialObjectMetadataList";
  } else {
    value = {
      kind: listKind(resource),
      apiVersion: resource.apiVersion,
      metadata: listMetadata(resource, metadata),
      items: resource.bareItems ? objects.map(({ kind: _k, apiVersion: _a, ...rest }) => rest) : objects,
    };
    definition = `${resource.definition.definition}List`;
  }
  const node = services.schema.has(definition) ? services.schema.definition(definition) : undefined;
  const body = await inTurns(encodeInSteps(value, negotiated.wire, negotiated.pretty, node));
  return { status: 200, headers, body };
}

/** Kind of the lists of a resource. */
export const listKind = (resource: Resource): string => resource.definition.listKind ?? `${resource.kind}List`;

/** Lists of custom resources always say where they go on. */
const listMetadata = (resource: Resource, metadata: Partial<ListMetadata>): Partial<ListMetadata> =>
  resource.custom === undefined ? metadata : { continue: "", ...metadata };

/** An item of more bytes than this takes a while to encode. */
const LARGE_ITEM = 64 * 1024;

/** The list's JSON from the cached bytes of its items, which are never copied or parsed. */
function* joinItems(resource: Resource, page: Page): Steps<Uint8Array[]> {
  const head = `{"kind":${JSON.stringify(listKind(resource))},"apiVersion":${JSON.stringify(resource.apiVersion)},"metadata":${JSON.stringify(listMetadata(resource, page.metadata))},"items":[`;
  const chunks: Uint8Array[] = [Buffer.from(head)];
  const skip = resource.bareItems ? Buffer.byteLength(typePrefix(resource.kind, resource.apiVersion)) : 1;
  const encoding = encodingOf(resource);
  let separator = OPEN;
  for (const cached of page.items) {
    const bytes = cached.encodedBefore(encoding) ?? (yield* jsonItem(resource, cached));
    chunks.push(separator, bytes.subarray(skip));
    separator = COMMA_OPEN;
    // Most items are encoded already: only large ones are worth a look at the clock each.
    if (bytes.length > LARGE_ITEM ? isTurnOver() : isTurnDue()) yield;
  }
  chunks.push(CLOSE);
  return chunks;
}

/** The same in CBOR. */
function* joinCborItems(resource: Resource, page: Page): Steps<Uint8Array[]> {
  const head = {
    kind: listKind(resource),
    apiVersion: resource.apiVersion,
    metadata: listMetadata(resource, page.metadata),
  };
  const items: Buffer[] = [];
  for (const cached of page.items) {
    if (isTurnDue()) yield;
    items.push(yield* cachedItem(resource, cached));
  }
  return cborList(head, items, resource.bareItems ? resource : undefined);
}
