import { parseApiVersion } from "../../../../shared/object.ts";
import { type ApiError, isApiError } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { CacheHub } from "../../../store/cache/cacheHub.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { ApiClient } from "../../client/apiClient.ts";
import { AUTOMANAGED, FORMER_AUTOMANAGED } from "../apiregistration/defaults.ts";
import type { BootstrapObject } from "./bootstrapObjects.ts";

const NAMESPACES = { group: "", resource: "namespaces" };

/** An object that should exist, and why it could not be created. */
export interface RefusedObject extends BootstrapObject {
  readonly error: ApiError;
}

/**
 * Creates the missing objects. Existing objects stay unchanged, readable or not; objects whose resource is not served
 * are skipped. Namespaces are created first, because the others belong to them. The objects of each of the two waves
 * are created concurrently, so that their writes share one transaction.
 *
 * @returns objects that were refused and still do not exist. They may succeed later: another server that creates the
 *   same object takes its address shortly before it stores the object, and an unavailable webhook may recover.
 * @throws errors other than ApiError
 */
export async function createMissing(
  client: ApiClient,
  reader: Pick<CacheHub, "get" | "isStored" | "fresh">,
  objects: readonly BootstrapObject[],
): Promise<readonly RefusedObject[]> {
  const served = new Set(client.resources().map(({ group, version, resource }) => `${group}/${version}/${resource}`));
  const missing = objects.filter((desired) => {
    const { group, version } = parseApiVersion(desired.object.apiVersion ?? "");
    const { namespace = "" } = desired.object.metadata;
    if (!served.has(`${group}/${version}/${desired.resource}`)) return false;
    // Objects cannot be created in a namespace that exists but is unreadable.
    const lost = reader.isStored(NAMESPACES, "", namespace) && reader.get(NAMESPACES, "", namespace) === undefined;
    return !lost && !exists(reader, desired);
  });
  const isNamespace = ({ resource }: BootstrapObject): boolean => resource === "namespaces";
  const refused = await createAll(client, missing.filter(isNamespace));
  const others = missing.filter((object) => !isNamespace(object));
  refused.push(...(await createAll(client, others)));
  if (refused.length > 0) await reader.fresh();
  return refused.filter((each) => !exists(reader, each));
}

function exists(reader: Pick<CacheHub, "isStored">, { resource, object }: BootstrapObject): boolean {
  const { group } = parseApiVersion(object.apiVersion ?? "");
  const { namespace = "", name = "" } = object.metadata;
  return reader.isStored({ group, resource }, namespace, name);
}

/** @returns the refused objects */
async function createAll(client: ApiClient, objects: readonly BootstrapObject[]): Promise<RefusedObject[]> {
  const refused: RefusedObject[] = [];
  await Promise.all(
    objects.map(async (desired) => {
      const { group, version } = parseApiVersion(desired.object.apiVersion ?? "");
      const { namespace = "" } = desired.object.metadata;
      try {
        await client.create({ group, version, resource: desired.resource, namespace }, desired.object);
      } catch (error) {
        if (!isApiError(error)) throw error;
        // Another server may have created it first.
        if (!isApiError(error, "AlreadyExists")) refused.push({ ...desired, error });
      }
    }),
  );
  return refused;
}

/** Deletes the API services of group versions that this server no longer serves. */
export async function removeStaleApiServices(
  client: ApiClient,
  reader: ObjectReader,
  vocabulary: Vocabulary,
  desired: readonly BootstrapObject[],
): Promise<void> {
  const place = { group: vocabulary.render("apiregistration.{domain}"), resource: "apiservices" };
  const labels = [AUTOMANAGED, FORMER_AUTOMANAGED].map(vocabulary.render);
  const names = new Set(
    desired.filter(({ resource }) => resource === place.resource).map((o) => o.object.metadata.name),
  );
  const stale = [...reader.list(place)].filter(
    ({ metadata }) => !names.has(metadata.name) && labels.some((label) => metadata.labels?.[label] === "onstart"),
  );
  for (const { metadata } of stale) {
    try {
      await client.delete({ ...place, version: "v1", name: metadata.name ?? "" }, { uid: metadata.uid ?? "" });
    } catch (error) {
      // Another server of the store may have deleted it first.
      if (!isApiError(error, "NotFound")) throw error;
    }
  }
}
