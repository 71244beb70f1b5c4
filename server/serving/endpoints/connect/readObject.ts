import type { ApiObject } from "../../../../shared/object.ts";
import { notFound } from "../../../../shared/status.ts";
import type { Services } from "../../../api/registry/services.ts";
import { readExisting } from "../../../api/registry/write/write.ts";

/** Returns an object of the core group from memory. @throws ApiError 404 */
export function readObject(services: Services, plural: string, namespace: string, name: string): ApiObject {
  const resource = services.catalog.find("", "v1", plural);
  const existing = resource === undefined ? undefined : readExisting(resource, namespace, name);
  if (existing === undefined) throw notFound({ group: "", resource: plural }, name);
  return existing.object;
}
