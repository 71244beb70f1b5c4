/** The comparable part of an object: without the fields that change with every write. */
import { stringify } from "yaml";
import type { ApiObject } from "../../shared/object.ts";
import { jsonPatchOf } from "../editor/jsonPatch.ts";

const withoutBookkeeping = (object: ApiObject): ApiObject => {
  const { apiVersion, kind, metadata, ...rest } = object;
  const { managedFields: _managed, resourceVersion: _version, ...meta } = metadata;
  return { apiVersion, kind, metadata: meta, ...rest } as ApiObject;
};

/** A state as YAML in the usual order; empty for a missing object. */
export const comparableText = (object: ApiObject | undefined): string =>
  object === undefined ? "" : stringify(withoutBookkeeping(object), { lineWidth: 0 });

/** The fields in which two states differ, by path. */
export function changedPaths(before: ApiObject, after: ApiObject): string[] {
  return jsonPatchOf(withoutBookkeeping(before), withoutBookkeeping(after)).map((operation) =>
    operation.path.slice(1).replaceAll("~1", "/").replaceAll("~0", "~").replaceAll("/", "."),
  );
}
