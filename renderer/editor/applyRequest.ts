/** The writes of the editor: server-side apply, and create. */
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { alreadyExists, isApiError } from "../../shared/status.ts";
import { type ApiResponse, request } from "../api/request.ts";
import { settings } from "../localSettings/store.ts";

/** The console's field manager: the owner of the fields that users edit here. */
export const fieldManager = (): string => settings.get("fieldManager");

export interface WriteOptions {
  force?: boolean;
  dryRun?: boolean;
  signal?: AbortSignal | undefined;
}

/**
 * Applies a configuration to an object.
 *
 * @param body YAML text, or the configuration itself
 * @throws ApiError, 409 with field causes when other managers own changed fields
 */
export function applyConfiguration(
  cluster: string,
  locator: ResourceLocator,
  body: string | ApiObject,
  options: WriteOptions = {},
): Promise<ApiResponse<ApiObject>> {
  return patchObject(cluster, locator, "application/apply-patch+yaml", body, options);
}

/** Patches an object. @throws ApiError */
export function patchObject(
  cluster: string,
  locator: ResourceLocator,
  contentType: string,
  body: unknown,
  options: WriteOptions = {},
): Promise<ApiResponse<ApiObject>> {
  const path = withQuery(resourcePath(locator), {
    fieldManager: fieldManager(),
    fieldValidation: "Strict",
    force: options.force ? true : undefined,
    dryRun: options.dryRun ? "All" : undefined,
  });
  return request<ApiObject>(cluster, { method: "PATCH", path, contentType, body, signal: options.signal });
}

/**
 * Creates an object from YAML text; unlike an apply, it never changes an existing one. An object with a name is created
 * by an apply, so that the editor, which also applies, owns its fields from the start: an update and an apply of one
 * manager count as two owners. Without a name (generated names, reviews) it is a POST.
 *
 * @param collection with the name when the text has one
 * @throws ApiError, 409 AlreadyExists when the name is taken
 */
export async function createText(
  cluster: string,
  collection: ResourceLocator,
  text: string,
  signal?: AbortSignal,
): Promise<ApiResponse<ApiObject>> {
  const { name = "", ...unnamed } = collection;
  if (name !== "") {
    if (await exists(cluster, collection, signal)) throw alreadyExists(collection, name);
    return applyConfiguration(cluster, collection, text, { signal });
  }
  const path = withQuery(resourcePath(unnamed), { fieldManager: fieldManager(), fieldValidation: "Strict" });
  return request<ApiObject>(cluster, { method: "POST", path, contentType: "application/yaml", body: text, signal });
}

async function exists(cluster: string, locator: ResourceLocator, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await request<ApiObject>(cluster, { path: resourcePath(locator), signal });
    return true;
  } catch (error) {
    if (isApiError(error, "NotFound")) return false;
    throw error;
  }
}
