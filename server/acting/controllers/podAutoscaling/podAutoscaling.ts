import type { PathReader } from "../../client/pathReader.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { Autoscaler } from "./autoscaler.ts";
import type { PodAutoscalingOptions } from "./flags.ts";
import { MetricApis } from "./metricApis.ts";

/**
 * Scales the targets of autoscalers by metrics. Each autoscaler is reconciled once per period, starting one period
 * after its creation, no matter whether it changes or the last round failed.
 * @param read reads metrics, whichever server serves them
 */
export function podAutoscalingController(
  parts: InformedParts,
  read: PathReader,
  options: PodAutoscalingOptions,
): RunningController {
  const { informers, vocabulary, timers, onError } = parts;
  const autoscalers = informers.of({ group: vocabulary.render("autoscaling"), resource: "horizontalpodautoscalers" });
  const autoscaler = new Autoscaler(parts, new MetricApis(read, vocabulary), options);
  const period = options.horizontalPodAutoscalerSyncPeriod;
  /** When each autoscaler is synced next, by the clock of the timers. */
  const due = new Map<string, number>();
  return startController(parts, {
    sources: [{ informer: autoscalers }],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const object = autoscalers.get(namespace, name);
      if (object === undefined) {
        due.delete(key);
        autoscaler.forget(key);
        return undefined;
      }
      const left = (due.get(key) ?? timers.now + period) - timers.now;
      if (left > 0) {
        due.set(key, timers.now + left);
        return { requeueAfter: left };
      }
      try {
        await autoscaler.evaluate(object);
      } catch (error) {
        onError(error, key);
      }
      due.set(key, timers.now + period);
      return { requeueAfter: period };
    },
  });
}
