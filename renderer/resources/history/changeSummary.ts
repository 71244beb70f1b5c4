import type { ApiObject } from "../../../shared/object.ts";
import { jsonPatchOf } from "../../editor/jsonPatch.ts";

const without = (object: ApiObject): ApiObject => {
  const { managedFields: _managed, resourceVersion: _version, ...metadata } = object.metadata;
  return { ...object, metadata };
};

/** The fields in which two states differ, by path; what the server keeps about every write is left out. */
export function changedPaths(before: ApiObject, after: ApiObject): string[] {
  return jsonPatchOf(without(before), without(after)).map((operation) =>
    operation.path.slice(1).replaceAll("~1", "/").replaceAll("~0", "~").replaceAll("/", "."),
  );
}

/** A state without what changes with every write, in YAML order: what people compare. */
export const comparable = (object: ApiObject): ApiObject => {
  const { apiVersion, kind, metadata: _metadata, ...rest } = object;
  const { managedFields: _managed, resourceVersion: _version, ...metadata } = object.metadata;
  return { apiVersion, kind, metadata, ...rest } as ApiObject;
};
