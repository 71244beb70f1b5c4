import type { MetricSpec } from "kubernetes-types/autoscaling/v2";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../shared/status.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { kindsOf } from "../../../api/client/kinds.ts";
import type { PathReader } from "../../client/pathReader.ts";
import { goSelector } from "./goSelector.ts";
import { MetricApis } from "./metricApis.ts";
import { type MetricTask, proposeReplicas } from "./proposeReplicas.ts";

const NOW = 1_000_000_000;
const condition = { type: "Ready", status: "True", lastTransitionTime: "1970-01-01T00:00:00Z" };
const pod = (name: string) => ({
  metadata: { name },
  spec: { containers: [{ name: "c", resources: { requests: { cpu: "1" } } }] },
  status: { phase: "Running", startTime: "1970-01-01T00:00:00Z", conditions: [condition] },
});
const served = {
  group: "networking.k8s.io",
  version: "v1",
  resource: "ingresses",
  kind: "Ingress",
  namespaced: true,
  verbs: [],
  preferred: true,
};

/** A task for two pods, with documents by path. Other paths are not served. */
function task(documents: Record<string, object>, asked: string[] = []): MetricTask {
  const read: PathReader = async (path, query = {}) => {
    const search = new URLSearchParams(Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : [])));
    asked.push(`${path}?${search}`);
    const found = documents[path];
    if (found === undefined) throw new ApiError(404, "", "404 page not found");
    return found as Record<string, unknown>;
  };
  return {
    namespace: "shop",
    selector: "app=web",
    current: 2,
    existing: 2,
    pods: [pod("a"), pod("b")],
    now: NOW,
    apis: new MetricApis(read, createVocabulary()),
    kinds: kindsOf([served]),
    tolerance: 0.1,
    cpuInitializationPeriod: 300_000,
    initialReadinessDelay: 30_000,
  };
}

const failureOf = async (spec: MetricSpec, documents: Record<string, object> = {}) => {
  try {
    await proposeReplicas(task(documents), spec);
  } catch (error) {
    const { reason, eventMessage, message } = error as { reason: string; eventMessage: string; message: string };
    return { reason, eventMessage, message };
  }
  throw new Error("there is a proposal");
};

const CUSTOM = "/apis/custom.metrics.k8s.io";
const customGroup = { versions: [{ version: "v1beta1" }, { version: "v1beta2" }] };
const values = (...texts: string[]) => ({
  items: texts.map((value, i) => ({
    describedObject: { name: i === 0 ? "a" : "b" },
    timestamp: "2026-01-01T00:00:00Z",
    value,
  })),
});
const perPod: MetricSpec = {
  type: "Pods",
  pods: {
    metric: { name: "hits", selector: { matchLabels: { a: "b" } } },
    target: { type: "AverageValue", averageValue: "10" },
  },
};
const ofObject = (target: object): MetricSpec => ({
  type: "Object",
  object: {
    describedObject: { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "main" },
    metric: { name: "hits" },
    target: target as { type: string },
  },
});
const fromOutside = (target: object): MetricSpec => ({
  type: "External",
  external: { metric: { name: "queue", selector: { matchLabels: { q: "x" } } }, target: target as { type: string } },
});
const CPU: MetricSpec = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
};

describe("Replica proposal", () => {
  it("uses a pods metric", async () => {
    const asked: string[] = [];
    const documents = {
      [CUSTOM]: customGroup,
      [`${CUSTOM}/v1beta2/namespaces/shop/pods/*/hits`]: values("25", "15"),
    };
    expect(await proposeReplicas(task(documents, asked), perPod)).toMatchObject({
      replicas: 4,
      name: "pods metric hits",
      status: { type: "Pods", pods: { metric: { name: "hits" }, current: { averageValue: "20" } } },
    });
    expect(asked[1]).toContain("labelSelector=app%3Dweb&metricLabelSelector=a%3Db");
  });

  it("uses an object metric, as a total value or as an average", async () => {
    const path = `${CUSTOM}/v1beta2/namespaces/shop/ingresses.networking.k8s.io/main/hits`;
    const documents = { [CUSTOM]: customGroup, [path]: values("3500m") };
    expect(await proposeReplicas(task(documents), ofObject({ type: "Value", value: "1" }))).toMatchObject({
      replicas: 7,
      name: "Ingress metric hits",
      status: { object: { describedObject: { kind: "Ingress", name: "main" }, current: { value: "3500m" } } },
    });
    expect(await proposeReplicas(task(documents), ofObject({ type: "AverageValue", averageValue: "1" }))).toMatchObject(
      {
        replicas: 4,
        name: "external metric hits(nil)",
        status: { object: { describedObject: { kind: "", name: "" }, current: { averageValue: "1750m" } } },
      },
    );
  });

  it("uses an external metric", async () => {
    const documents = { "/apis/external.metrics.k8s.io/v1beta1/namespaces/shop/queue": values("30", "12") };
    const selector =
      "&LabelSelector{MatchLabels:map[string]string{q: x,},MatchExpressions:[]LabelSelectorRequirement{},}";
    expect(await proposeReplicas(task(documents), fromOutside({ type: "Value", value: "20" }))).toMatchObject({
      replicas: 5,
      name: `external metric queue(${selector})`,
      status: { external: { current: { value: "42" } } },
    });
    expect(
      await proposeReplicas(task(documents), fromOutside({ type: "AverageValue", averageValue: "7" })),
    ).toMatchObject({
      replicas: 6,
      status: { external: { current: { averageValue: "21" } } },
    });
  });

  it("uses a container resource metric", async () => {
    const containers = [
      { name: "c", usage: { cpu: "900m" } },
      { name: "d", usage: { cpu: "5" } },
    ];
    const item = { timestamp: "2026-01-01T00:00:00Z", window: "15s", containers };
    const items = ["a", "b"].map((name) => ({ ...item, metadata: { name, namespace: "shop" } }));
    const documents = { "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods": { items } };
    const of = (container: string): MetricSpec => ({
      type: "ContainerResource",
      containerResource: { name: "cpu", container, target: { type: "Utilization", averageUtilization: 60 } },
    });
    expect(await proposeReplicas(task(documents), of("c"))).toEqual({
      replicas: 3,
      name: "cpu container resource utilization (percentage of request)",
      status: {
        type: "ContainerResource",
        containerResource: { name: "cpu", container: "c", current: { averageUtilization: 90, averageValue: "900m" } },
      },
    });
    expect(await failureOf(of("x"), documents)).toMatchObject({
      reason: "FailedGetContainerResourceMetric",
      message: expect.stringMatching(/^failed to get x container metric value: failed to get cpu utilization: /),
      eventMessage:
        "failed to get cpu utilization: unable to get metrics for resource cpu: " +
        "failed to get container metrics: container x not present in metrics for pod shop/a",
    });
  });
});

const NOT_SERVED = "the server could not find the requested resource";
const NO_EXTERNAL =
  `unable to get external metric shop/queue/${goSelector({ matchLabels: { q: "x" } })}: ` +
  `unable to fetch metrics from external metrics API: ${NOT_SERVED} (get queue.external.metrics.k8s.io)`;

describe("Failed replica proposal reports the reason", () => {
  it.each<[MetricSpec, Record<string, object>, string, string, string]>([
    [
      CPU,
      {},
      "FailedGetResourceMetric",
      "failed to get cpu resource metric value: ",
      "failed to get cpu utilization: unable to get metrics for resource cpu: " +
        `unable to fetch metrics from resource metrics API: ${NOT_SERVED} (get pods.metrics.k8s.io)`,
    ],
    [
      CPU,
      { "/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods": { items: [] } },
      "FailedGetResourceMetric",
      "failed to get cpu resource metric value: ",
      "failed to get cpu utilization: unable to get metrics for resource cpu: no metrics returned from resource metrics API",
    ],
    [
      ofObject({ type: "Value", value: "1" }),
      { [CUSTOM]: customGroup },
      "FailedGetObjectMetric",
      "failed to get object metric value: ",
      "unable to get metric hits: Ingress on shop main/unable to fetch metrics from custom metrics API: " +
        `${NOT_SERVED} (get ingresses.networking.k8s.io.custom.metrics.k8s.io main)`,
    ],
    [
      fromOutside({ type: "Value", value: "1" }),
      {},
      "FailedGetExternalMetric",
      "failed to get queue external metric value: failed to get external metric queue: ",
      NO_EXTERNAL,
    ],
    [
      fromOutside({ type: "AverageValue", averageValue: "1" }),
      {},
      "FailedGetExternalMetric",
      "failed to get queue external metric value: failed to get queue external metric: ",
      NO_EXTERNAL,
    ],
    [
      ofObject({ type: "AverageValue", averageValue: "1" }),
      { [CUSTOM]: customGroup },
      "FailedGetObjectMetric",
      "failed to get object metric value: failed to get hits object metric: ",
      "unable to get metric hits: Ingress on shop main/unable to fetch metrics from custom metrics API: " +
        `${NOT_SERVED} (get ingresses.networking.k8s.io.custom.metrics.k8s.io main)`,
    ],
    [{ type: "Odd" }, {}, "InvalidMetricSourceType", "", 'unknown metric source type "Odd"'],
  ])("%j", async (spec, documents, reason, prefix, eventMessage) => {
    expect(await failureOf(spec, documents)).toEqual({ reason, eventMessage, message: prefix + eventMessage });
  });
});

it("formats selectors like the reference", () => {
  expect(goSelector(undefined)).toBe("nil");
  const matchExpressions = [{ key: "k", operator: "In", values: ["a", "b"] }];
  expect(goSelector({ matchLabels: { z: "1", a: "2" }, matchExpressions })).toBe(
    "&LabelSelector{MatchLabels:map[string]string{a: 2,z: 1,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,Operator:In,Values:[a b],},},}",
  );
});
