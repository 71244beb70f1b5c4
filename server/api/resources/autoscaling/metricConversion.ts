/**
 * Metrics in the form of autoscaling/v1. Metrics without a field in that version are stored as JSON in annotations, in
 * a separate form (flat, without target types).
 */
import type {
  MetricIdentifier,
  MetricSpec,
  MetricStatus,
  MetricTarget,
  MetricValueStatus,
} from "kubernetes-types/autoscaling/v2";

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

// Objects are also converted before they are validated, so the required parts of a source may be absent.
const metricOf = ({ metric }: { readonly metric?: MetricIdentifier | null }): Partial<MetricIdentifier> => metric ?? {};
const targetOf = ({ target }: { readonly target?: MetricTarget | null }): Partial<MetricTarget> => target ?? {};
const currentOf = ({ current }: { readonly current?: MetricValueStatus | null }): MetricValueStatus => current ?? {};

/** Whether a metric is the only one that autoscaling/v1 has a field for: the utilization of the processors. */
export const isCpuUtilization = ({ type, resource }: MetricSpec): boolean =>
  type === "Resource" && resource?.name === "cpu" && targetOf(resource).averageUtilization !== undefined;

/** Converts a v2 metric to its flat form. */
export function flattenSpec(metric: MetricSpec): FlatMetric {
  const { type, object, pods, resource, containerResource, external } = metric;
  return compact({
    type,
    object: object && {
      ...compact({
        target: object.describedObject,
        metricName: metricOf(object).name ?? "",
        targetValue: targetOf(object).value ?? ZERO,
      }),
      ...compact({ selector: metricOf(object).selector, averageValue: targetOf(object).averageValue }),
    },
    pods:
      pods &&
      compact({
        metricName: metricOf(pods).name ?? "",
        targetAverageValue: targetOf(pods).averageValue ?? ZERO,
        selector: metricOf(pods).selector,
      }),
    resource: resource && compact({ name: resource.name, ...flatTarget(targetOf(resource)) }),
    containerResource:
      containerResource &&
      compact({
        name: containerResource.name,
        ...flatTarget(targetOf(containerResource)),
        container: containerResource.container,
      }),
    external:
      external &&
      compact({
        metricName: metricOf(external).name ?? "",
        metricSelector: metricOf(external).selector,
        targetValue: targetOf(external).value,
        targetAverageValue: targetOf(external).averageValue,
      }),
  });
}

const flatTarget = (target: Partial<MetricTarget>) =>
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
        metricName: metricOf(object).name ?? "",
        currentValue: currentOf(object).value ?? ZERO,
        selector: metricOf(object).selector,
        averageValue: currentOf(object).averageValue,
      }),
    pods:
      pods &&
      compact({
        metricName: metricOf(pods).name ?? "",
        currentAverageValue: currentOf(pods).averageValue ?? ZERO,
        selector: metricOf(pods).selector,
      }),
    resource: resource && flatCurrent(resource),
    containerResource: containerResource && {
      ...flatCurrent(containerResource),
      container: containerResource.container,
    },
    external:
      external &&
      compact({
        metricName: metricOf(external).name ?? "",
        metricSelector: metricOf(external).selector,
        currentValue: currentOf(external).value ?? ZERO,
        currentAverageValue: currentOf(external).averageValue,
      }),
  });
}

const flatCurrent = (source: NonNullable<MetricStatus["resource"]>) =>
  compact({
    name: source.name,
    currentAverageUtilization: currentOf(source).averageUtilization,
    currentAverageValue: currentOf(source).averageValue ?? ZERO,
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
