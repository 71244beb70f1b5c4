/** Requests that are shown to the user before they are sent. */
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import type { ApiRequest } from "../api/requests/request.ts";
import type { MetadataChange } from "./metadataChange.ts";

export type PlannedRequest = Pick<ApiRequest, "path" | "contentType" | "body"> & {
  method: "PATCH" | "DELETE" | "POST";
};

export type Propagation = "Background" | "Foreground" | "Orphan";

/**
 * The DELETE request for one object. @param uid sent as a precondition, to protect another object with the same name
 */
export function deleteRequest(locator: ResourceLocator, propagation: Propagation, uid?: string): PlannedRequest {
  return {
    method: "DELETE",
    path: resourcePath(locator),
    body: {
      apiVersion: "v1",
      kind: "DeleteOptions",
      propagationPolicy: propagation,
      ...(uid === undefined ? {} : { preconditions: { uid } }),
    },
  };
}

/** A merge patch of labels or annotations. */
export function metadataRequest(
  locator: ResourceLocator,
  field: "labels" | "annotations",
  change: MetadataChange,
  fieldManager: string,
): PlannedRequest {
  return {
    method: "PATCH",
    path: withQuery(resourcePath(locator), { fieldManager }),
    contentType: "application/merge-patch+json",
    body: { metadata: { [field]: change } },
  };
}
