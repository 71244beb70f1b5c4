import type { HorizontalPodAutoscaler as V1 } from "kubernetes-types/autoscaling/v1";
import type { MetricSpec, MetricStatus, HorizontalPodAutoscaler as V2 } from "kubernetes-types/autoscaling/v2";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject, ObjectMeta } from "../../../../shared/object.ts";
import { createVocabulary, type Vocabulary } from "../../../../shared/vocabulary.ts";
import { decoded } from "../../registry/strategies/narrow.ts";
import { decodeBehavior, encodeBehavior } from "./behaviorAnnotation.ts";
import {
  expandSpec,
  expandStatus,
  type FlatMetric,
  flattenSpec,
  flattenStatus,
  isCpuUtilization,
} from "./metricConversion.ts";

/** The parts of an autoscaler that autoscaling/v1 keeps in annotations. */
const PARTS = ["metrics", "current-metrics", "behavior", "conditions"] as const;
type Part = (typeof PARTS)[number];
/** `autoscaling.alpha.<label domain>/<part>`: recognised with any domain, written with the server's own. */
const ANNOTATION = /^autoscaling\.alpha\.[^/]+\/(metrics|current-metrics|behavior|conditions)$/;

const cpuUtilization = (averageUtilization: number): MetricSpec => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization } },
});

/** The metadata with the annotations of the v1 form replaced by the given ones. */
function withParts(metadata: ObjectMeta, parts: Readonly<Record<string, string>>): ObjectMeta {
  const { annotations, ...rest } = metadata;
  const others = Object.entries(annotations ?? {}).filter(([name]) => !ANNOTATION.test(name));
  const all = { ...Object.fromEntries(others), ...parts };
  return isEmptyMap(all) ? rest : { ...rest, annotations: all };
}

/** Removes the annotations of the v1 form from an object whose version has fields for their content. */
export function dropParts(object: ApiObject): void {
  const { annotations } = object.metadata;
  if (!Object.keys(annotations ?? {}).some((name) => ANNOTATION.test(name))) return;
  const { annotations: left } = withParts(object.metadata, {});
  if (left === undefined) delete object.metadata.annotations;
  else object.metadata.annotations = left;
}

/** The decoded value of an annotation; undefined when it is absent or unreadable. */
function readPart<T>(metadata: ObjectMeta, part: Part): T | undefined {
  const entry = Object.entries(metadata.annotations ?? {}).find(([name]) => ANNOTATION.exec(name)?.[1] === part);
  try {
    return entry === undefined ? undefined : (JSON.parse(entry[1]) as T);
  } catch {
    return undefined;
  }
}

/** Converts an autoscaler from autoscaling/v1 to autoscaling/v2. Fields that v1 lacks are read from its annotations. */
export function toV2(object: ApiObject): ApiObject {
  const { spec, status } = decoded<V1>(object);
  const { metadata } = object;
  const { targetCPUUtilizationPercentage: cpu, ...restSpec } = spec ?? NO_SPEC;
  const metrics = list<FlatMetric>(readPart(metadata, "metrics")).map(expandSpec);
  if (cpu !== undefined) metrics.push(cpuUtilization(cpu));
  const behavior = decodeBehavior(readPart(metadata, "behavior"));
  const { currentCPUUtilizationPercentage: currentCpu, currentReplicas = 0, ...restStatus } = status ?? NO_STATUS;
  const conditions = list(readPart(metadata, "conditions"));
  return {
    ...object,
    metadata: withParts(metadata, {}),
    spec: {
      ...restSpec,
      ...(metrics.length === 0 ? {} : { metrics }),
      ...(behavior === undefined ? {} : { behavior }),
    },
    status: {
      ...restStatus,
      // v2 omits a zero, v1 always writes it.
      ...(currentReplicas === 0 ? {} : { currentReplicas }),
      currentMetrics: currentMetrics(readPart(metadata, "current-metrics"), currentCpu),
      ...(conditions.length === 0 ? {} : { conditions }),
    },
  };
}

/**
 * Converts an autoscaler from autoscaling/v2 to autoscaling/v1 without loss: fields that v1 lacks become annotations.
 *
 * @param vocabulary gives the domain of the annotations
 */
export function fromV2(object: ApiObject, vocabulary: Vocabulary = DEFAULT_VOCABULARY): ApiObject {
  const { spec, status } = decoded<V2>(object);
  const { metrics: wanted, behavior, ...restSpec } = spec ?? NO_SPEC;
  const { conditions: reported, currentMetrics, ...restStatus } = status ?? NO_STATUS;
  const [metrics, current, conditions] = [list(wanted), list(currentMetrics), list(reported)];
  const parts: Partial<Record<Part, string>> = {};
  const others = metrics.filter((metric) => !isCpuUtilization(metric));
  if (others.length > 0) parts.metrics = JSON.stringify(others.map(flattenSpec));
  if (current.length > 0) parts["current-metrics"] = JSON.stringify(current.map(flattenStatus));
  if (behavior !== undefined) parts.behavior = encodeBehavior(behavior);
  if (conditions.length > 0) parts.conditions = JSON.stringify(conditions);
  const prefix = vocabulary.render("autoscaling.alpha.{labelDomain}/");
  const annotations = Object.entries(parts).map(([part, text]) => [`${prefix}${part}`, text]);
  const cpu = metrics.find(isCpuUtilization)?.resource?.target.averageUtilization;
  const currentCpu = current.find((metric) => metric.resource?.name === "cpu")?.resource?.current?.averageUtilization;
  return {
    ...object,
    metadata: withParts(object.metadata, Object.fromEntries(annotations)),
    spec: { ...restSpec, ...(cpu === undefined ? {} : { targetCPUUtilizationPercentage: cpu }) },
    status: {
      ...restStatus,
      currentReplicas: status?.currentReplicas ?? 0,
      ...(currentCpu === undefined ? {} : { currentCPUUtilizationPercentage: currentCpu }),
    },
  };
}

const DEFAULT_VOCABULARY = createVocabulary();
const NO_SPEC: Partial<NonNullable<V1["spec"]> & NonNullable<V2["spec"]>> = {};
const NO_STATUS: Partial<NonNullable<V1["status"]> & NonNullable<V2["status"]>> & { desiredReplicas: number } = {
  desiredReplicas: 0,
};

/** The non-null items of a list; merged objects may contain nulls. */
const list = <T>(value: readonly (T | null)[] | null | undefined): T[] =>
  Array.isArray(value) ? value.filter((item): item is T => item !== null) : [];

/** The annotation contains all current metrics; without it, there is at most the CPU utilization. */
function currentMetrics(flat: unknown, cpu: number | undefined): MetricStatus[] | null {
  if (Array.isArray(flat)) return list<FlatMetric>(flat).map(expandStatus);
  if (cpu === undefined) return null;
  return [{ type: "Resource", resource: { name: "cpu", current: { averageUtilization: cpu } } }];
}
