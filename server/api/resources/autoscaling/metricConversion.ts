/**
 * Metrics in the form of autoscaling/v1. Metrics without a field in that version are stored as JSON in annotations, in
 * a separate form (flat, without target types).
 */
import type { MetricSpec, MetricStatus, MetricTarget } from "kubernetes-types/autoscaling/v2";

/** A metric, or its status, in the form of the annotations. */
export type FlatMetric = { type: string; [source: string]: unknown };

interface FlatSource {
  readonly name?: string;
  readonly container?: string;
  readonly target?: unknown;
  readonly metricName?: string;
  readonly selector?: unknown;
  readonly metricSelector?: unknown;
  readonly targetValue?: string;
  readonly averageValue?: string;
  readonly targetAverageValue?: string;
  readonly targetAverageUtilization?: number;
  readonly currentValue?: string;
  readonly currentAverageValue?: string;
  readonly currentAverageUtilization?: number;
}

const ZERO = "0";

/** Omits members without a value. */
function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}

const selected = (name: string, selector: unknown) => compact({ name, selector });

/** Converts a v2 metric to its flat form. */
export function flattenSpec(metric: MetricSpec): FlatMetric {
  const { type, object, pods, resource, containerResource, external } = metric;
  return compact({
    type,
    object: object && {
      ...compact({
        target: object.describedObject,
        metricName: object.metric.name,
        targetValue: object.target.value ?? ZERO,
      }),
      ...compact({ selector: object.metric.selector, averageValue: object.target.averageValue }),
    },
    pods:
      pods &&
      compact({
        metricName: pods.metric.name,
        targetAverageValue: pods.target.averageValue ?? ZERO,
        selector: pods.metric.selector,
      }),
    resource: resource && compact({ name: resource.name, ...flatTarget(resource.target) }),
    containerResource:
      containerResource &&
      compact({
        name: containerResource.name,
        ...flatTarget(containerResource.target),
        container: containerResource.container,
      }),
    external:
      external &&
      compact({
        metricName: external.metric.name,
        metricSelector: external.metric.selector,
        targetValue: external.target.value,
        targetAverageValue: external.target.averageValue,
      }),
  });
}

const flatTarget = (target: MetricTarget) =>
  compact({ targetAverageUtilization: target.averageUtilization, targetAverageValue: target.averageValue });

/** The possible sources of a metric by kind; only one is set. */
function sourcesOf(
  flat: FlatMetric,
): Partial<Record<"object" | "pods" | "resource" | "container" | "external", FlatSource>> {
  const source = (name: string) => flat[name] as FlatSource | undefined;
  return {
    object: source("object"),
    pods: source("pods"),
    resource: source("resource"),
    container: source("containerResource"),
    external: source("external"),
  };
}

/** The inverse of {@link flattenSpec}; target types are derived from which value is set. */
export function expandSpec(flat: FlatMetric): MetricSpec {
  const { object, pods, resource, container, external } = sourcesOf(flat);
  return compact({
    type: flat.type,
    object: object && {
      describedObject: object.target,
      target:
        object.averageValue === undefined
          ? { type: "Value", value: object.targetValue }
          : compact({
              type: "AverageValue",
              value: object.targetValue === ZERO ? undefined : object.targetValue,
              averageValue: object.averageValue,
            }),
      metric: selected(object.metricName ?? "", object.selector),
    },
    pods: pods && {
      metric: selected(pods.metricName ?? "", pods.selector),
      target: { type: "AverageValue", averageValue: pods.targetAverageValue },
    },
    resource: resource && { name: resource.name, target: resourceTarget(resource) },
    containerResource: container && {
      name: container.name,
      target: resourceTarget(container),
      container: container.container,
    },
    external: external && {
      metric: selected(external.metricName ?? "", external.metricSelector),
      target: compact({
        type: external.targetValue === undefined ? "AverageValue" : "Value",
        value: external.targetValue,
        averageValue: external.targetAverageValue,
      }),
    },
  }) as MetricSpec;
}

const resourceTarget = (source: FlatSource) =>
  compact({
    type: source.targetAverageUtilization === undefined ? "AverageValue" : "Utilization",
    averageValue: source.targetAverageValue,
    averageUtilization: source.targetAverageUtilization,
  });

/** Converts a v2 metric status to its flat form. */
export function flattenStatus(metric: MetricStatus): FlatMetric {
  const { type, object, pods, resource, containerResource, external } = metric;
  return compact({
    type,
    object:
      object &&
      compact({
        target: object.describedObject,
        metricName: object.metric.name,
        currentValue: object.current.value ?? ZERO,
        selector: object.metric.selector,
        averageValue: object.current.averageValue,
      }),
    pods:
      pods &&
      compact({
        metricName: pods.metric.name,
        currentAverageValue: pods.current.averageValue ?? ZERO,
        selector: pods.metric.selector,
      }),
    resource: resource && flatCurrent(resource),
    containerResource: containerResource && {
      ...flatCurrent(containerResource),
      container: containerResource.container,
    },
    external:
      external &&
      compact({
        metricName: external.metric.name,
        metricSelector: external.metric.selector,
        currentValue: external.current.value ?? ZERO,
        currentAverageValue: external.current.averageValue,
      }),
  });
}

const flatCurrent = (source: NonNullable<MetricStatus["resource"]>) =>
  compact({
    name: source.name,
    currentAverageUtilization: source.current.averageUtilization,
    currentAverageValue: source.current.averageValue ?? ZERO,
  });

/** The inverse of {@link flattenStatus}. */
export function expandStatus(flat: FlatMetric): MetricStatus {
  const { object, pods, resource, container, external } = sourcesOf(flat);
  return compact({
    type: flat.type,
    object: object && {
      metric: selected(object.metricName ?? "", object.selector),
      current: compact({ value: object.currentValue, averageValue: object.averageValue }),
      describedObject: object.target,
    },
    pods: pods && {
      metric: selected(pods.metricName ?? "", pods.selector),
      current: { averageValue: pods.currentAverageValue },
    },
    resource: resource && { name: resource.name, current: resourceCurrent(resource) },
    containerResource: container && {
      name: container.name,
      current: resourceCurrent(container),
      container: container.container,
    },
    external: external && {
      metric: selected(external.metricName ?? "", external.metricSelector),
      current: compact({ value: external.currentValue, averageValue: external.currentAverageValue }),
    },
  }) as MetricStatus;
}

const resourceCurrent = (source: FlatSource) =>
  compact({ averageValue: source.currentAverageValue, averageUtilization: source.currentAverageUtilization });
