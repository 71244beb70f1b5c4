import type { ReplicaSet, StatefulSet } from "kubernetes-types/apps/v1";
import type { ReplicationController, Service } from "kubernetes-types/core/v1";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import { type ApiObject, type GroupResource, parseApiVersion } from "../../../../shared/object.ts";
import { fromStructured, type LabelSelector } from "../../../../shared/selectors/labelSelector.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { controllerOf } from "../../controllers/pods/ownership.ts";
import { mayBeSelecting, selectorIndex } from "../../controllers/pods/selectorIndex.ts";
import type { Informer } from "../../informers/informers.ts";
import { selectorOf } from "./affinityTerms.ts";
import type { PodInfo } from "./podInfo.ts";

type ObjectsOfOneKind = Pick<Informer, "get" | "list" | "by">;

/** Services of all types; a service without a selector selects nothing. */
const selectors = selectorIndex((service) => {
  const matchLabels = decoded<Service>(service).spec?.selector ?? {};
  return isEmptyMap(matchLabels) ? undefined : { matchLabels };
});

const SERVICES: GroupResource = { group: "", resource: "services" };

/** Builds the index for {@link ownersSelector} in advance, yielding to the event loop; resolves when it is ready. */
export const ownersSelectorIndexed = (of: (resource: GroupResource) => Pick<Informer, "indexed">): Promise<void> =>
  of(SERVICES).indexed(selectors.placesOf);

/** Returns a function from a pod to the combined selector of its services and its owner; undefined if it has none. */
export function ownersSelector(
  of: (resource: GroupResource) => ObjectsOfOneKind,
): (pod: PodInfo) => LabelSelector | undefined {
  const services = of(SERVICES);
  const controllers = of({ group: "", resource: "replicationcontrollers" });
  const replicaSets = of({ group: "apps", resource: "replicasets" });
  const statefulSets = of({ group: "apps", resource: "statefulsets" });

  function ofOwner({ object, namespace }: PodInfo): LabelSelector {
    const owner = controllerOf(object);
    if (owner === undefined) return [];
    const { group } = parseApiVersion(owner.apiVersion);
    const find = (kind: ObjectsOfOneKind): ApiObject | undefined => kind.get(namespace, owner.name);
    if (group === "" && owner.kind === "ReplicationController") {
      const found = find(controllers);
      const matchLabels = found && decoded<ReplicationController>(found).spec?.selector;
      return matchLabels === undefined ? [] : fromStructured({ matchLabels });
    }
    if (group !== "apps" || !(owner.kind === "ReplicaSet" || owner.kind === "StatefulSet")) return [];
    const found = find(owner.kind === "ReplicaSet" ? replicaSets : statefulSets);
    return (found && selectorOf(decoded<ReplicaSet & StatefulSet>(found).spec?.selector)) ?? [];
  }

  return (pod) => {
    const matchLabels: Record<string, string> = {};
    for (const service of mayBeSelecting(services, selectors, pod.object)) {
      const selector = decoded<Service>(service).spec?.selector ?? {};
      const pairs = Object.entries(selector);
      const isOfService = pairs.length > 0 && pairs.every(([key, value]) => pod.labels[key] === value);
      if (isOfService) Object.assign(matchLabels, selector);
    }
    const selector = [...fromStructured({ matchLabels }), ...ofOwner(pod)];
    return selector.length === 0 ? undefined : selector;
  };
}
