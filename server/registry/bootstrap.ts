import { parseApiVersion } from "../../shared/object.ts";
import { isApiError } from "../../shared/status.ts";
import type { ObjectReader } from "../cache/reader.ts";
import type { ApiClient } from "../client/apiClient.ts";
import type { BootstrapObject } from "../resources/bootstrapObjects.ts";

/**
 * Creates the objects that are missing; what exists is left as it is. Namespaces go first, because the rest lives in them;
 * within a wave all go at once: writes that arrive together share one transaction.
 */
export async function createMissing(
  client: ApiClient,
  reader: ObjectReader,
  objects: readonly BootstrapObject[],
): Promise<void> {
  const missing = objects.filter(({ resource, object }) => {
    const { group } = parseApiVersion(object.apiVersion ?? "");
    const { namespace = "", name = "" } = object.metadata;
    return reader.get({ group, resource }, namespace, name) === undefined;
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
