import type { VersionedObject } from "../../../shared/apply/versions.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { StructNode } from "../../../shared/schema/typeNode.ts";
import { finished, type Steps } from "../../../shared/steps.ts";

/** A version of a stored object: the parts of a served resource that conversion needs. */
export interface ObjectVersion {
  readonly apiVersion: string;
  readonly node: StructNode;
  fromStorage(object: ApiObject): ApiObject;
  toStorage(object: ApiObject): ApiObject | Steps<ApiObject>;
}

/**
 * Converts between versions of one stored object, by way of the storage version. Versions that are no longer served are
 * included, because fields written through them are still owned. An object without an apiVersion, or whose apiVersion
 * is not among the versions, cannot be converted.
 */
export function convertBetween(
  versions: readonly ObjectVersion[],
): (object: unknown, apiVersion: string) => Steps<VersionedObject | undefined> {
  return function* (object, apiVersion) {
    const current = (object as Partial<ApiObject> | undefined)?.apiVersion;
    const from = versions.find((version) => version.apiVersion === current);
    const to = versions.find((version) => version.apiVersion === apiVersion);
    if (from === undefined || to === undefined) return undefined;
    if (from === to) return { object, node: to.node };
    return { object: to.fromStorage(yield* finished(from.toStorage(object as ApiObject))), node: to.node };
  };
}
