import type { ApiObject } from "../../../../shared/object.ts";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { eachSteps, finished, isTurnDue, isTurnOver, type Steps } from "../../../../shared/steps.ts";
import { encodingOf, type Resource } from "../../../api/registry/resource.ts";
import type { Services } from "../../../api/registry/services.ts";
import { storedInSteps } from "../../../api/registry/write/write.ts";
import type { Answer, RequestContext } from "../../../ground/request/context.ts";
import { lendingMemory } from "../../../ground/request/inFlight.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { cborList } from "../../../model/encoding/cbor/cborItems.ts";
import { encodeItemwise } from "../../../model/encoding/itemwise.ts";
import type { Negotiated } from "../../../model/encoding/negotiate.ts";
import { encodeInSteps, typePrefix } from "../../../model/encoding/objectEncoder.ts";
import type { CachedObject } from "../../../store/cache/cachedObject.ts";
import { cachedItem } from "../answers/cborAnswer.ts";
import { jsonItem } from "../answers/jsonItem.ts";
import { type ListForm, type ListMetadata, listForm, plainHead } from "./listForm.ts";

/** A consistent page of a collection. */
export interface Page {
  readonly items: readonly CachedObject[];
  readonly metadata: ListMetadata;
}

const OPEN = Buffer.from("{");
const COMMA_OPEN = Buffer.from(",{");
const CLOSE = Buffer.from("]}\n");

/**
 * Encodes a page in the requested representation.
 * @throws ApiError 406 when the metadata of a single object is requested
 */
export async function encodeList(
  services: Services,
  context: RequestContext,
  resource: Resource,
  negotiated: Negotiated,
  page: Page,
): Promise<Answer> {
  const headers = { "content-type": negotiated.contentType };
  await prepareItems(resource, page.items, context);
  if (negotiated.wire === "json" && negotiated.as === undefined && !negotiated.pretty) {
    return { status: 200, headers, body: await inTurns(joinItems(resource, page), context) };
  }
  if (negotiated.wire === "cbor" && negotiated.as === undefined) {
    return { status: 200, headers, body: await inTurns(joinCborItems(resource, page), context) };
  }
  const form = listForm(services, context, resource, negotiated.as, page.metadata);
  const { order } = form;
  const items =
    order === undefined
      ? page.items
      : await inTurns(
          sortInSteps(page.items, (a, b) => order(a.object, b.object)),
          context,
        );
  return encodeForm(context, form, negotiated, items, (cached) => storedInSteps(resource, cached));
}

/** A list of plain objects at the request's version. @throws ApiError 406 as {@link encodeList} */
export async function encodeObjects(
  services: Services,
  context: RequestContext,
  resource: Resource,
  negotiated: Negotiated,
  objects: readonly ApiObject[],
): Promise<Answer> {
  const form = listForm(services, context, resource, negotiated.as, {});
  return encodeForm(context, form, negotiated, objects, (object) => object);
}

/**
 * Sends all items of a list to the conversion webhook, if any, in one call.
 * @throws ApiError 500 when an item cannot be converted
 */
export async function prepareItems(
  resource: Resource,
  items: readonly CachedObject[],
  context: RequestContext,
): Promise<void> {
  const { prepare } = resource;
  if (prepare === undefined) return;
  const objects = await inTurns(
    eachSteps(items, (cached) => cached.objectInSteps()),
    context,
  );
  await lendingMemory(context, () => prepare(objects));
}

/** Encodes a list, and stops when its request has ended. */
async function encodeForm<T>(
  context: RequestContext,
  form: ListForm,
  { wire, pretty, contentType }: Negotiated,
  items: readonly T[],
  read: (item: T) => ApiObject | Steps<ApiObject>,
): Promise<Answer> {
  const { head, member, node } = form;
  const steps: Steps<Uint8Array | readonly Uint8Array[]> =
    items.length === 0 && form.nullWhenEmpty === true
      ? encodeInSteps({ ...head, [member]: null }, wire, pretty, node)
      : encodeItemwise(form, wire, pretty, items, function* (item) {
          return form.item(yield* finished(read(item)));
        });
  return { status: 200, headers: { "content-type": contentType }, body: await inTurns(steps, context) };
}

/** Bytes above which encoding an item takes noticeable time. */
const LARGE_ITEM = 64 * 1024;

/** Joins the list's JSON from the cached bytes of its items, which are neither copied nor parsed. */
function* joinItems(resource: Resource, page: Page): Steps<Uint8Array[]> {
  const head = `${JSON.stringify(plainHead(resource, page.metadata)).slice(0, -1)},"items":[`;
  const chunks: Uint8Array[] = [Buffer.from(head)];
  const skip = resource.bareItems ? Buffer.byteLength(typePrefix(resource.kind, resource.apiVersion)) : 1;
  const encoding = encodingOf(resource);
  let separator = OPEN;
  for (const cached of page.items) {
    const bytes = cached.encodedBefore(encoding) ?? (yield* jsonItem(resource, cached));
    chunks.push(separator, bytes.subarray(skip));
    separator = COMMA_OPEN;
    // Most items are already encoded, so the clock is read for each item only if it is large.
    if (bytes.length > LARGE_ITEM ? isTurnOver() : isTurnDue()) yield;
  }
  chunks.push(CLOSE);
  return chunks;
}

/** The same in CBOR. */
const joinCborItems = (resource: Resource, { items, metadata }: Page): Steps<Uint8Array[]> =>
  cborList(
    plainHead(resource, metadata),
    items,
    (cached) => cachedItem(resource, cached),
    resource.bareItems ? resource : undefined,
  );
