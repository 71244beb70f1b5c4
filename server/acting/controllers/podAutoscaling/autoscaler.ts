import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerBehavior,
  MetricStatus,
} from "kubernetes-types/autoscaling/v2";
import type { ApiObject } from "../../../../shared/object.ts";
import { type LabelSelector, parseLabelSelector } from "../../../../shared/selectors/labelSelector.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { kindsOf } from "../../../api/client/kinds.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { keyOf } from "../../informers/objectKey.ts";
import type { InformedParts } from "../controller.ts";
import { matching } from "../pods/podLabels.ts";
import { AutoscalerStatus } from "./autoscalerStatus.ts";
import type { PodAutoscalingOptions } from "./flags.ts";
import { limitByBehavior, limitByDefault } from "./limitReplicas.ts";
import type { MetricApis } from "./metricApis.ts";
import { MetricFailure, type MetricTask, proposeReplicas } from "./proposeReplicas.ts";
import { findTarget, NoTarget, type ScaleTarget } from "./scaleTarget.ts";
import { ScalingHistory } from "./scalingHistory.ts";
import { SelectorConflicts } from "./selectorConflicts.ts";

const PODS = { group: "", resource: "pods" };

/** The combined proposal of all metrics. */
interface Recommendation {
  readonly replicas: number;
  /** The name of the metric with the highest proposal, for Events. */
  readonly metric: string;
  readonly statuses: readonly MetricStatus[];
  /** The failure of some metrics: the other metrics still apply, but the failure must be reported. */
  readonly failure: Error | undefined;
}

/** No number of pods can be recommended. */
class NoRecommendation extends Error {
  readonly statuses: readonly MetricStatus[] | undefined;

  constructor(message: string, statuses?: readonly MetricStatus[]) {
    super(message);
    this.statuses = statuses;
  }
}

/**
 * Reconciles autoscalers one by one, and scales their targets. It remembers the recent recommendations and changes of
 * each.
 */
export class Autoscaler {
  readonly #parts: InformedParts;
  readonly #apis: MetricApis;
  readonly #options: PodAutoscalingOptions;
  readonly #histories = new Map<string, ScalingHistory>();
  readonly #conflicts = new SelectorConflicts();

  constructor(parts: InformedParts, apis: MetricApis, options: PodAutoscalingOptions) {
    this.#parts = parts;
    this.#apis = apis;
    this.#options = options;
  }

  forget(key: string): void {
    this.#histories.delete(key);
    this.#conflicts.forget(key);
  }

  /** @throws Error after the autoscaler's status and Events have reported it */
  async evaluate(object: ApiObject): Promise<void> {
    const hpa = decoded<HorizontalPodAutoscaler>(object);
    const status = new AutoscalerStatus(object, this.#parts.now());
    const { recorder } = this.#parts;
    let target: ScaleTarget;
    try {
      target = await findTarget(this.#parts.client, object.metadata.namespace ?? "", scaleTargetOf(hpa));
    } catch (error) {
      if (!(error instanceof NoTarget)) throw error;
      recorder.record(object, "Warning", "FailedGetScale", error.eventMessage);
      const message = `the HPA controller was unable to get the target's current scale: ${error.eventMessage}`;
      status.set("AbleToScale", "False", { reason: "FailedGetScale", message });
      await this.#write(object, status);
      throw error;
    }
    const message = "the HPA controller was able to get the target's current scale";
    status.set("AbleToScale", "True", { reason: "SucceededGetScale", message });
    await this.#scale(object, hpa, status, target);
  }

  async #scale(
    object: ApiObject,
    hpa: HorizontalPodAutoscaler,
    status: AutoscalerStatus,
    target: ScaleTarget,
  ): Promise<void> {
    const { now } = this.#parts;
    const { desired: wanted } = target;
    const { minReplicas: min = 1, maxReplicas: max = 1 } = hpa.spec ?? {};
    const key = keyOf(object);
    const history = this.#histories.get(key) ?? new ScalingHistory({ time: now(), replicas: wanted });
    this.#histories.set(key, history);
    if (wanted === 0 && min !== 0) {
      const message = "scaling is disabled since the replica count of the target is zero";
      status.set("ScalingActive", "False", { reason: "ScalingDisabled", message });
      status.count(0, 0, undefined);
      return this.#write(object, status);
    }
    if (wanted > max || wanted < min) {
      const detail = wanted > max ? "above Spec.MaxReplicas" : "below Spec.MinReplicas";
      const replicas = wanted > max ? max : min;
      return this.#rescale(object, hpa, status, { target, replicas, detail: `Current number of replicas ${detail}` });
    }
    let found: Recommendation;
    try {
      found = await this.#recommend(object, hpa, status, target);
    } catch (error) {
      if (!(error instanceof NoRecommendation)) throw error;
      status.count(wanted, undefined, error.statuses);
      await this.#write(object, status);
      this.#parts.recorder.record(object, "Warning", "FailedComputeMetricsReplicas", error.message);
      throw new Error(
        `failed to compute desired number of replicas based on listed metrics for ${titleOf(hpa)}: ${error.message}`,
      );
    }
    const desired = found.replicas;
    const replicas = this.#limit(hpa, status, history, { current: wanted, desired, min, max, now: now() });
    if (replicas === wanted) {
      status.count(wanted, wanted, found.statuses);
      await this.#write(object, status);
    } else {
      const detail =
        desired > wanted ? `${found.metric} above target` : desired < wanted ? "All metrics below target" : "";
      await this.#rescale(object, hpa, status, { target, replicas, detail, statuses: found.statuses });
    }
    if (found.failure !== undefined) throw found.failure;
  }

  #limit(
    hpa: HorizontalPodAutoscaler,
    status: AutoscalerStatus,
    history: ScalingHistory,
    input: Parameters<typeof limitByDefault>[0],
  ): number {
    const window = this.#options.horizontalPodAutoscalerDownscaleStabilization;
    const behavior = hpa.spec?.behavior;
    const { replicas, stabilized, limited } =
      behavior === undefined
        ? limitByDefault(input, history, window)
        : limitByBehavior(input, history, withWindow(behavior, window));
    const ready = { reason: "ReadyForNewScale", message: "recommended size matches current size" };
    status.set("AbleToScale", "True", stabilized ?? ready);
    status.set("ScalingLimited", limited.isLimited ? "True" : "False", limited);
    return replicas;
  }

  async #rescale(
    object: ApiObject,
    hpa: HorizontalPodAutoscaler,
    status: AutoscalerStatus,
    change: { target: ScaleTarget; replicas: number; detail: string; statuses?: readonly MetricStatus[] },
  ): Promise<void> {
    const { recorder, now } = this.#parts;
    const { target, replicas, detail, statuses } = change;
    const size = `New size: ${replicas}; reason: ${detail}`;
    try {
      await target.scaleTo(replicas);
    } catch (error) {
      const text = messageOf(error);
      recorder.record(object, "Warning", "FailedRescale", `${size}; error: ${text}`);
      const message = `the HPA controller was unable to update the target scale: ${text}`;
      status.set("AbleToScale", "False", { reason: "FailedUpdateScale", message });
      status.count(target.desired, undefined, statuses);
      await this.#write(object, status);
      throw new Error(`failed to rescale ${titleOf(hpa)}: ${text}`, { cause: error });
    }
    const message = `the HPA controller was able to update the target scale to ${replicas}`;
    status.set("AbleToScale", "True", { reason: "SucceededRescale", message });
    recorder.record(object, "Normal", "SuccessfulRescale", size);
    const { scaleUp: up, scaleDown: down } = hpa.spec?.behavior ?? {};
    if (hpa.spec?.behavior !== undefined) {
      const rules = { ...(up === undefined ? {} : { up }), ...(down === undefined ? {} : { down }) };
      this.#histories.get(keyOf(object))?.scaled(target.desired, { time: now(), replicas }, rules);
    }
    status.count(target.desired, replicas, statuses);
    status.scaled();
    await this.#write(object, status);
  }

  /** @throws NoRecommendation */
  async #recommend(
    object: ApiObject,
    hpa: HorizontalPodAutoscaler,
    status: AutoscalerStatus,
    target: ScaleTarget,
  ): Promise<Recommendation> {
    const { recorder } = this.#parts;
    const specs = hpa.spec?.metrics ?? [];
    const pods = this.#podsOf(object, status, target.selector);
    const task = this.#task(object, target, pods);
    const statuses: MetricStatus[] = specs.map(() => ({ type: "" }));
    const failures: MetricFailure[] = [];
    let best: { readonly replicas: number; readonly name: string } | undefined;
    for (const [i, spec] of specs.entries()) {
      try {
        const proposal = await proposeReplicas(task, spec);
        statuses[i] = proposal.status;
        if (best === undefined || best.replicas === 0 || proposal.replicas > best.replicas) best = proposal;
      } catch (error) {
        if (!(error instanceof MetricFailure)) throw error;
        recorder.record(object, "Warning", error.reason, error.eventMessage);
        failures.push(error);
      }
    }
    const [first] = failures;
    const failure =
      first === undefined
        ? undefined
        : new Error(
            `invalid metrics (${failures.length} invalid out of ${specs.length}), first error is: ${first.message}`,
          );
    // If only some metrics are available, they may add pods, but not remove any.
    if (best === undefined || (failure !== undefined && best.replicas < target.desired)) {
      if (first !== undefined) {
        const message = `the HPA was unable to compute the replica count: ${first.eventMessage}`;
        status.set("ScalingActive", "False", { reason: first.reason, message });
      }
      throw new NoRecommendation(failure?.message ?? "no metrics are listed", statuses);
    }
    const message = `the HPA was able to successfully calculate a replica count from ${best.name}`;
    status.set("ScalingActive", "True", { reason: "ValidMetricFound", message });
    return { replicas: best.replicas, metric: best.name, statuses, failure };
  }

  #task(object: ApiObject, target: ScaleTarget, pods: readonly ApiObject[]): MetricTask {
    const { client, now } = this.#parts;
    const options = this.#options;
    return {
      namespace: object.metadata.namespace ?? "",
      selector: target.selector,
      current: target.desired,
      existing: target.existing,
      pods,
      now: now(),
      apis: this.#apis,
      kinds: kindsOf(client.resources()),
      tolerance: options.horizontalPodAutoscalerTolerance,
      cpuInitializationPeriod: options.horizontalPodAutoscalerCpuInitializationPeriod,
      initialReadinessDelay: options.horizontalPodAutoscalerInitialReadinessDelay,
    };
  }

  /** The pods of the target, which no other autoscaler may select. @throws NoRecommendation */
  #podsOf(object: ApiObject, status: AutoscalerStatus, selector: string): ApiObject[] {
    const { informers, recorder } = this.#parts;
    const namespace = object.metadata.namespace ?? "";
    const refuse = (event: string, reason: string, eventMessage: string, message = eventMessage): never => {
      recorder.record(object, "Warning", event, eventMessage);
      status.set("ScalingActive", "False", { reason, message });
      throw new NoRecommendation(eventMessage);
    };
    if (selector === "") {
      const message = "the HPA target's scale is missing a selector";
      return refuse("SelectorRequired", "InvalidSelector", "selector is required", message);
    }
    let parsed: LabelSelector;
    try {
      parsed = parseLabelSelector(selector);
    } catch (error) {
      const detail = messageOf(error);
      const eventMessage = `couldn't convert selector into a corresponding internal selector object: ${detail}`;
      return refuse("InvalidSelector", "InvalidSelector", eventMessage);
    }
    this.#conflicts.set(keyOf(object), parsed);
    const pods = matching(informers.of(PODS), namespace, parsed);
    const counting = this.#conflicts.autoscalersSelecting(namespace, pods);
    if (pods.length === 0 || counting.length < 2) return pods;
    const autoscalers = counting.map((name) => `{${name} ${namespace}}`).join(" ");
    const eventMessage = `pods by selector ${selector} are controlled by multiple HPAs: [${autoscalers}]`;
    return refuse("AmbiguousSelector", "AmbiguousSelector", eventMessage);
  }

  /** @throws Error when the status could not be written, after an Event has reported it */
  async #write(object: ApiObject, status: AutoscalerStatus): Promise<void> {
    const { client, informers, recorder, vocabulary } = this.#parts;
    const next = status.changed();
    if (next === undefined) return;
    const { namespace = "", name = "" } = object.metadata;
    const group = vocabulary.render("autoscaling");
    const ref = { group, version: "v2", resource: "horizontalpodautoscalers", namespace, name };
    try {
      await client.update({ ...ref, subresource: "status" }, { ...object, status: next });
    } catch (error) {
      recorder.record(object, "Warning", "FailedUpdateStatus", messageOf(error));
      throw new Error(`failed to update status for ${name}: ${messageOf(error)}`, { cause: error });
    }
    await informers.fresh();
  }
}

const scaleTargetOf = ({ spec }: HorizontalPodAutoscaler) => spec?.scaleTargetRef ?? { kind: "", name: "" };

const titleOf = ({ spec, metadata }: HorizontalPodAutoscaler): string =>
  `${spec?.scaleTargetRef.kind}/${metadata?.namespace}/${spec?.scaleTargetRef.name}`;

/** A behaviour without a stabilization window gets the default window. */
function withWindow(behavior: HorizontalPodAutoscalerBehavior, window: number): HorizontalPodAutoscalerBehavior {
  const { scaleDown } = behavior;
  if (scaleDown === undefined || scaleDown.stabilizationWindowSeconds !== undefined) return behavior;
  return { ...behavior, scaleDown: { ...scaleDown, stabilizationWindowSeconds: Math.trunc(window / 1000) } };
}
