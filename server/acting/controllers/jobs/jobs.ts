import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { claim, controllerOf, controllerUid, isSelected, orphanNamespace } from "../pods/ownership.ts";
import { PodControl } from "../pods/podControl.ts";
import { ownersOf } from "../pods/podKeys.ts";
import { JobRound } from "./jobRound.ts";
import { hasEnded, isTracked, type Job, jobNames } from "./kinds.ts";

const PODS = { group: "", version: "v1", resource: "pods" };

/** Before a round that failed is tried again, in milliseconds. */
const FIRST_DELAY = 1000;

/** Runs the pods of jobs until enough of them have succeeded, or too many have failed. */
export function jobController(parts: InformedParts): RunningController {
  const { client, informers, recorder, vocabulary, now } = parts;
  const ownerRef = { group: vocabulary.render("batch"), version: "v1", resource: "jobs", kind: "Job" };
  const jobs = informers.of(ownerRef);
  const pods = informers.of(PODS);
  const names = jobNames(vocabulary);
  const tools = { client, recorder, podControl: new PodControl(parts), names, ref: ownerRef, now };

  /** A pod whose job is gone is no more to be counted. */
  async function releaseOrphan({ metadata }: ApiObject): Promise<void> {
    const { namespace, name = "", uid } = metadata;
    const patch = { metadata: { uid, "$deleteFromPrimitiveList/finalizers": [names.finalizer] } };
    await ignoring(["NotFound", "Invalid"], client.patch({ ...PODS, namespace, name }, patch, { type: "strategic" }));
  }

  const podsNamed = (key: string): ApiObject[] => {
    const { namespace, name } = splitKey(key);
    return pods.list(namespace).filter((pod) => {
      const owner = controllerOf(pod);
      return owner?.kind === "Job" && owner.name === name && isTracked(pod, names);
    });
  };

  return startController(parts, {
    firstDelay: FIRST_DELAY,
    sources: [
      { informer: jobs },
      {
        informer: pods,
        keys: (change) =>
          ownersOf({ ownerRef, owners: jobs, selectorOf: (owner) => decoded<Job>(owner).spec.selector }, change),
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const object = jobs.get(namespace, name);
      const job = object === undefined ? undefined : decoded<Job>(object);
      const orphans = podsNamed(key).filter((pod) => controllerOf(pod)?.uid !== job?.metadata.uid);
      for (const pod of orphans) await releaseOrphan(pod);
      if (job === undefined || (job.spec.managedBy ?? names.manager) !== names.manager) return undefined;
      if (hasEnded(job)) {
        for (const pod of podsNamed(key)) await releaseOrphan(pod);
        return undefined;
      }
      const candidates = [...pods.by(controllerUid, job.metadata.uid ?? ""), ...pods.by(orphanNamespace, namespace)];
      const wants = ({ metadata }: ApiObject): boolean => isSelected(job.spec.selector, metadata.labels);
      const owned = await claim(
        { client, owner: job, ownerRef, ref: PODS, wants, finalizers: [names.finalizer] },
        candidates,
      );
      try {
        const again = await new JobRound(tools, job, owned).run();
        return again === undefined ? undefined : { again };
      } finally {
        await informers.fresh();
      }
    },
  });
}
