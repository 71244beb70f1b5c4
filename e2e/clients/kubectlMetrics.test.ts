import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, clientProgram, createClient } from "../command.ts";
import { type Product, startServe } from "../product.ts";

let product: Product;
let kubectl: Client;

beforeAll(async () => {
  // The rate limit would drop later Events of an autoscaler that reports too often that it has no metrics yet.
  product = await startServe(["--simulated-nodes=2", "--horizontal-pod-autoscaler-sync-period=4s"]);
  kubectl = createClient(clientProgram("kubectl"), { KUBECONFIG: product.kubeconfig, HOME: product.dataDir });
  await kubectl.ok(["wait", "--for=create", "serviceaccount/default", "--timeout=20s"]);
  await kubectl.ok(["apply", "-f", "-"], { input: WEB });
  await kubectl.ok(["rollout", "status", "deployment/web", "--timeout=30s"]);
});

afterAll(async () => {
  expect(await product?.stop()).toBe(0);
});

const WEB = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata:
      labels: { app: web }
      annotations: { simulation.orrery/cpu: 250m, simulation.orrery/memory: 64Mi }
    spec:
      containers:
        - name: web
          image: nginx
          resources: { requests: { cpu: 100m } }
`;

/** Waits until the output of kubectl matches, and returns it. */
async function shows(args: readonly string[], expected: RegExp): Promise<string> {
  let text = "";
  await expect
    .poll(async () => (text = (await kubectl.run(args)).stdout), { timeout: 45_000, interval: 500 })
    .toMatch(expected);
  return text;
}

describe("kubectl metrics", () => {
  test("top shows the usage of pods and their containers", async () => {
    const early = await kubectl.run(["top", "pods"]);
    expect(early.stderr).not.toContain("Metrics API not available");
    const text = await shows(["top", "pods"], /^web-\S+\s+2[3-6]\dm\s+6\dMi\s*$/m);
    expect(text).toMatch(/^NAME\s+CPU\(cores\)\s+MEMORY\(bytes\)\s*$/m);
    const container = await kubectl.ok(["top", "pod", "-l", "app=web", "--containers", "--no-headers"]);
    expect(container).toMatch(/^web-\S+\s+web\s+2[3-6]\dm\s+6\dMi\s*$/);
    expect(await kubectl.ok(["top", "pods", "-A", "--sort-by=cpu"])).toMatch(/^default\s+web-/m);
  });

  test("top shows the usage of nodes, absolute and in percent", async () => {
    const text = await shows(["top", "nodes"], /^node-2\s+\d+m\s+\d+%\s+\d+Mi\s+\d+%\s*$/m);
    expect(text).toMatch(/^NAME\s+CPU\(cores\)\s+CPU(%|\(%\))\s+MEMORY\(bytes\)\s+MEMORY(%|\(%\))\s*$/m);
    expect(text).toMatch(/^node-1\s/m);
  });

  test("get, api-resources and explain support metrics", async () => {
    expect(await kubectl.ok(["api-resources", "--api-group=metrics.k8s.io"])).toMatch(
      /^pods\s+metrics\.k8s\.io\/v1beta1\s+true\s+PodMetrics\s*$/m,
    );
    const explained = await kubectl.ok(["explain", "pods", "--api-version=metrics.k8s.io/v1beta1"]);
    expect(explained).toMatch(/KIND:\s+PodMetrics/);
    expect(explained).toMatch(/^\s+containers\t/m);
    await shows(["get", "pods.metrics.k8s.io"], /^NAME\s+CPU\s+MEMORY\s+WINDOW\nweb-\S+\s+\d+n\s+\d+Ki\s+[\d.]+s\s*$/);
    expect(await kubectl.ok(["get", "apiservice", "v1beta1.metrics.k8s.io"])).toMatch(/\sLocal\s+True\s/);
  });

  test("autoscale adds pods when usage is too high", async () => {
    await kubectl.ok(["autoscale", "deployment", "web", "--cpu-percent=100", "--min=1", "--max=3"]);
    await kubectl.ok(["wait", "--for=jsonpath={.status.readyReplicas}=3", "deployment/web", "--timeout=60s"]);
    await shows(["get", "hpa", "web"], /^web\s+Deployment\/web\s+cpu: 2[3-6]\d%\/100%\s+1\s+3\s+3\s/m);
    const text = await kubectl.ok(["describe", "hpa", "web"]);
    expect(text).toMatch(/ScalingActive\s+True\s+ValidMetricFound\s+the HPA was able to successfully calculate/);
    expect(text).toMatch(
      /SuccessfulRescale\s.*New size: 3; reason: cpu resource utilization \(percentage of request\) above target/,
    );
  });
});
