import { stringify } from "yaml";
import type { ApiObject } from "../../shared/object.ts";

/** An object as YAML for a comparison: all of it but the record of who owns which field, which would drown the rest. */
export function comparable(object: ApiObject): string {
  const { apiVersion, kind, metadata, ...rest } = object;
  const { managedFields: _managedFields, ...meta } = metadata;
  return stringify({ apiVersion, kind, metadata: meta, ...rest }, { lineWidth: 0 });
}
