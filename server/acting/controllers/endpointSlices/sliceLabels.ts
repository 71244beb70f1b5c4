import { copyMap } from "../../../../shared/json/copyMap.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { hasClusterAddress } from "../serviceEndpoints/podEndpoints.ts";
import { sameLabels } from "../serviceEndpoints/serviceLabels.ts";
import type { Slice } from "./slices.ts";
import type { SliceWords } from "./sliceWords.ts";

/** The labels of a service's slices: those of the service, and those that clients use to find the slices. */
export function* labelsFor(service: ApiObject, words: SliceWords): Steps<Slice["labels"]> {
  const labels = yield* copyMap(service.metadata.labels ?? {});
  for (const name of words.reserved) delete labels[name];
  if (!hasClusterAddress(service)) labels[words.headless] = "";
  labels[words.serviceName] = service.metadata.name ?? "";
  labels[words.managedBy] = words.manager;
  return labels;
}

/** The slices that have the wanted labels. Reserved labels are not compared: a difference in them causes no write. */
export function* labelledSlices(
  slices: readonly Slice[],
  labels: Slice["labels"],
  reserved: ReadonlySet<string>,
): Steps<ReadonlySet<Slice>> {
  const labelled = new Set<Slice>();
  for (const slice of slices) if (yield* sameLabels(slice.labels, labels, reserved)) labelled.add(slice);
  return labelled;
}
