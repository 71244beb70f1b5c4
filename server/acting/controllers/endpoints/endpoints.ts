import type { EndpointSubset } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { copyMap } from "../../../../shared/json/copyMap.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { isNamespaceTerminating } from "../pods/podControl.ts";
import { hasClusterAddress } from "../serviceEndpoints/podEndpoints.ts";
import { sameLabels } from "../serviceEndpoints/serviceLabels.ts";
import {
  PODS,
  podSelectorOf,
  podsOf,
  SERVICES,
  servicePodIndices,
  servicesOfPod,
} from "../serviceEndpoints/servicePods.ts";
import { TriggerTimes } from "../serviceEndpoints/triggerTimes.ts";
import { addressCount, CAPACITY, truncated } from "./capacity.ts";
import { desiredSubsets } from "./desiredEndpoints.ts";

const ENDPOINTS = { group: "", version: "v1", resource: "endpoints" };

/** Maintains the Endpoints of services with a selector. */
export function endpointsController(parts: InformedParts): RunningController {
  const { client, informers, recorder, vocabulary } = parts;
  const pods = informers.of(PODS);
  const services = informers.of(SERVICES);
  const endpoints = informers.of(ENDPOINTS);
  const triggers = new TriggerTimes();
  const triggerAnnotation = vocabulary.render("endpoints.{labelDomain}/last-change-trigger-time");
  const capacityAnnotation = vocabulary.render("endpoints.{labelDomain}/over-capacity");
  const headlessLabel = vocabulary.render("service.{labelDomain}/headless");
  /** Labels that a service need not share with its Endpoints. */
  const unlike = new Set([headlessLabel]);
  const leaderAnnotation = vocabulary.render("control-plane.alpha.{labelDomain}/leader");
  /**
   * Endpoints whose service may have been deleted while the controller did not run. Leader election records have no
   * service.
   */
  const leftOver = new Set<string>();
  const present = endpoints.each((object) => {
    if (object.metadata.annotations?.[leaderAnnotation] === undefined) leftOver.add(keyOf(object));
  });

  /** Whether the stored object is as wanted; annotations that do not depend on the subsets are not compared. */
  function* isCurrent(current: ApiObject, service: ApiObject, subsets: readonly EndpointSubset[]): Steps<boolean> {
    const known = subsetsOf(current);
    return (
      deepEqual(withoutVersions(known), withoutVersions(subsets)) &&
      (yield* sameLabels(current.metadata.labels ?? {}, service.metadata.labels ?? {}, unlike)) &&
      addressCount(known) <= CAPACITY &&
      current.metadata.annotations?.[capacityAnnotation] === undefined
    );
  }

  function* wanted(
    service: ApiObject,
    current: ApiObject | undefined,
    subsets: readonly EndpointSubset[],
    trigger: string | undefined,
  ): Steps<ApiObject> {
    const { namespace, name } = service.metadata;
    const labels = yield* copyMap(service.metadata.labels ?? {});
    const annotations = { ...current?.metadata.annotations };
    const fitting = truncated(subsets);
    if (hasClusterAddress(service)) delete labels[headlessLabel];
    else labels[headlessLabel] = "";
    if (trigger === undefined) delete annotations[triggerAnnotation];
    else annotations[triggerAnnotation] = trigger;
    if (fitting === undefined) delete annotations[capacityAnnotation];
    else annotations[capacityAnnotation] = "truncated";
    return {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { ...(current?.metadata ?? { namespace, name }), labels, annotations },
      ...(subsets.length === 0 ? {} : { subsets: fitting ?? subsets }),
    };
  }

  async function write(current: ApiObject | undefined, next: ApiObject): Promise<void> {
    const { namespace, name } = next.metadata;
    try {
      if (current === undefined) await client.create({ ...ENDPOINTS, namespace }, next);
      else await client.update({ ...ENDPOINTS, namespace, name }, next);
    } catch (error) {
      if (current === undefined && isNamespaceTerminating(error)) return;
      const [reason, what] =
        current === undefined
          ? ["FailedToCreateEndpoint", `create endpoint for service ${namespace}/${name}`]
          : ["FailedToUpdateEndpoint", `update endpoint ${namespace}/${name}`];
      recorder.record(next, "Warning", reason, `Failed to ${what}: ${messageOf(error)}`);
      throw error;
    }
  }

  return startController(parts, {
    needs: [...servicePodIndices(services, pods), present],
    sources: [
      { informer: services },
      { informer: pods, keys: (change) => servicesOfPod(services, change) },
      {
        informer: endpoints,
        keys({ type, object }) {
          const key = keyOf(object);
          return leftOver.delete(key) || type === "deleted" ? [key] : [];
        },
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const service = services.get(namespace, name);
      const current = endpoints.get(namespace, name);
      if (service === undefined) {
        triggers.forget(key);
        if (current !== undefined) await ignoring(["NotFound"], client.delete({ ...ENDPOINTS, namespace, name }));
        return undefined;
      }
      if (podSelectorOf(service) === undefined) return undefined;
      const selected = podsOf(pods, service);
      const trigger = triggers.next(service, selected);
      const subsets = await inTurns(desiredSubsets(service, selected));
      if (current !== undefined && (await inTurns(isCurrent(current, service, subsets)))) return undefined;
      await write(current, await inTurns(wanted(service, current, subsets, trigger)));
      await informers.fresh();
      return undefined;
    },
  });
}

const subsetsOf = (endpoints: ApiObject): EndpointSubset[] =>
  decoded<{ subsets?: EndpointSubset[] }>(endpoints).subsets ?? [];

/** Drops resource versions of pods: a new version of the same pod is not a change. */
const withoutVersions = (subsets: readonly EndpointSubset[]): unknown =>
  subsets.map((subset) => ({
    ...subset,
    ...(subset.addresses === undefined ? {} : { addresses: subset.addresses.map(withoutVersion) }),
    ...(subset.notReadyAddresses === undefined
      ? {}
      : { notReadyAddresses: subset.notReadyAddresses.map(withoutVersion) }),
  }));

function withoutVersion(address: NonNullable<EndpointSubset["addresses"]>[number]) {
  if (address.targetRef?.resourceVersion === undefined) return address;
  const { resourceVersion: _, ...targetRef } = address.targetRef;
  return { ...address, targetRef };
}
