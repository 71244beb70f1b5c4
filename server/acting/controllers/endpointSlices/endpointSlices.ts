import type { ApiObject } from "../../../../shared/object.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import {
  PODS,
  podSelectorOf,
  podsOf,
  SERVICES,
  servicePodIndices,
  servicesOfPod,
} from "../serviceEndpoints/servicePods.ts";
import { TriggerTimes } from "../serviceEndpoints/triggerTimes.ts";
import { desiredSliceEndpoints, familiesOf } from "./desiredSliceEndpoints.ts";
import { ServiceHints } from "./hints/serviceHints.ts";
import { changesOf } from "./serviceSlices.ts";
import { labelledSlices, labelsFor } from "./sliceLabels.ts";
import { isOwned, type Slice, sliceOf } from "./slices.ts";
import { sliceWords } from "./sliceWords.ts";
import { deleteSlice, FIRST_DELAY, writeSlices } from "./sliceWrites.ts";

/** Maintains the EndpointSlices of services with a selector. @param limit maximum number of endpoints per slice */
export function endpointSliceController(parts: InformedParts, limit: number): RunningController {
  const { client, informers, recorder, vocabulary } = parts;
  const words = sliceWords(vocabulary, "endpointslice-controller");
  const pods = informers.of(PODS);
  const nodes = informers.of({ group: "", resource: "nodes" });
  const services = informers.of(SERVICES);
  const slices = informers.of({ group: vocabulary.render("discovery.{domain}"), resource: "endpointslices" });
  const triggers = new TriggerTimes();
  const hints = new ServiceHints(vocabulary, nodes);
  const zoneLabel = vocabulary.render("topology.{labelDomain}/zone");

  async function reconcileService(service: ApiObject, key: string): Promise<void> {
    const { namespace = "", name = "" } = service.metadata;
    const selected = podsOf(pods, service);
    const existing = slices.by(words.ofOwner, key).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const trigger = triggers.next(service, selected);
    const ownerText = `Service ${namespace}/${name}`;
    const writer = {
      parts: { client, vocabulary },
      owner: service,
      ownerText,
      annotations: { [words.trigger]: trigger },
      mayReuse: (slice: Slice): boolean => isOwned(slice, service),
    };
    const families = familiesOf(service);
    const known = existing.map(sliceOf);
    const labels = await inTurns(labelsFor(service, words));
    const labelled = await inTurns(labelledSlices(known, labels, words.reserved));
    const problems: string[] = [];
    for (const family of families) {
      const nodeNamed = (node: string): ApiObject | undefined => nodes.get("", node);
      const desired = await inTurns(desiredSliceEndpoints(service, selected, family, nodeNamed, zoneLabel));
      for (const { metadata, spec } of desired.podsWithoutNode) {
        const { nodeName = "" } = spec as { nodeName?: string };
        problems.push(`skipping Pod ${metadata.name} for ${ownerText}: Node ${nodeName} Not Found`);
      }
      const { changes, events } = changesOf(
        {
          service,
          addressType: family,
          existing: known.filter(({ addressType }) => addressType === family),
          desired: desired.groups,
          labels,
          labelled,
          reserved: words.reserved,
          limit,
        },
        hints,
      );
      await writeSlices(writer, changes).catch((error) => problems.push(messageOf(error)));
      for (const { type, reason, message } of events) recorder.record(service, type, reason, message);
    }
    const others = known.filter(({ addressType }) => !families.some((family) => family === addressType));
    for (const slice of others) {
      hints.forget(key, slice.addressType);
      await deleteSlice(writer, slice).catch((error) => {
        const subject = `error deleting ${slice.stored?.metadata.name} EndpointSlice for ${ownerText}`;
        problems.push(`${subject}: ${messageOf(error)}`);
      });
    }
    await informers.fresh();
    if (problems.length > 0) throw new Error(aggregateText(problems));
  }

  return startController(parts, {
    firstDelay: FIRST_DELAY,
    needs: [...servicePodIndices(services, pods), slices.indexed(words.ofOwner)],
    sources: [
      { informer: services },
      { informer: pods, keys: (change) => servicesOfPod(services, change) },
      {
        informer: slices,
        keys: ({ object, previous }) => [
          ...words.ofOwner(object),
          ...(previous === undefined ? [] : words.ofOwner(previous)),
        ],
      },
      { informer: nodes, keys: (change) => hints.overloadedBy(change) },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const service = services.get(namespace, name);
      if (service === undefined) {
        triggers.forget(key);
        hints.forget(key);
        return undefined;
      }
      if (podSelectorOf(service) === undefined) return undefined;
      try {
        await reconcileService(service, key);
      } catch (error) {
        const what = `Error updating Endpoint Slices for Service ${namespace}/${name}`;
        recorder.record(service, "Warning", "FailedToUpdateEndpointSlices", `${what}: ${messageOf(error)}`);
        throw error;
      }
      return undefined;
    },
  });
}
