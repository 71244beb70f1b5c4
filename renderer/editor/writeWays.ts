/** The ways to write an object, each by its name: apply is the usual one, the others are for those who mean them. */
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import type { ApiRequest } from "../api/request.ts";
import { fieldManager, type WriteOptions } from "./applyRequest.ts";
import { intentOf } from "./editingText.ts";
import { guarded, jsonPatchOf } from "./jsonPatch.ts";

export const WRITE_WAYS = ["apply", "own", "replace", "patch"] as const;
export type WriteWay = (typeof WRITE_WAYS)[number];

/** The ways that apply: by claiming what was changed, or every field of the text. */
export const isApply = (way: WriteWay): way is "apply" | "own" => way === "apply" || way === "own";

/** What of an object is edited: all that people may set, or a part that has an endpoint of its own. */
export type EditedPart = "" | "status" | "scale";

/**
 * What replaces the object: my text with everything that the editor leaves out taken from the object as it was read. Its
 * resourceVersion makes the server refuse when somebody wrote in between.
 */
export function replaceBody(mine: ApiObject, live: ApiObject, part: EditedPart): ApiObject {
  if (part === "status") return { ...live, status: mine["status"] };
  const { managedFields: _managed, ...kept } = live.metadata;
  const own = mine.metadata;
  const metadata = { ...own, uid: kept.uid, resourceVersion: kept.resourceVersion };
  const body: ApiObject = { ...mine, metadata: metadata as ApiObject["metadata"] };
  if (live["status"] !== undefined && mine["status"] === undefined) body["status"] = live["status"];
  return body;
}

/** What was read, in the shape of what is edited. */
export function editedPart(object: ApiObject, part: EditedPart): ApiObject {
  if (part !== "status") return intentOf(object);
  const { apiVersion, kind, metadata } = object;
  const { name, namespace } = metadata;
  const named = namespace === undefined ? { name } : { name, namespace };
  return { apiVersion, kind, metadata: named, status: object["status"] ?? {} } as ApiObject;
}

/** The patch that leads from what was read to my text. */
export const patchOf = (mine: ApiObject, live: ApiObject, part: EditedPart) =>
  guarded(jsonPatchOf(editedPart(live, part), mine), live.metadata.resourceVersion ?? "");

/** The request of a way other than apply. */
export function writeRequest(
  cluster: string,
  way: Exclude<WriteWay, "apply" | "own">,
  locator: ResourceLocator,
  mine: ApiObject,
  live: ApiObject,
  options: Pick<WriteOptions, "dryRun"> = {},
): ApiRequest {
  const part = (locator.subresource ?? "") as EditedPart;
  const path = withQuery(resourcePath(locator), {
    fieldManager: fieldManager(cluster),
    fieldValidation: "Strict",
    dryRun: options.dryRun ? "All" : undefined,
  });
  if (way === "replace") return { method: "PUT", path, body: replaceBody(mine, live, part) };
  return {
    method: "PATCH",
    path,
    contentType: "application/json-patch+json",
    body: patchOf(mine, live, part),
  };
}
