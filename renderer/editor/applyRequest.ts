/** The writes of the editor: server-side apply, and create. */
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { type ApiResponse, request } from "../api/request.ts";

/** The console's own field manager: what people type here is owned by this name. */
export const FIELD_MANAGER = "orrery-console";

export interface WriteOptions {
  force?: boolean;
  dryRun?: boolean;
}

/** Applies YAML text to an object. @throws ApiError, 409 with field causes when others own what it changes */
export function applyText(
  cluster: string,
  locator: ResourceLocator,
  text: string,
  options: WriteOptions = {},
): Promise<ApiResponse<ApiObject>> {
  const path = withQuery(resourcePath(locator), {
    fieldManager: FIELD_MANAGER,
    fieldValidation: "Strict",
    force: options.force ? true : undefined,
    dryRun: options.dryRun ? "All" : undefined,
  });
  return request<ApiObject>(cluster, {
    method: "PATCH",
    path,
    contentType: "application/apply-patch+yaml",
    body: text,
  });
}

/** Creates an object from YAML text; unlike apply it never touches one that exists. @throws ApiError */
export function createText(
  cluster: string,
  collection: ResourceLocator,
  text: string,
): Promise<ApiResponse<ApiObject>> {
  const path = withQuery(resourcePath(collection), { fieldManager: FIELD_MANAGER, fieldValidation: "Strict" });
  return request<ApiObject>(cluster, { method: "POST", path, contentType: "application/yaml", body: text });
}
