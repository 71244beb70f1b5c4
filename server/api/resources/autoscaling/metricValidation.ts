import type { ContainerResourceMetricSource, MetricIdentifier, MetricSpec } from "kubernetes-types/autoscaling/v2";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, forbidden, notSupported, required } from "../../../../shared/fieldError.ts";
import { checkLabel, checkPathSegment, invalidBy } from "../../../ground/formats/names/names.ts";
import type { PodRules } from "../validation/pod/podRules.ts";
import { validateContainerResourceName } from "../validation/resourceNames.ts";
import {
  validateExternalTarget,
  validateObjectTarget,
  validatePodsTarget,
  validateResourceTarget,
} from "./metricTargetValidation.ts";

/** The member that holds the source of a metric, by metric type. */
const SOURCES: Readonly<Record<string, SourceName>> = {
  ContainerResource: "containerResource",
  External: "external",
  Object: "object",
  Pods: "pods",
  Resource: "resource",
};
/** The order in which sources are checked; only the first one present is validated. */
const LOOKUP_ORDER = ["object", "external", "pods", "resource", "containerResource"] as const;

type SourceName = (typeof LOOKUP_ORDER)[number];

/** Field errors of a reference to an object of any kind and version. */
export function validateCrossVersionReference(
  reference: { readonly kind?: string; readonly name?: string } | undefined,
  path: string,
): FieldError[] {
  return (["kind", "name"] as const).flatMap((member) => {
    const at = child(path, member);
    const value = reference?.[member] ?? "";
    return value === "" ? [required(at)] : invalidBy(at, value, checkPathSegment(value));
  });
}

/** Field errors of one metric: it needs a type and only the source of that type. */
export function validateMetric(metric: Partial<MetricSpec>, path: string, rules: PodRules = {}): FieldError[] {
  const type = metric.type ?? "";
  const wanted = SOURCES[type];
  const typePath = child(path, "type");
  const unsupported = wanted === undefined ? [notSupported(typePath, type, Object.keys(SOURCES))] : [];
  const errors = type === "" ? [required(typePath, "must specify a metric source type")] : [];
  append(errors, unsupported);
  const given = LOOKUP_ORDER.filter((name) => metric[name] !== undefined);
  const first = given[0];
  if (first !== undefined) append(errors, validateSource(metric, first, child(path, first), rules));
  if (wanted !== undefined && metric[wanted] === undefined) {
    errors.push(required(child(path, wanted), "must populate information for the given metric source"));
  }
  // The reference reports the error twice: for the type and for the source.
  append(errors, unsupported);
  if (given.length !== 1) {
    for (const name of given) {
      if (name !== wanted) errors.push(forbidden(child(path, name), "must populate the given metric source only"));
    }
  }
  return errors;
}

function validateSource(metric: Partial<MetricSpec>, name: SourceName, path: string, rules: PodRules): FieldError[] {
  const target = child(path, "target");
  const identifier = child(path, "metric");
  switch (name) {
    case "object":
      return [
        ...validateCrossVersionReference(metric.object?.describedObject, child(path, "describedObject")),
        ...validateIdentifier(metric.object?.metric, identifier),
        ...validateObjectTarget(metric.object?.target, target),
      ];
    case "external":
      return [
        ...validateIdentifier(metric.external?.metric, identifier),
        ...validateExternalTarget(metric.external?.target, target),
      ];
    case "pods":
      return [
        ...validateIdentifier(metric.pods?.metric, identifier),
        ...validatePodsTarget(metric.pods?.target, target),
      ];
    case "resource":
      return [
        ...((metric.resource?.name ?? "") === ""
          ? [required(child(path, "name"), "must specify a resource name")]
          : []),
        ...validateResourceTarget(metric.resource?.target, target),
      ];
    case "containerResource":
      return [
        ...validateContainerResource(metric.containerResource, path, rules),
        ...validateResourceTarget(metric.containerResource?.target, target),
      ];
  }
}

function validateContainerResource(
  source: Partial<ContainerResourceMetricSource> | undefined,
  path: string,
  rules: PodRules,
): FieldError[] {
  const { name = "", container = "" } = source ?? {};
  const at = child(path, "container");
  return [
    ...(name === ""
      ? [required(child(path, "name"), "must specify a resource name")]
      : validateContainerResourceName(name, child(path, "name"), rules)),
    ...(container === ""
      ? [required(at, "must specify a container")]
      : invalidBy(at, container, checkLabel(container))),
  ];
}

function validateIdentifier(metric: Partial<MetricIdentifier> | undefined, path: string): FieldError[] {
  const at = child(path, "name");
  const name = metric?.name ?? "";
  return name === "" ? [required(at, "must specify a metric name")] : invalidBy(at, name, checkPathSegment(name));
}
