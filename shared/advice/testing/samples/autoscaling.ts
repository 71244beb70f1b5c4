import { type Sample, same, sample } from "./sample.ts";

const selector = { matchLabels: { app: "web" } };
const scaleTargetRef = { apiVersion: "extensions/v1beta1", kind: "Deployment", name: "web" };
const movedTarget = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };

/** Autoscalers. The last one has a served version but refers to a removed one. */
export const autoscaling: readonly Sample[] = [
  sample(["autoscaling/v2beta1", "HorizontalPodAutoscaler"], "autoscaling/v2", [
    {
      spec: {
        scaleTargetRef,
        maxReplicas: 5,
        metrics: [
          { type: "Resource", resource: { name: "cpu", targetAverageUtilization: 60 } },
          { type: "Resource", resource: { name: "memory", targetAverageValue: "1Gi" } },
          { type: "Pods", pods: { metricName: "hits", selector, targetAverageValue: "10" } },
          {
            type: "Object",
            object: { target: { kind: "Service", name: "s" }, metricName: "hits", targetValue: "7" },
          },
          { type: "External", external: { metricName: "queue", metricSelector: selector, targetAverageValue: "3" } },
        ],
      },
    },
    {
      spec: {
        scaleTargetRef: movedTarget,
        maxReplicas: 5,
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } } },
          { type: "Resource", resource: { name: "memory", target: { type: "AverageValue", averageValue: "1Gi" } } },
          {
            type: "Pods",
            pods: { metric: { name: "hits", selector }, target: { type: "AverageValue", averageValue: "10" } },
          },
          {
            type: "Object",
            object: {
              describedObject: { kind: "Service", name: "s" },
              metric: { name: "hits" },
              target: { type: "Value", value: "7" },
            },
          },
          {
            type: "External",
            external: { metric: { name: "queue", selector }, target: { type: "AverageValue", averageValue: "3" } },
          },
        ],
      },
    },
  ]),
  same(["autoscaling/v2beta2", "HorizontalPodAutoscaler"], "autoscaling/v2", {
    spec: {
      scaleTargetRef: movedTarget,
      maxReplicas: 5,
      metrics: [
        {
          type: "Object",
          object: {
            describedObject: { kind: "Service", name: "s" },
            metric: { name: "hits" },
            target: { type: "Value", value: "7" },
          },
        },
      ],
    },
  }),
  sample(["autoscaling/v1", "HorizontalPodAutoscaler"], "autoscaling/v1", [
    { spec: { scaleTargetRef, maxReplicas: 5 } },
    { spec: { scaleTargetRef: movedTarget, maxReplicas: 5 } },
  ]),
];
