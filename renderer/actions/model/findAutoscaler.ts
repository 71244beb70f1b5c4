import type { ApiObject } from "../../../shared/object.ts";
import { readPages } from "../../api/lists/readPages.ts";
import { objectSource } from "../../resources/live/objectSource.ts";
import { type Autoscaler, autoscalerOf } from "./autoscaler.ts";

/**
 * Searches the autoscalers of the object's namespace, page by page, for the one of the object.
 * @param version of the API of autoscalers
 * @returns undefined if there is none
 * @throws the errors of the requests
 */
export async function findAutoscaler(
  cluster: string,
  object: ApiObject,
  version: string,
  signal: AbortSignal,
): Promise<Autoscaler | undefined> {
  const { namespace = "" } = object.metadata;
  const collection = { group: "autoscaling", version, resource: "horizontalpodautoscalers", namespace };
  const source = objectSource({ cluster, collection, kind: "HorizontalPodAutoscaler" });
  const enough = new AbortController();
  let found: Autoscaler | undefined;
  await readPages(source, AbortSignal.any([signal, enough.signal]), ({ items }) => {
    found = autoscalerOf(object, items);
    if (found !== undefined) enough.abort();
  });
  return found;
}
