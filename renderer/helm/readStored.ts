import type { ApiObject } from "../../shared/object.ts";
import { resourcePath } from "../../shared/resourcePath.ts";
import { request } from "../api/requests/request.ts";
import { fieldsAt } from "../resources/kinds/read.ts";
import { type Release, readRelease } from "./model/release.ts";
import type { StoredRevision } from "./model/releases.ts";
import { unpackRelease } from "./model/unpackRelease.ts";

/**
 * Reads the stored payload of a revision.
 * @throws ApiError
 * @throws DamagedRelease
 */
export async function readStored(cluster: string, stored: StoredRevision, signal: AbortSignal): Promise<Release> {
  const { driver, namespace, object } = stored;
  const path = resourcePath({ group: "", version: "v1", resource: driver, namespace, name: object });
  const { body } = await request<ApiObject>(cluster, { path, signal });
  return readRelease(await unpackRelease(fieldsAt(body, "data")["release"], driver));
}
