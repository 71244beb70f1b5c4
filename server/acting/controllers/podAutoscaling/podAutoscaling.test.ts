import type { Deployment } from "kubernetes-types/apps/v1";
import type { HorizontalPodAutoscaler } from "kubernetes-types/autoscaling/v2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { fastClock } from "../../../ground/timing/testing/fastClock.ts";
import { behave, type Cluster, startLivingCluster } from "../testing/cluster.ts";

type Autoscaler = HorizontalPodAutoscaler & ApiObject;
type DeploymentObject = Deployment & ApiObject;

let cluster: Cluster;
beforeAll(async () => {
  const controllers = ["deployment-controller", "replicaset-controller", "horizontal-pod-autoscaler-controller"];
  cluster = await startLivingCluster(controllers, {
    ...fastClock(20),
    horizontalPodAutoscalerDownscaleStabilization: 60_000,
  });
});
afterAll(() => cluster.stop());

async function deploy(name: string, annotations: Record<string, string>, requests?: object): Promise<void> {
  const containers = [{ name: "c", image: "app:1", ...(requests === undefined ? {} : { resources: { requests } }) }];
  await cluster.make({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name }, annotations: behave(annotations) }, spec: { containers } },
    },
  });
}

async function autoscale(name: string, spec: object, target: object = { name, kind: "Deployment" }): Promise<void> {
  await cluster.make({
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name },
    spec: { minReplicas: 1, maxReplicas: 5, scaleTargetRef: { apiVersion: "apps/v1", ...target }, ...spec },
  });
}

const becomes = (name: string, holds: (autoscaler: Autoscaler) => boolean): Promise<Autoscaler> =>
  cluster.becomes<Autoscaler>(`autoscaling/v2/horizontalpodautoscalers/${name}`, holds);
const condition = ({ status }: Autoscaler, type: string) => status?.conditions?.find((each) => each.type === type);
const resource = (name: string, averageUtilization: number) => ({
  type: "Resource",
  resource: { name, target: { type: "Utilization", averageUtilization } },
});

/** Sets the CPU usage of each pod of a deployment from now on. */
async function load(name: string, cpu: string): Promise<void> {
  for (const { metadata } of await cluster.list("v1/pods")) {
    if (metadata.labels?.["app"] === name) {
      await cluster.patch(`v1/pods/${metadata.name}`, { metadata: { annotations: behave({ cpu }) } });
    }
  }
}

describe("HorizontalPodAutoscaler", () => {
  it("scales up under high utilization and scales down after the stabilization window", async () => {
    await deploy("web", { cpu: "170m" }, { cpu: "100m" });
    await autoscale("web", { maxReplicas: 3, metrics: [resource("cpu", 60)] });
    const grown = await becomes("web", ({ status }) => status?.desiredReplicas === 3);
    expect(condition(grown, "AbleToScale")?.status).toBe("True");
    expect(condition(grown, "ScalingActive")).toMatchObject({
      status: "True",
      reason: "ValidMetricFound",
      message:
        "the HPA was able to successfully calculate a replica count from cpu resource utilization (percentage of request)",
    });
    const [metric] = grown.status?.currentMetrics ?? [];
    expect(metric).toMatchObject({ type: "Resource", resource: { name: "cpu" } });
    expect(metric?.resource?.current.averageUtilization).toBeGreaterThan(160);
    expect(metric?.resource?.current.averageUtilization).toBeLessThan(180);
    await cluster.becomes<DeploymentObject>("apps/v1/deployments/web", ({ status }) => status?.readyReplicas === 3);
    const full = await becomes("web", (each) => condition(each, "ScalingLimited")?.status === "True");
    expect(condition(full, "ScalingLimited")?.reason).toBe("TooManyReplicas");
    await load("web", "30m");
    const held = await becomes("web", (each) => condition(each, "AbleToScale")?.reason === "ScaleDownStabilized");
    expect(held.status?.desiredReplicas).toBe(3);
    const small = await becomes("web", ({ status }) => (status?.desiredReplicas ?? 3) < 3);
    expect(small.status?.lastScaleTime).toBeDefined();
    await cluster.recorded(
      "web",
      /^SuccessfulRescale: New size: 3; reason: cpu resource utilization \(percentage of request\) above target$/,
    );
    await cluster.recorded("web", /^SuccessfulRescale: New size: [12]; reason: All metrics below target$/);
    const { metadata } = small;
    expect((metadata.managedFields ?? []).map(({ manager, subresource }) => `${manager} ${subresource}`)).toContain(
      "kube-controller-manager status",
    );
  });

  it("reports missing resource requests and unavailable metrics", async () => {
    await deploy("bare", {});
    const value = { type: "AverageValue", averageValue: "1" };
    await autoscale("bare", {
      metrics: [resource("cpu", 50), { type: "Pods", pods: { metric: { name: "hits" }, target: value } }],
    });
    const seen = await becomes("bare", (each) =>
      /missing request/.test(condition(each, "ScalingActive")?.message ?? ""),
    );
    expect(condition(seen, "ScalingActive")).toMatchObject({ status: "False", reason: "FailedGetResourceMetric" });
    expect(condition(seen, "ScalingActive")?.message).toMatch(
      /^the HPA was unable to compute the replica count: failed to get cpu utilization: missing request for cpu in container c of Pod bare-\S+$/,
    );
    expect(seen.status?.currentReplicas).toBe(1);
    const old = await cluster.get<ApiObject>("autoscaling/v1/horizontalpodautoscalers/bare");
    expect(old).toMatchObject({ apiVersion: "autoscaling/v1", spec: { targetCPUUtilizationPercentage: 50 } });
    await cluster.recorded(
      "bare",
      /^FailedGetPodsMetric: unable to get metric hits: unable to fetch metrics from custom metrics API: no custom metrics API \(custom\.metrics\.k8s\.io\) registered$/,
    );
    await cluster.recorded(
      "bare",
      /^FailedComputeMetricsReplicas: invalid metrics \(2 invalid out of 2\), first error is: failed to get cpu resource metric value: /,
    );
  });

  it("reports a missing scale target and does not scale a target with 0 replicas", async () => {
    await autoscale("lost", { metrics: [resource("cpu", 50)] });
    const lost = await becomes("lost", ({ status }) => (status?.conditions ?? []).length > 0);
    expect(condition(lost, "AbleToScale")).toMatchObject({
      status: "False",
      reason: "FailedGetScale",
      message:
        'the HPA controller was unable to get the target\'s current scale: deployments/scale.apps "lost" not found',
    });
    await deploy("off", {}, { cpu: "100m" });
    await cluster.patch("apps/v1/deployments/off", { spec: { replicas: 0 } });
    await autoscale("off", { metrics: [resource("cpu", 50)] });
    const off = await becomes("off", (each) => condition(each, "ScalingActive") !== undefined);
    expect(condition(off, "ScalingActive")).toMatchObject({ status: "False", reason: "ScalingDisabled" });
  });

  it("does not scale pods that another autoscaler's selector matches", async () => {
    await deploy("twice", { cpu: "10m" }, { cpu: "100m" });
    const target = { kind: "Deployment", name: "twice" };
    await autoscale("first", { metrics: [resource("cpu", 50)] }, target);
    await autoscale("second", { metrics: [resource("cpu", 50)] }, target);
    const seen = await becomes("second", (each) => condition(each, "ScalingActive")?.reason === "AmbiguousSelector");
    expect(condition(seen, "ScalingActive")?.message).toBe(
      "pods by selector app=twice are controlled by multiple HPAs: [{first default} {second default}]",
    );
  });
});
