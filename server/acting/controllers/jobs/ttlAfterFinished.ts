import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { ignoring } from "../ignoring.ts";
import { timeOf } from "../pods/podState.ts";
import { conditionOf, type Job } from "./kinds.ts";

/** Deletes finished jobs, and their dependents, after their time to live. */
export function ttlAfterFinishedController(parts: InformedParts): RunningController {
  const { client, informers, vocabulary, now } = parts;
  const ref = { group: vocabulary.render("batch"), version: "v1", resource: "jobs" };
  const jobs = informers.of(ref);
  return startController(parts, {
    sources: [{ informer: jobs }],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const object = jobs.get(namespace, name);
      if (object === undefined || object.metadata.deletionTimestamp !== undefined) return undefined;
      const job = decoded<Job>(object);
      const ended = conditionOf(job, "Complete") ?? conditionOf(job, "Failed");
      const { ttlSecondsAfterFinished: seconds } = job.spec;
      const end = timeOf(ended?.lastTransitionTime);
      // A job whose end has no time stays. Only an external controller of jobs writes such a condition.
      if (end === undefined || seconds === undefined) return undefined;
      const left = end + seconds * 1000 - now();
      if (left > 0) return { requeueAfter: left };
      const { uid = "", resourceVersion = "" } = object.metadata;
      // A job whose time to live was extended in the meantime has another resource version.
      const options = { uid, resourceVersion, propagationPolicy: "Foreground" as const };
      await ignoring(["NotFound"], client.delete({ ...ref, namespace, name }, options));
      return undefined;
    },
  });
}
