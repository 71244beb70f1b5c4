import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { serveFile } from "./served.ts";

/** The reference's conformance tests of kubectl, with a real kubectl on simulated nodes. */
const AGNHOST = "registry.k8s.io/e2e-test-images/agnhost:2.53";
const BUSYBOX = "busybox:1.37";

const { kubectl } = serveFile(["--simulated-nodes=3"]);
let folder: string;
let namespace: string;
let count = 0;
/** Runs kubectl in the test's own namespace. */
const ok = (args: string, input?: string): Promise<string> =>
  kubectl.ok(["-n", namespace, ...args.split(" ")], input === undefined ? {} : { input });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orrery-cli-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  count += 1;
  namespace = `kubectl-${count}`;
  await kubectl.ok(["create", "namespace", namespace]);
});
afterEach(() => kubectl.ok(["delete", "namespace", namespace, "--wait=false"]));

/** A replication controller whose pods run an image with many sub-commands. */
const controller = (name: string, replicas: number, labels: object = { app: name }, args: string[] = ["netexec"]) =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "ReplicationController",
    metadata: { name, labels },
    spec: {
      replicas,
      selector: labels,
      template: {
        metadata: { labels },
        spec: {
          terminationGracePeriodSeconds: 1,
          containers: [{ name, image: AGNHOST, args, ports: [{ containerPort: 6379 }] }],
        },
      },
    },
  });
const deployment = (name: string, replicas: number, labels: object, args: string[]) =>
  JSON.stringify({
    ...JSON.parse(controller(name, replicas, labels, args)),
    apiVersion: "apps/v1",
    kind: "Deployment",
  }).replace(/"selector":(\{[^}]*\})/, '"selector":{"matchLabels":$1}');
const ready = (selector: string) => ok(`wait --for=condition=Ready pod -l ${selector} --timeout=30s`);
interface Metadata {
  readonly name: string;
  readonly deletionTimestamp?: string;
}

/** The names of the pods, once exactly `number` of them are not terminating. */
async function pods(selector: string, number: number): Promise<string[]> {
  const names = async (): Promise<string[]> => {
    const { items } = JSON.parse(await ok(`get pods -l ${selector} -o json`)) as { items: { metadata: Metadata }[] };
    return items.flatMap(({ metadata }) => (metadata.deletionTimestamp === undefined ? [metadata.name] : []));
  };
  await expect.poll(async () => (await names()).length).toBe(number);
  return names();
}

/** The manifest of the update demonstration, and what each of its pods shows. */
const updateDemo = JSON.stringify({
  apiVersion: "v1",
  kind: "ReplicationController",
  metadata: { name: "update-demo-nautilus" },
  spec: {
    replicas: 2,
    selector: { name: "update-demo", version: "nautilus" },
    template: {
      metadata: { labels: { name: "update-demo", version: "nautilus" } },
      spec: {
        containers: [
          {
            name: "update-demo",
            image: "registry.k8s.io/e2e-test-images/nautilus:1.7",
            ports: [{ containerPort: 80, protocol: "TCP" }],
          },
        ],
      },
    },
  },
});
async function showsPictures(count: number): Promise<void> {
  const names = await pods("name=update-demo", count);
  await ready("name=update-demo");
  for (const name of names) {
    const path = `/api/v1/namespaces/${namespace}/pods/${name}/proxy/data.json`;
    expect(JSON.parse(await kubectl.ok(["get", "--raw", path]))).toEqual({ image: "nautilus.jpg" });
  }
}

test("[sig-cli] Kubectl client Update Demo should create and stop a replication controller", async () => {
  await ok("create -f -", updateDemo);
  await showsPictures(2);
  await ok("delete --grace-period=0 --force rc update-demo-nautilus");
  await pods("name=update-demo", 0);
  expect(await ok("get rc,svc -l name=update-demo --no-headers")).toBe("");
});

test("[sig-cli] Kubectl client Update Demo should scale a replication controller", async () => {
  await ok("create -f -", updateDemo);
  await showsPictures(2);
  await ok("scale rc update-demo-nautilus --replicas=1 --timeout=1m");
  await showsPictures(1);
  await ok("scale rc update-demo-nautilus --replicas=2 --timeout=1m");
  await showsPictures(2);
});

test("[sig-cli] Kubectl client Guestbook application should create and stop a working application", async () => {
  const service = (app: string, port: number) =>
    JSON.stringify({
      apiVersion: "v1",
      kind: "Service",
      metadata: { name: app },
      spec: { selector: { app }, ports: [{ port }] },
    });
  const backend = ["guestbook", "--backend-port", "6379"];
  const parts = [
    service("agnhost-primary", 6379),
    service("agnhost-replica", 6379),
    service("frontend", 80),
    deployment("agnhost-primary", 1, { app: "agnhost-primary" }, backend),
    deployment("agnhost-replica", 2, { app: "agnhost-replica" }, [...backend, "--replicaof", "agnhost-primary"]),
    deployment("frontend", 3, { app: "frontend" }, backend),
  ];
  const list = `{"apiVersion":"v1","kind":"List","items":[${parts.join(",")}]}`;
  await ok("create -f -", list);
  for (const app of ["agnhost-primary", "agnhost-replica", "frontend"])
    await ok(`rollout status deployment/${app} --timeout=30s`);
  const ask = async (query: string): Promise<string> => {
    const path = `/api/v1/namespaces/${namespace}/services/frontend/proxy/guestbook?${query}`;
    const { stdout, stderr } = await kubectl.run(["get", "--raw", path]);
    return stdout || stderr;
  };
  await expect.poll(() => ask("cmd=get&key=messages")).toBe('{"data":""}');
  // Replicas register themselves: an earlier entry reaches them only when it is written again.
  await expect
    .poll(async () => {
      expect(await ask("cmd=set&key=messages&value=TestEntry")).toBe('{"message": "Updated"}');
      return ask("cmd=get&key=messages");
    })
    .toBe('{"data":"TestEntry"}');
  await ok("delete --grace-period=0 --force -f -", list);
  expect(await ok("get deployments,services --no-headers")).toBe("");
});

test("[sig-cli] Kubectl client Kubectl api-versions should check if v1 is in available api versions", async () => {
  expect((await ok("api-versions")).split("\n")).toContain("v1");
});

test("[sig-cli] Kubectl client Kubectl cluster-info should check if Kubernetes control plane services is included in cluster-info", async () => {
  expect(await ok("cluster-info")).toMatch(/Kubernetes control plane.*is running at/);
});

test("[sig-cli] Kubectl client Kubectl describe should check if kubectl describe prints relevant information for rc and pods", async () => {
  await ok("create -f -", controller("agnhost-primary", 1));
  await ok("expose rc agnhost-primary --port=6379");
  const [pod = ""] = await pods("app=agnhost-primary", 1);
  await ready("app=agnhost-primary");
  const says = async (what: string, lines: RegExp[]) => {
    const text = await ok(`describe ${what}`);
    for (const line of lines) expect(text).toMatch(line);
  };
  await says(`pod ${pod}`, [
    /Name:\s+agnhost-primary-/,
    /Namespace:\s+kubectl-/,
    /Controlled By:\s+ReplicationController\/agnhost-primary/,
    /Image:\s+registry\.k8s\.io\/e2e-test-images\/agnhost/,
    /State:\s+Running/,
    /QoS Class:\s+BestEffort/,
  ]);
  await says("rc agnhost-primary", [
    /Replicas:\s+1 current \/ 1 desired/,
    /Pods Status:\s+1 Running/,
    /Selector:\s+app=agnhost-primary/,
    /SuccessfulCreate/,
  ]);
  await says("service agnhost-primary", [/Type:\s+ClusterIP/, /Port:\s+<unset>\s+6379\/TCP/, /Endpoints:\s+10\./]);
  await says("node node-1", [
    /Conditions:/,
    /MemoryPressure/,
    /Addresses:/,
    /Capacity:/,
    /KubeProxy|Kubelet Version:/,
    /Pods?:/,
  ]);
  await says(`namespace ${namespace}`, [/Status:\s+Active/]);
});

test("[sig-cli] Kubectl client Kubectl diff should check if kubectl diff finds a difference for Deployments", async () => {
  const before = deployment("web", 1, { app: "web" }, ["pause"]);
  await ok("create -f -", before);
  const { code, stdout } = await kubectl.run(["-n", namespace, "diff", "-f", "-"], {
    input: before.replace(AGNHOST, "busybox:1.37"),
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^-\s+image: .*agnhost/m);
  expect(stdout).toMatch(/^\+\s+image: busybox:1\.37/m);
});

test("[sig-cli] Kubectl client Kubectl expose should create services for rc", async () => {
  await ok("create -f -", controller("agnhost-primary", 1));
  await ready("app=agnhost-primary");
  const targets = async (name: string): Promise<string> =>
    ok(`get endpoints ${name} -o jsonpath={.subsets[*].ports[*].port}`);
  await ok("expose rc agnhost-primary --name=rm2 --port=1234 --target-port=6379");
  await expect.poll(() => targets("rm2")).toBe("6379");
  await ok("expose service rm2 --name=rm3 --port=2345 --target-port=6379");
  await expect.poll(() => targets("rm3")).toBe("6379");
  expect(await ok("get service rm3 -o jsonpath={.spec.ports[0].port}")).toBe("2345");
});

const pause = (name: string) =>
  JSON.stringify({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels: { name } },
    spec: { containers: [{ name, image: AGNHOST }] },
  });

test("[sig-cli] Kubectl client Kubectl label should update the label on a resource", async () => {
  await ok("create -f -", pause("pause"));
  await ready("name=pause");
  await ok("label pods pause testing-label=testing-label-value");
  expect(await ok("get pod pause -L testing-label")).toContain("testing-label-value");
  await ok("label pods pause testing-label-");
  expect(await ok("get pod pause -L testing-label")).not.toContain("testing-label-value");
});

test("[sig-cli] Kubectl client Kubectl patch should add annotations for pods in rc", async () => {
  await ok("create -f -", controller("agnhost-primary", 1));
  const [pod = ""] = await pods("app=agnhost-primary", 1);
  await ok(`patch pod ${pod} -p {"metadata":{"annotations":{"x":"y"}}}`);
  expect(await ok(`get pod ${pod} -o jsonpath={.metadata.annotations.x}`)).toBe("y");
});

test("[sig-cli] Kubectl client Kubectl run pod should create a pod from an image when restart is Never", async () => {
  await ok(`run e2e-test-httpd-pod --restart=Never --pod-running-timeout=2m0s --image=${BUSYBOX}`);
  expect(await ok("get pod e2e-test-httpd-pod -o jsonpath={.spec.containers[0].image},{.spec.restartPolicy}")).toBe(
    `${BUSYBOX},Never`,
  );
});

test("[sig-cli] Kubectl client Kubectl replace should update a single-container pod's image", async () => {
  await ok(`run replaced --image=nginx:1.26 --pod-running-timeout=2m0s --labels=run=replaced`);
  await ready("run=replaced");
  const pod = await ok("get pod replaced -o json");
  await ok("replace -f -", pod.replaceAll('"image": "nginx:1.26"', `"image": "${BUSYBOX}"`));
  expect(await ok("get pod replaced -o jsonpath={.spec.containers[0].image}")).toBe(BUSYBOX);
});

test("[sig-cli] Kubectl client Kubectl server-side dry-run should check if kubectl can dry-run update Pods", async () => {
  await ok("run dry --image=nginx:1.26 --labels=run=dry");
  await ready("run=dry");
  const pod = await ok("get pod dry -o json");
  const patch = `{"spec":{"containers":[{"name":"dry","image":"${BUSYBOX}"}]}}`;
  await ok(`patch pod dry -p ${patch} --dry-run=server`);
  await ok("replace -f - --dry-run=server", pod.replaceAll('"image": "nginx:1.26"', `"image": "${BUSYBOX}"`));
  expect(await ok("get pod dry -o jsonpath={.spec.containers[0].image}")).toBe("nginx:1.26");
});

test("[sig-cli] Kubectl client Kubectl version should check is all data is printed", async () => {
  const text = await ok("version");
  expect(text).toMatch(/Client Version: v1\./);
  expect(text).toMatch(/Server Version: v1\.32\./);
});

test("[sig-cli] Kubectl client Proxy server should support proxy with --port 0", async () => {
  const proxy = kubectl.follow(["proxy", "-p", "0", "--disable-filter"], (output) =>
    output.includes("Starting to serve"),
  );
  const [, port] = /127\.0\.0\.1:(\d+)/.exec(await proxy.ready) ?? [];
  const answer = (await (await fetch(`http://127.0.0.1:${port}/api/`)).json()) as { versions: string[] };
  proxy.stop();
  expect(answer.versions).toEqual(["v1"]);
});

test("[sig-cli] Kubectl client Proxy server should support --unix-socket=/path", async () => {
  const socketPath = join(folder, "proxy.sock");
  const proxy = kubectl.follow(["proxy", `--unix-socket=${socketPath}`], (output) =>
    output.includes("Starting to serve"),
  );
  await proxy.ready;
  const text = await new Promise<string>((resolve, reject) => {
    const asked = request({ socketPath, path: "/api/" }, (answer) => {
      let body = "";
      answer.on("data", (chunk) => (body += chunk));
      answer.on("end", () => resolve(body));
    });
    asked.on("error", reject);
    asked.end();
  });
  proxy.stop();
  expect(JSON.parse(text)).toMatchObject({ kind: "APIVersions" });
});

test("[sig-cli] Kubectl logs logs should be able to retrieve and filter logs", async () => {
  await ok(
    `run logs-generator --image=${AGNHOST} --restart=Never --pod-running-timeout=2m0s -- logs-generator --log-lines-total 100 --run-duration 20s`,
  );
  await expect
    .poll(async () => (await kubectl.run(["-n", namespace, "logs", "logs-generator"])).stdout)
    .toContain("/api/v1/namespaces");
  const lines = async (options: string): Promise<string[]> =>
    (await ok(`logs logs-generator ${options}`)).split("\n").slice(0, -1);
  expect(await lines("--tail=1")).toHaveLength(1);
  expect((await ok("logs logs-generator --limit-bytes=1")).length).toBe(1);
  const [stamped = ""] = await lines("--tail=1 --timestamps");
  expect(stamped).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z I\d{4} /);
  // The pod prints for over twenty seconds: the last second has fewer lines than the whole time.
  await expect.poll(async () => (await lines("--since=24h")).length, { timeout: 20_000 }).toBeGreaterThan(20);
  expect((await lines("--since=1s")).length).toBeLessThan((await lines("--since=24h")).length);
});
