/** The writes of the editor: server-side apply, and create. */
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import { alreadyExists, isApiError } from "../../shared/status.ts";
import { type ApiResponse, request } from "../api/requests/request.ts";
import { viewAsOf } from "../api/viewAs.ts";
import { settings } from "../localSettings/store.ts";

/** Maximum length of a field manager's name in the API. */
const MAX_LENGTH = 128;

/**
 * The console's field manager, which owns what users write here. While a cluster is viewed as another subject, that
 * subject has its own field manager, like a second user would: otherwise the API could not distinguish a conflict from
 * an update by the same user.
 */
export function fieldManager(cluster: string): string {
  const own = settings.get("fieldManager");
  const subject = viewAsOf(cluster)?.username;
  if (subject === undefined) return own;
  // All servers accept printable ASCII; their limit counts bytes.
  return `${own.slice(0, MAX_LENGTH / 2)}-${subject.replace(/[^!-~]+/g, "-")}`.slice(0, MAX_LENGTH);
}

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
    fieldManager: fieldManager(cluster),
    fieldValidation: "Strict",
    force: options.force ? true : undefined,
    dryRun: options.dryRun ? "All" : undefined,
  });
  return request<ApiObject>(cluster, { method: "PATCH", path, contentType, body, signal: options.signal });
}

/**
 * Creates an object from YAML text; unlike an apply, never changes an existing one. An object with a name is created by
 * an apply, so that the editor, which also applies, owns its fields from the start: updates and applies of one manager
 * count as two owners. Without a name (generated names, reviews), it is a POST.
 *
 * @param collection path of the collection, including the name if the text has one
 * @throws ApiError, 409 AlreadyExists if the name is taken
 */
export async function createText(
  cluster: string,
  collection: ResourceLocator,
  text: string,
  options: Pick<WriteOptions, "dryRun" | "signal"> = {},
): Promise<ApiResponse<ApiObject>> {
  const { dryRun, signal } = options;
  const { name = "", ...unnamed } = collection;
  if (name !== "") {
    if (await exists(cluster, collection, signal)) throw alreadyExists(collection, name);
    return applyConfiguration(cluster, collection, text, options);
  }
  const path = withQuery(resourcePath(unnamed), {
    fieldManager: fieldManager(cluster),
    fieldValidation: "Strict",
    dryRun: dryRun ? "All" : undefined,
  });
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
