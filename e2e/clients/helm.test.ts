import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, clientProgram, createClient } from "../command.ts";
import { type Product, startServe } from "../product.ts";

const CHART = `apiVersion: v2
name: web
version: 0.1.0
`;

const TEMPLATES = `apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-settings
data:
  greeting: {{ .Values.greeting | quote }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ .Release.Name }}
spec:
  selector: {app: {{ .Release.Name }}}
  ports: [{name: http, port: 80, targetPort: 8080}]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}
spec:
  replicas: {{ .Values.replicas }}
  selector:
    matchLabels: {app: {{ .Release.Name }}}
  template:
    metadata:
      labels: {app: {{ .Release.Name }}}
    spec:
      containers:
        - name: web
          image: registry.example/web:1
          envFrom: [{configMapRef: {name: {{ .Release.Name }}-settings}}]
`;

let product: Product;
let helm: Client;
let kubectl: Client;
let chart = "";

beforeAll(async () => {
  product = await startServe();
  const env = { KUBECONFIG: product.kubeconfig, HOME: product.dataDir };
  helm = createClient(clientProgram("helm"), env);
  kubectl = createClient(clientProgram("kubectl"), env);
  chart = join(product.dataDir, "chart");
  mkdirSync(join(chart, "templates"), { recursive: true });
  writeFileSync(join(chart, "Chart.yaml"), CHART);
  writeFileSync(join(chart, "values.yaml"), "greeting: hello\nreplicas: 1\n");
  writeFileSync(join(chart, "templates/all.yaml"), TEMPLATES);
});

afterAll(async () => {
  expect(await product?.stop()).toBe(0);
});

test("install creates the objects and stores the release in the cluster", async () => {
  expect(await helm.ok(["install", "demo", chart])).toContain("STATUS: deployed");
  const names = await kubectl.ok(["get", "deployment,service,configmap", "-o", "name"]);
  for (const name of ["deployment.apps/demo", "service/demo", "configmap/demo-settings"]) expect(names).toContain(name);
  expect(await kubectl.ok(["get", "secret", "-l", "owner=helm", "-o", "jsonpath={.items[*].type}"])).toBe(
    "helm.sh/release.v1",
  );
  expect(JSON.parse(await helm.ok(["list", "-o", "json"]))).toMatchObject([
    { name: "demo", revision: "1", status: "deployed" },
  ]);
});

test("a second install is rejected", async () => {
  const again = await helm.run(["install", "demo", chart]);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain("cannot re-use a name that is still in use");
});

test("upgrade changes only what differs and keeps earlier values", async () => {
  const address = await kubectl.ok(["get", "service", "demo", "-o", "jsonpath={.spec.clusterIP}"]);
  expect(await helm.ok(["upgrade", "demo", chart, "--set", "greeting=goodbye,replicas=3"])).toContain("REVISION: 2");
  expect(await kubectl.ok(["get", "configmap", "demo-settings", "-o", "jsonpath={.data.greeting}"])).toBe("goodbye");
  expect(await kubectl.ok(["get", "deployment", "demo", "-o", "jsonpath={.spec.replicas}"])).toBe("3");
  expect(await kubectl.ok(["get", "service", "demo", "-o", "jsonpath={.spec.clusterIP}"])).toBe(address);
});

test("rollback restores the first revision as a third", async () => {
  await helm.ok(["rollback", "demo", "1"]);
  expect(await kubectl.ok(["get", "configmap", "demo-settings", "-o", "jsonpath={.data.greeting}"])).toBe("hello");
  const history = JSON.parse(await helm.ok(["history", "demo", "-o", "json"]));
  expect(history.map(({ status }: { status: string }) => status)).toEqual(["superseded", "superseded", "deployed"]);
});

test("uninstall removes everything", async () => {
  await helm.ok(["uninstall", "demo"]);
  expect(await kubectl.ok(["get", "deployment,configmap", "-o", "name"])).not.toContain("demo");
  expect(await helm.ok(["list", "-q"])).toBe("");
});
