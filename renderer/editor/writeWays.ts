/** The ways to write an object, by name: apply is the default, and the user can choose the others. */
import type { ApiObject } from "../../shared/object.ts";
import { type ResourceLocator, resourcePath, withQuery } from "../../shared/resourcePath.ts";
import type { ApiRequest } from "../api/requests/request.ts";
import { inSlices } from "../ui/inSlices.ts";
import { fieldManager, type WriteOptions } from "./applyRequest.ts";
import { intentOf } from "./editingText.ts";
import { guarded, type PatchOperation, patchInSteps } from "./jsonPatch.ts";

export const WRITE_WAYS = ["apply", "own", "replace", "patch"] as const;
export type WriteWay = (typeof WRITE_WAYS)[number];

/** Whether the write is an apply: of the changed fields, or of every field of the text. */
export const isApply = (way: WriteWay): way is "apply" | "own" => way === "apply" || way === "own";

/** The edited part of an object: all fields that users may set, or a part with its own endpoint. */
export type EditedPart = "" | "status" | "scale";

/**
 * The body of a replacement: the user's text, completed with the fields that the editor omits, which come from the last
 * read object. Its resourceVersion makes the server refuse it after a concurrent write.
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

/** The edited part of an object. */
export function editedPart(object: ApiObject, part: EditedPart): ApiObject {
  if (part !== "status") return intentOf(object);
  const { apiVersion, kind, metadata } = object;
  const { name, namespace } = metadata;
  const named = namespace === undefined ? { name } : { name, namespace };
  return { apiVersion, kind, metadata: named, status: object["status"] ?? {} } as ApiObject;
}

/** The patch from the last read object to the user's text. */
export const patchOf = async (mine: ApiObject, live: ApiObject, part: EditedPart): Promise<PatchOperation[]> =>
  guarded(await inSlices(patchInSteps(editedPart(live, part), mine)), live.metadata.resourceVersion ?? "");

/** The request of a write other than apply. */
export async function writeRequest(
  cluster: string,
  way: Exclude<WriteWay, "apply" | "own">,
  locator: ResourceLocator,
  mine: ApiObject,
  live: ApiObject,
  options: Pick<WriteOptions, "dryRun"> = {},
): Promise<ApiRequest> {
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
    body: await patchOf(mine, live, part),
  };
}
