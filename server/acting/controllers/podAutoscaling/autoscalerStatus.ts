import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerStatus,
  MetricStatus,
} from "kubernetes-types/autoscaling/v2";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { timestamp } from "../../../../shared/time.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { sameParts } from "../../../model/schema/semanticEquality.ts";
import { type StatusCondition, withCondition } from "../pods/statusConditions.ts";
import type { Words } from "./limitReplicas.ts";

/** Builds the status of an autoscaler. */
export class AutoscalerStatus {
  readonly #known: HorizontalPodAutoscalerStatus | undefined;
  readonly #time: string;
  #conditions: StatusCondition[];
  /** Undefined as long as only conditions have changed. */
  #counts: Pick<HorizontalPodAutoscalerStatus, "currentReplicas" | "desiredReplicas" | "currentMetrics"> | undefined;
  #lastScaleTime: string | undefined;

  /** @param now milliseconds since the epoch */
  constructor(object: ApiObject, now: number) {
    this.#known = decoded<HorizontalPodAutoscaler>(object).status;
    this.#time = timestamp(now);
    this.#conditions = [...((this.#known?.conditions ?? []) as readonly StatusCondition[])];
    this.#lastScaleTime = this.#known?.lastScaleTime;
  }

  set(type: "AbleToScale" | "ScalingActive" | "ScalingLimited", status: "True" | "False", words: Words): void {
    const { reason, message } = words;
    this.#conditions = withCondition(this.#conditions, { type, status, reason, message }, this.#time);
  }

  /** Sets the replica counts. @param desired undefined to keep the previous one */
  count(current: number, desired: number | undefined, metrics: readonly MetricStatus[] | undefined): void {
    this.#counts = {
      currentReplicas: current,
      desiredReplicas: desired ?? this.#known?.desiredReplicas ?? 0,
      ...(metrics === undefined ? {} : { currentMetrics: [...metrics] }),
    };
  }

  /** Records that the target was scaled now. */
  scaled(): void {
    this.#lastScaleTime = this.#time;
  }

  /** The status to write; undefined when it equals the stored one. */
  changed(): HorizontalPodAutoscalerStatus | undefined {
    const { lastScaleTime: _, conditions: __, ...before } = this.#known ?? { desiredReplicas: 0 };
    const next = {
      ...(this.#lastScaleTime === undefined ? {} : { lastScaleTime: this.#lastScaleTime }),
      ...(this.#counts ?? before),
      conditions: this.#conditions,
    };
    const isKnown = atOnce(sameParts("api.autoscaling.v2.HorizontalPodAutoscalerStatus", next, this.#known));
    return isKnown ? undefined : (next as HorizontalPodAutoscalerStatus);
  }
}
