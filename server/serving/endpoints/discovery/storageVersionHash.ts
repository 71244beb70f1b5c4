import { createHash } from "node:crypto";
import { parseApiVersion } from "../../../../shared/object.ts";
import type { Resource } from "../../../api/registry/resource.ts";

const hashes = new WeakMap<Resource, string>();

/**
 * The hash of the version that objects are stored at, for discovery: equal for equal storage, and opaque to clients.
 * The reference uses the first eight bytes of the SHA-256 of `group/version/kind`, in base64.
 *
 * @returns undefined for a resource that is not stored
 */
export function storageVersionHash(resource: Resource): string | undefined {
  if (!resource.verbs.has("watch")) return undefined;
  let hash = hashes.get(resource);
  if (hash === undefined) {
    const { apiVersion, kind } = resource.storageVersion;
    const { group, version } = parseApiVersion(apiVersion);
    const stored = resource.definition.storedText?.version ?? version;
    hash = createHash("sha256").update(`${group}/${stored}/${kind}`).digest().subarray(0, 8).toString("base64");
    hashes.set(resource, hash);
  }
  return hash;
}
