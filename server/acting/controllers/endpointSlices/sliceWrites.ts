import { addToList } from "../../../../shared/collections/addToList.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { checkName } from "../../../ground/formats/names/names.ts";
import type { InformedParts } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { controlledBy } from "../pods/ownership.ts";
import { isNamespaceTerminating } from "../pods/podControl.ts";
import type { Slice, SliceChanges } from "./slices.ts";

/** Milliseconds until a failed write of slices is first retried. */
export const FIRST_DELAY = 1000;

export interface SliceWriter {
  readonly parts: Pick<InformedParts, "client" | "vocabulary">;
  /** The owner of the slices. */
  readonly owner: ApiObject;
  /** The owner's name in errors: `Service shop/web`. */
  readonly ownerText: string;
  /** Annotations of the written slices; undefined values are removed. */
  readonly annotations: Readonly<Record<string, string | undefined>>;
  /** Whether a slice that is no longer needed may become another slice of the owner. */
  mayReuse(slice: Slice): boolean;
}

/**
 * Writes the changes. Where possible, a slice to be deleted is instead rewritten as one of the slices to be created.
 * @throws Error for the first write that is refused
 */
export async function writeSlices(writer: SliceWriter, changes: SliceChanges): Promise<void> {
  const { parts, owner, ownerText } = writer;
  const ref = slicesIn(parts, owner);
  const { create, replace, remove } = replaced(writer, changes);
  if (owner.metadata.deletionTimestamp === undefined) {
    for (const slice of create) {
      try {
        await parts.client.create(ref, objectOf(writer, slice, undefined));
      } catch (error) {
        if (isNamespaceTerminating(error)) return;
        throw new Error(`failed to create EndpointSlice for ${ownerText}: ${messageOf(error)}`, { cause: error });
      }
    }
  }
  for (const { slice, into } of [...changes.update.map((each) => ({ slice: each, into: each })), ...replace]) {
    const name = into.stored?.metadata.name ?? "";
    await parts.client.update({ ...ref, name }, objectOf(writer, slice, into.stored)).catch((error) => {
      throw new Error(`failed to update ${name} EndpointSlice for ${ownerText}: ${messageOf(error)}`, { cause: error });
    });
  }
  for (const slice of remove) {
    await deleteSlice(writer, slice).catch((error) => {
      const name = slice.stored?.metadata.name;
      throw new Error(`failed to delete ${name} EndpointSlice for ${ownerText}: ${messageOf(error)}`, { cause: error });
    });
  }
}

/** Deletes a slice, which may be gone already. @throws ApiError */
export async function deleteSlice({ parts, owner }: SliceWriter, { stored }: Slice): Promise<void> {
  const ref = { ...slicesIn(parts, owner), name: stored?.metadata.name ?? "" };
  await ignoring(["NotFound"], parts.client.delete(ref));
}

const slicesIn = ({ vocabulary }: SliceWriter["parts"], { metadata }: ApiObject) => ({
  group: vocabulary.render("discovery.{domain}"),
  version: "v1",
  resource: "endpointslices",
  namespace: metadata.namespace,
});

interface Replacement {
  readonly slice: Slice;
  readonly into: Slice;
}

/** Pairs slices to be created with slices to be deleted: the address type of a slice is immutable. */
function replaced(writer: SliceWriter, changes: SliceChanges) {
  const create = new Map<string, Slice[]>();
  for (const slice of changes.create) addToList(create, slice.addressType, slice);
  const replace: Replacement[] = [];
  const remove: Slice[] = [];
  for (const into of changes.remove) {
    const slice = writer.mayReuse(into) ? create.get(into.addressType)?.pop() : undefined;
    if (slice === undefined) remove.push(into);
    else replace.push({ slice, into });
  }
  return { create: [...create.values()].flat(), replace, remove };
}

/** Empty lists become null, as in objects of the reference's controllers. */
function objectOf({ parts, owner, annotations }: SliceWriter, slice: Slice, stored: ApiObject | undefined): ApiObject {
  const { namespace, name = "" } = owner.metadata;
  const prefix = `${name}-`;
  const isReplaced = slice.stored === undefined;
  return {
    apiVersion: `${parts.vocabulary.render("discovery.{domain}")}/v1`,
    kind: "EndpointSlice",
    metadata: {
      ...(isReplaced
        ? {
            generateName: checkName("subdomain", prefix, true).length === 0 ? prefix : name,
            namespace,
            ...(stored === undefined ? {} : { name: stored.metadata.name }),
            ownerReferences: [controlledBy(owner)],
          }
        : slice.stored?.metadata),
      labels: slice.labels,
      annotations: merged(isReplaced ? {} : slice.stored?.metadata.annotations, annotations),
    },
    addressType: slice.addressType,
    endpoints: slice.endpoints.length === 0 ? null : slice.endpoints,
    ports: slice.ports.length === 0 ? null : slice.ports,
  };
}

function merged(
  known: Readonly<Record<string, string>> | undefined,
  desired: SliceWriter["annotations"],
): Record<string, string> {
  const all: Record<string, string | undefined> = { ...known, ...desired };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
