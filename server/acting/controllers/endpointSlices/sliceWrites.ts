import type { ApiObject } from "../../../../shared/object.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { checkName } from "../../../ground/formats/names/names.ts";
import type { InformedParts } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { controlledBy, controllerOf } from "../pods/ownership.ts";
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
}

/** Whether a slice is controlled by this service, and not by a deleted one of the same name. */
export const isOwned = ({ stored }: Slice, owner: ApiObject): boolean =>
  stored !== undefined && controllerOf(stored)?.uid === owner.metadata.uid;

/**
 * Writes the changes. Where possible, a slice to be deleted is instead rewritten as one of the slices to be created.
 * @throws Error for the first write that is refused
 */
export async function writeSlices(writer: SliceWriter, changes: SliceChanges): Promise<void> {
  const { parts, owner, ownerText } = writer;
  const ref = {
    group: parts.vocabulary.render("discovery.{domain}"),
    version: "v1",
    resource: "endpointslices",
    namespace: owner.metadata.namespace,
  };
  const { create, replace, remove } = replaced(changes, owner);
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
  for (const { stored } of remove) {
    const name = stored?.metadata.name ?? "";
    await ignoring(["NotFound"], parts.client.delete({ ...ref, name })).catch((error) => {
      throw new Error(`failed to delete ${name} EndpointSlice for ${ownerText}: ${messageOf(error)}`, { cause: error });
    });
  }
}

interface Replacement {
  readonly slice: Slice;
  readonly into: Slice;
}

function replaced(changes: SliceChanges, owner: ApiObject) {
  const create = [...changes.create];
  const replace: Replacement[] = [];
  const remove: Slice[] = [];
  for (const into of changes.remove) {
    const slice = create.at(-1);
    if (slice !== undefined && slice.addressType === into.addressType && isOwned(into, owner)) {
      create.pop();
      replace.push({ slice, into });
    } else remove.push(into);
  }
  return { create, replace, remove };
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
