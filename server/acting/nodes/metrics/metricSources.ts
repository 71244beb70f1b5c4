import type { Node, Pod } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { formatQuantity } from "../../../../shared/quantity.ts";
import { notFound } from "../../../../shared/status.ts";
import { awaited } from "../../../../shared/steps.ts";
import { timestamp } from "../../../../shared/time.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ComputedObjects, ComputedSources } from "../../../api/registry/computed.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";
import { formatDuration } from "../../../ground/formats/wording/durationText.ts";
import { nodeOfPod } from "../../controllers/pods/podState.ts";
import type { Informers } from "../../informers/informers.ts";
import type { Usage } from "../load/usage.ts";
import { isSimulated, nodeUsage } from "./nodeUsage.ts";
import { fullyMeasured, type Measuring } from "./podUsage.ts";

export interface MetricParts {
  readonly work: Measuring["work"];
  readonly informers: Informers;
  readonly vocabulary: Vocabulary;
  /** Milliseconds since the epoch. */
  now(): number;
}

const NODES = { group: "", resource: "nodes" };
const PODS = { group: "", resource: "pods" };

/**
 * The usage of simulated nodes and their pods, as objects of the metrics API. It is computed from API objects alone, so
 * every server returns the same values, no matter which server runs the nodes. Usage that was not measured yet is
 * absent.
 */
export function metricSources(parts: MetricParts): ComputedSources {
  return new Map([
    ["nodeMetrics", sourceOf(parts, "nodes", "nodemetrics", metricsOfNode)],
    ["podMetrics", sourceOf(parts, "pods", "podmetrics", metricsOfPod)],
  ]);
}

type MetricsOf = (object: ApiObject, parts: MetricParts) => ApiObject | undefined;

/** @param title the name in messages about objects without metrics */
function sourceOf(parts: MetricParts, resource: string, title: string, metricsOf: MetricsOf): ComputedObjects {
  const informer = parts.informers.of({ group: "", resource });
  const group = parts.vocabulary.render("metrics.{domain}");
  return {
    get(namespace, name) {
      const object = informer.get(namespace, name);
      if (object === undefined) throw notFound({ group: "", resource }, name);
      const metrics = metricsOf(object, parts);
      if (metrics !== undefined) return metrics;
      throw notFound({ group, resource: title }, namespace === "" ? name : `${namespace}/${name}`);
    },
    *list(namespace, selects) {
      const found: ApiObject[] = [];
      const take = (object: ApiObject): void => {
        const metrics = selects(object) ? metricsOf(object, parts) : undefined;
        if (metrics !== undefined) found.push(metrics);
      };
      yield* awaited(informer.each(take, namespace === "" ? undefined : namespace));
      return found;
    },
  };
}

function metricsOfNode(object: ApiObject, parts: MetricParts): ApiObject | undefined {
  const node = narrow<Node>(object);
  if (!isSimulated(node)) return undefined;
  const pods = parts.informers.of(PODS).by(nodeOfPod, object.metadata.name ?? "");
  const usage = nodeUsage(node, pods.map(narrow<Pod>), { work: parts.work, now: parts.now() });
  return usage && { ...head(object, "NodeMetrics", usage, parts), usage: amounts(usage) };
}

function metricsOfPod(object: ApiObject, parts: MetricParts): ApiObject | undefined {
  const pod = narrow<Pod>(object);
  const node = parts.informers.of(NODES).get("", pod.spec?.nodeName ?? "");
  if (node === undefined || !isSimulated(narrow<Node>(node))) return undefined;
  const containers = fullyMeasured(pod, { work: parts.work, now: parts.now() });
  const [first, ...rest] = containers ?? [];
  if (containers === undefined || first === undefined) return undefined;
  // The pod's measurement is as old as the oldest of its containers' measurements.
  const oldest = rest.reduce((known, { usage }) => (usage.span.to < known.span.to ? usage : known), first.usage);
  return {
    ...head(object, "PodMetrics", oldest, parts),
    containers: containers.map((each) => ({ name: each.name, usage: amounts(each.usage) })),
  };
}

function head({ metadata }: ApiObject, kind: string, { span }: Usage, { vocabulary, now }: MetricParts): ApiObject {
  const { name, namespace, labels } = metadata;
  return {
    kind,
    apiVersion: `${vocabulary.render("metrics.{domain}")}/v1beta1`,
    metadata: {
      name: name ?? "",
      ...(namespace === undefined ? {} : { namespace }),
      creationTimestamp: timestamp(now()),
      ...(labels === undefined ? {} : { labels }),
    },
    timestamp: timestamp(span.to),
    window: formatDuration(BigInt(span.to - span.from) * 1_000_000n),
  };
}

const amounts = ({ nanoCores, bytes }: Usage): Record<string, string> => ({
  cpu: nanoCores === 0 ? "0" : `${nanoCores}n`,
  memory: formatQuantity({ digits: BigInt(bytes), exponent: 0, format: "binarySI" }),
});
