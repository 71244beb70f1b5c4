import type { EndpointSubset } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { each } from "../../../../shared/steps.ts";
import { decodedInSteps } from "../../../api/registry/strategies/narrow.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { eachTried } from "../eachTried.ts";
import { sliceOf } from "../endpointSlices/slices.ts";
import { sliceWords } from "../endpointSlices/sliceWords.ts";
import { FIRST_DELAY, writeSlices } from "../endpointSlices/sliceWrites.ts";
import { ignoring } from "../ignoring.ts";
import { asService, SERVICES } from "../serviceEndpoints/servicePods.ts";
import { mirrorChanges } from "./mirrorChanges.ts";
import { mirroredGroups } from "./mirroredGroups.ts";

/**
 * Mirrors the Endpoints that users write for services without a selector to EndpointSlices.
 * @param limit maximum number of addresses of one subset
 */
export function mirroringController(parts: InformedParts, limit: number): RunningController {
  const { client, informers, recorder, vocabulary } = parts;
  const words = sliceWords(vocabulary, "endpointslicemirroring-controller");
  const group = vocabulary.render("discovery.{domain}");
  const ref = { group, version: "v1", resource: "endpointslices" };
  const services = informers.of(SERVICES);
  const endpoints = informers.of({ group: "", resource: "endpoints" });
  const slices = informers.of(ref);
  const skipLabel = vocabulary.render("endpointslice.{labelDomain}/skip-mirror");
  const leaderAnnotation = vocabulary.render("control-plane.alpha.{labelDomain}/leader");
  /** Annotations about the Endpoints object itself, which are not copied. */
  const ownAnnotations = [words.trigger, vocabulary.render("kubectl.{labelDomain}/last-applied-configuration")];

  function isMirrored(source: ApiObject | undefined, service: ApiObject | undefined): source is ApiObject {
    if (source === undefined || service === undefined) return false;
    const { labels = {}, annotations = {} } = source.metadata;
    if (labels[skipLabel] === "true" || annotations[leaderAnnotation] !== undefined) return false;
    return (asService(service).spec?.selector ?? undefined) === undefined;
  }

  async function mirror(source: ApiObject, existing: readonly ApiObject[]): Promise<void> {
    const { namespace, name = "" } = source.metadata;
    const { subsets = [] } = await inTurns(decodedInSteps<{ subsets?: EndpointSubset[] }>(source));
    const mirrored = await inTurns(mirroredGroups(subsets, limit));
    const { invalid, skipped } = mirrored;
    if (invalid > 0) {
      const message = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
      recorder.record(source, "Warning", "InvalidIPAddress", message);
    }
    if (skipped > invalid) {
      const most = `A max of ${limit} addresses can be mirrored to EndpointSlices per Endpoints subset.`;
      recorder.record(source, "Warning", "TooManyAddressesToMirror", `${most} ${skipped} addresses were skipped`);
    }
    const annotations = { ...source.metadata.annotations };
    for (const own of ownAnnotations) delete annotations[own];
    const labels = { ...source.metadata.labels, [words.serviceName]: name, [words.managedBy]: words.manager };
    const stored = await inTurns(each(existing, sliceOf));
    const changes = await inTurns(mirrorChanges({ source, mirrored, existing: stored, labels, annotations }));
    const ownerText = `Endpoints ${namespace}/${name}`;
    const writer = { parts: { client, vocabulary }, owner: source, ownerText, annotations, mayReuse: () => true };
    await writeSlices(writer, changes);
  }

  return startController(parts, {
    firstDelay: FIRST_DELAY,
    needs: [slices.indexed(words.ofOwner)],
    sources: [
      { informer: endpoints },
      { informer: services },
      {
        informer: slices,
        keys: ({ object, previous }) => [object, ...(previous === undefined ? [] : [previous])].flatMap(words.ofOwner),
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const source = endpoints.get(namespace, name);
      const existing = slices.by(words.ofOwner, key);
      if (isMirrored(source, services.get(namespace, name))) await mirror(source, existing);
      else {
        await eachTried(existing, ({ metadata }) =>
          ignoring(["NotFound"], client.delete({ ...ref, namespace, name: metadata.name ?? "" })),
        );
      }
      await informers.fresh();
      return undefined;
    },
  });
}
