import type { ApiObject } from "../../../../shared/object.ts";
import type { ResourceDefinition, StoredAs } from "../../registry/definition.ts";
import { defineResource } from "../../registry/definition.ts";

/** How a version differs from the storage version. */
export type VersionDifferences = Pick<ResourceDefinition, "version" | "definition"> &
  Partial<Omit<ResourceDefinition, "storedAs">> & {
    /** Conversion in both directions; if undefined, only the apiVersion differs. */
    readonly conversion?: Pick<StoredAs, "toStorage" | "fromStorage">;
  };

const IDENTITY_CONVERSION: Pick<StoredAs, "toStorage" | "fromStorage"> = {
  toStorage: (object: ApiObject) => object,
  fromStorage: (object: ApiObject) => object,
};

/** Another version of a resource, stored in the form of the given one. */
export function otherVersion(stored: ResourceDefinition, differences: VersionDifferences): ResourceDefinition {
  const { conversion = IDENTITY_CONVERSION, ...own } = differences;
  // Versions are introduced in different releases.
  const { introduced: _, ...shared } = stored;
  const { group, version, plural } = stored;
  return defineResource({ ...shared, ...own, storedAs: { group, version, resource: plural, ...conversion } });
}
