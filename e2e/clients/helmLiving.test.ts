import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, clientProgram, createClient } from "../command.ts";
import { type Product, startServe } from "../product.ts";

const TEMPLATES = `apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}}
spec:
  selector: {app: {{ .Release.Name }}}
  ports: [{port: 80}]
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec:
      containers:
        - name: web
          image: nginx:{{ .Values.tag }}
          readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 1}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: {{ .Release.Name }}-store}
spec:
  serviceName: {{ .Release.Name }}
  replicas: 2
  selector: {matchLabels: {app: {{ .Release.Name }}-store}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}-store}}
    spec:
      containers: [{name: store, image: "redis:7"}]
---
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .Release.Name }}-prepare
  annotations: {helm.sh/hook: "pre-install,pre-upgrade", helm.sh/hook-delete-policy: before-hook-creation}
spec:
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      containers: [{name: prepare, image: busybox, command: [sh, -c, {{ .Values.prepare | quote }}]}]
`;

let product: Product;
let helm: Client;
let kubectl: Client;
let chart = "";

beforeAll(async () => {
  product = await startServe(["--simulated-nodes=2"]);
  const env = { KUBECONFIG: product.kubeconfig, HOME: product.dataDir };
  helm = createClient(clientProgram("helm"), env);
  kubectl = createClient(clientProgram("kubectl"), env);
  chart = join(product.dataDir, "chart");
  mkdirSync(join(chart, "templates"), { recursive: true });
  writeFileSync(join(chart, "Chart.yaml"), "apiVersion: v2\nname: shop\nversion: 0.1.0\n");
  writeFileSync(join(chart, "values.yaml"), 'replicas: 2\ntag: "1.26"\nprepare: "echo prepared"\n');
  writeFileSync(join(chart, "templates", "all.yaml"), TEMPLATES);
});

afterAll(async () => {
  expect(await product?.stop()).toBe(0);
});

test("install --wait runs hooks first, then waits until everything is ready", async () => {
  expect(await helm.ok(["install", "shop", chart, "--wait", "--wait-for-jobs", "--timeout", "40s"])).toContain(
    "deployed",
  );
  expect(await kubectl.ok(["logs", "job/shop-prepare"])).toBe("prepared\n");
  const ready = (kind: string): Promise<string> => kubectl.ok(["get", kind, "-o", "jsonpath={.status.readyReplicas}"]);
  expect([await ready("deployment/shop"), await ready("statefulset/shop-store")]).toEqual(["2", "2"]);
});

test("upgrade --wait replaces the pods, and rollback --wait restores them", async () => {
  await helm.ok(["upgrade", "shop", chart, "--set", "tag=1.27", "--wait", "--timeout", "40s"]);
  const image = ["get", "deployment", "shop", "-o", "jsonpath={.spec.template.spec.containers[0].image}"];
  expect(await kubectl.ok(image)).toBe("nginx:1.27");
  await helm.ok(["rollback", "shop", "1", "--wait", "--timeout", "40s"]);
  expect(await kubectl.ok(image)).toBe("nginx:1.26");
});

test("a failing hook fails the upgrade", async () => {
  const { code, stderr } = await helm.run(["upgrade", "shop", chart, "--set", "prepare=exit 1", "--timeout", "20s"]);
  expect(code).toBe(1);
  expect(stderr).toContain("pre-upgrade hooks failed");
});

test("uninstall --wait leaves no pods", async () => {
  await helm.ok(["uninstall", "shop", "--wait", "--timeout", "40s"]);
  await expect.poll(() => kubectl.ok(["get", "pods", "-l", "app=shop", "-o", "name"])).toBe("");
});
