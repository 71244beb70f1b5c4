/** The comparable part of an object: without the fields in which the server records every write. */
import type { ApiObject } from "../../shared/object.ts";
import { yamlText } from "../../shared/yaml/writeYaml.ts";
import { jsonPatchOf } from "../editor/jsonPatch.ts";

const withoutBookkeeping = (object: ApiObject): ApiObject => {
  const { apiVersion, kind, metadata, ...rest } = object;
  const { managedFields: _managed, resourceVersion: _version, ...meta } = metadata;
  return { apiVersion, kind, metadata: meta, ...rest } as ApiObject;
};

/** A state as YAML in the usual order; empty for a missing object. */
export const comparableText = (object: ApiObject | undefined): string =>
  object === undefined ? "" : yamlText(withoutBookkeeping(object));

/** The fields in which two states differ, by path. */
export function changedPaths(before: ApiObject, after: ApiObject): string[] {
  return jsonPatchOf(withoutBookkeeping(before), withoutBookkeeping(after)).map((operation) =>
    operation.path.slice(1).replaceAll("~1", "/").replaceAll("~0", "~").replaceAll("/", "."),
  );
}
