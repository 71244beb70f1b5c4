import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { AS_SPECIFIED } from "../../../ground/settings/quirks.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { combineControllers } from "../combineControllers.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { claim, controllerUid, isSelected, orphanNamespace } from "../pods/ownership.ts";
import { PodControl } from "../pods/podControl.ts";
import { ownersOf } from "../pods/podKeys.ts";
import { PodPace } from "../pods/podPace.ts";
import { selectorIndex } from "../pods/selectorIndex.ts";
import { Backoffs } from "./backoff.ts";
import { JobRound } from "./jobRound.ts";
import { hasEnded, type Job, jobNames } from "./kinds.ts";
import { releaseOrphans } from "./orphanPods.ts";

const PODS = { group: "", version: "v1", resource: "pods" };
const selectors = selectorIndex((object) => decoded<Job>(object).spec.selector);

/**
 * Debounce in milliseconds for changes of a job's pods and of its own status: many pods that end together are counted
 * in one round.
 */
const GATHERING = 1000;

/** First and longest delay before a failed round is retried, in milliseconds. */
const FIRST_DELAY = 1000;
const LONGEST_DELAY = 60_000;

/** Runs the pods of jobs until enough of them have succeeded, or too many have failed. */
export function jobController(parts: InformedParts): RunningController {
  const { client, informers, quirks = AS_SPECIFIED, recorder, vocabulary, now } = parts;
  const ownerRef = { group: vocabulary.render("batch"), version: "v1", resource: "jobs", kind: "Job" };
  const jobs = informers.of(ownerRef);
  const pods = informers.of(PODS);
  const names = jobNames(vocabulary);
  const backoffs = new Backoffs();
  const hidesRunningPods = quirks.follows("backoffHidesRunningPods");
  const podControl = new PodControl(parts);
  const pace = new PodPace(pods);
  const tools = { client, recorder, podControl, pace, names, backoffs, ref: ownerRef, now, hidesRunningPods };

  const running = startController(parts, {
    firstDelay: FIRST_DELAY,
    longestDelay: LONGEST_DELAY,
    needs: [pace.ready(), pods.indexed(controllerUid), pods.indexed(orphanNamespace), jobs.indexed(selectors.placesOf)],
    sources: [
      {
        informer: jobs,
        keys({ type, object }) {
          if (type === "deleted") backoffs.forget(object.metadata.uid ?? "");
          return [keyOf(object)];
        },
        debounce: (_, { object, previous }) =>
          previous?.metadata.generation === object.metadata.generation ? GATHERING : undefined,
      },
      {
        informer: pods,
        keys: (change) => ownersOf({ ownerRef, owners: jobs, selectors }, change),
        debounce: () => GATHERING,
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const object = jobs.get(namespace, name);
      const job = object === undefined ? undefined : decoded<Job>(object);
      if (job === undefined || (job.spec.managedBy ?? names.manager) !== names.manager) return undefined;
      if (hasEnded(job)) {
        backoffs.forget(job.metadata.uid ?? "");
        return undefined;
      }
      const candidates = [...pods.by(controllerUid, job.metadata.uid ?? ""), ...pods.by(orphanNamespace, namespace)];
      const wants = ({ metadata }: ApiObject): boolean => isSelected(job.spec.selector, metadata.labels);
      const owned = await claim(
        { client, owner: job, ownerRef, ref: PODS, wants, finalizers: [names.finalizer] },
        candidates,
      );
      try {
        const requeueAfter = await new JobRound(tools, job, owned).run();
        return requeueAfter === undefined ? undefined : { requeueAfter };
      } finally {
        await informers.fresh();
      }
    },
  });
  return combineControllers(running, releaseOrphans(parts, ownerRef, names));
}
