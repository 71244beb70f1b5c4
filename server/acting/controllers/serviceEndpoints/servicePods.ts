import type { Service } from "kubernetes-types/core/v1";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import type { Informer } from "../../informers/informers.ts";
import { keyOf } from "../../informers/objectKey.ts";
import { labelPairs, selectedBy } from "../pods/podLabels.ts";
import { asPod, isFinished, isReady } from "../pods/podState.ts";
import { mayBeSelecting, selectorIndex } from "../pods/selectorIndex.ts";

export const PODS = { group: "", version: "v1", resource: "pods" };
export const SERVICES = { group: "", version: "v1", resource: "services" };

export const asService = (object: ApiObject): Service => narrow<Service>(object);

/** The pod selector of a service; undefined for a service whose endpoints another client maintains. */
export function podSelectorOf(service: ApiObject): Record<string, string> | undefined {
  const { type, selector } = asService(service).spec ?? {};
  return type === "ExternalName" ? undefined : (selector ?? undefined);
}

/** The pods that a service selects, in any state. */
export const podsOf = (pods: Informer, service: ApiObject): ApiObject[] =>
  selectedBy(pods, service.metadata.namespace ?? "", { matchLabels: podSelectorOf(service) ?? {} });

/** A service with an empty selector selects nothing. */
const selectors = selectorIndex((service) => {
  const matchLabels = podSelectorOf(service) ?? {};
  return isEmptyMap(matchLabels) ? undefined : { matchLabels };
});

/** Builds the indices for {@link podsOf} and {@link servicesOfPod} in advance. */
export const servicePodIndices = (services: Informer, pods: Informer): Promise<void>[] => [
  services.indexed(selectors.placesOf),
  pods.indexed(labelPairs),
];

/** The keys of services whose endpoints may be affected by a change of a pod. */
export function* servicesOfPod(services: Informer, { type, object, previous }: ObjectChange): Iterable<string> {
  const selecting = selectingServices(services, object);
  if (previous === undefined || type === "deleted") {
    yield* selecting;
    return;
  }
  const hasMoved = previous.metadata.labels !== object.metadata.labels;
  const before = hasMoved ? selectingServices(services, previous) : selecting;
  if (isNews(previous, object)) {
    yield* new Set([...before, ...selecting]);
    return;
  }
  for (const key of selecting) if (!before.has(key)) yield key;
  for (const key of before) if (!selecting.has(key)) yield key;
}

function selectingServices(services: Informer, pod: ApiObject): Set<string> {
  const { labels = {} } = pod.metadata;
  const keys = new Set<string>();
  for (const service of mayBeSelecting(services, selectors, pod)) {
    const selector = Object.entries(podSelectorOf(service) ?? {});
    if (selector.length > 0 && selector.every(([name, value]) => labels[name] === value)) keys.add(keyOf(service));
  }
  return keys;
}

/** Whether a change of a pod affects its endpoints. */
function isNews(previous: ApiObject, pod: ApiObject): boolean {
  const before = asPod(previous);
  const now = asPod(pod);
  return (
    previous.metadata.deletionTimestamp !== pod.metadata.deletionTimestamp ||
    previous.metadata.uid !== pod.metadata.uid ||
    before.spec?.nodeName !== now.spec?.nodeName ||
    isReady(previous) !== isReady(pod) ||
    isFinished(previous) !== isFinished(pod) ||
    addresses(previous) !== addresses(pod)
  );
}

const addresses = (pod: ApiObject): string => (asPod(pod).status?.podIPs ?? []).map(({ ip }) => ip).join();
