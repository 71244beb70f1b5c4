import { parseApiVersion } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { CacheHub } from "../../../store/cache/cacheHub.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { ApiClient } from "../../client/apiClient.ts";
import type { BootstrapObject } from "./bootstrapObjects.ts";

const NAMESPACES = { group: "", resource: "namespaces" };

/**
 * Creates the objects that are missing; what exists is left as it is, readable or not, and what is not served stays away.
 * Namespaces go first, because the rest lives in them; within a wave all go at once: writes that arrive together share one
 * transaction.
 */
export async function createMissing(
  client: ApiClient,
  reader: Pick<CacheHub, "get" | "isStored">,
  objects: readonly BootstrapObject[],
): Promise<void> {
  const served = new Set(client.resources().map(({ group, version, resource }) => `${group}/${version}/${resource}`));
  const missing = objects.filter(({ resource, object }) => {
    const { group, version } = parseApiVersion(object.apiVersion ?? "");
    const { namespace = "", name = "" } = object.metadata;
    if (!served.has(`${group}/${version}/${resource}`)) return false;
    // Nothing can be created in a namespace that is there, but cannot be read.
    const lost = reader.isStored(NAMESPACES, "", namespace) && reader.get(NAMESPACES, "", namespace) === undefined;
    return !lost && !reader.isStored({ group, resource }, namespace, name);
  });
  const isNamespace = ({ resource }: BootstrapObject): boolean => resource === "namespaces";
  await createAll(client, missing.filter(isNamespace));
  await createAll(
    client,
    missing.filter((object) => !isNamespace(object)),
  );
}

async function createAll(client: ApiClient, objects: readonly BootstrapObject[]): Promise<void> {
  await Promise.all(
    objects.map(async ({ resource, object }) => {
      const { group, version } = parseApiVersion(object.apiVersion ?? "");
      const { namespace = "" } = object.metadata;
      try {
        await client.create({ group, version, resource, namespace }, object);
      } catch (error) {
        // Somebody else may have been faster.
        if (!isApiError(error, "AlreadyExists")) throw error;
      }
    }),
  );
}

/** An object that the server looks after by itself, once at each start. */
const AUTOMANAGED = "{prefix}-aggregator.{domain}/automanaged";

/** Deletes the API services of group versions that this server served before and serves no more. */
export async function removeStaleApiServices(
  client: ApiClient,
  reader: ObjectReader,
  vocabulary: Vocabulary,
  wanted: readonly BootstrapObject[],
): Promise<void> {
  const place = { group: vocabulary.render("apiregistration.{domain}"), resource: "apiservices" };
  const label = vocabulary.render(AUTOMANAGED);
  const names = new Set(
    wanted.filter(({ resource }) => resource === place.resource).map((o) => o.object.metadata.name),
  );
  const stale = [...reader.list(place)].filter(
    ({ metadata }) => metadata.labels?.[label] === "onstart" && !names.has(metadata.name),
  );
  for (const { metadata } of stale) {
    await client.delete({ ...place, version: "v1", name: metadata.name ?? "" }, { uid: metadata.uid ?? "" });
  }
}
