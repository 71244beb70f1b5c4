import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ApiPlace } from "../apiPlace.ts";
import { condition, PAUSE } from "../bodies.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { AGNHOST, BUSYBOX, ending, prints } from "../containerOutput.ts";
import { at } from "../shape.ts";

let cluster: ClusterUnderTest;
let place: ApiPlace;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  place = await cluster.namespace();
});

const running = { status: { phase: "Running", containerStatuses: [{ ready: true }] } };
const onNode = (node: string) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: "metadata.name", operator: "In", values: [node] }] }],
      },
    },
  },
});

/** Starts a pod that prints the requests it receives. @returns its address and its node */
async function handler(): Promise<{ readonly address: string; readonly node: string }> {
  const tls = ["--tls-cert-file", "/localhost.crt", "--tls-private-key-file", "/localhost.key"];
  const secure = ["netexec", "--http-port", "9090", "--udp-port", "9091", ...tls];
  const ports = (...numbers: number[]) => numbers.map((containerPort) => ({ containerPort, protocol: "TCP" }));
  const containers = [
    { name: "main", image: AGNHOST, args: ["netexec"], ports: ports(8080, 8081) },
    { name: "container-handle-https-request", image: AGNHOST, args: secure, ports: ports(9090, 9091) },
  ];
  await place.create("v1/pods", ending("pod-handle-http-request", {}, { containers }));
  const pod = await place.becomes("v1/pods/pod-handle-http-request", {
    status: { phase: "Running", conditions: [condition("Ready")] },
  });
  return { address: at<string>(pod, "status.podIP"), node: at<string>(pod, "spec.nodeName") };
}

/** Runs a pod with a hook, and waits until the handler has printed the hook's message. */
async function hooked(name: "postStart" | "preStop", container: object, hook: object, spec: object = {}) {
  await place.create("v1/pods", ending("pod-with-hook", { ...container, lifecycle: { [name]: hook } }, spec));
  await place.becomes("v1/pods/pod-with-hook", running);
  const asked = `GET /echo?msg=${name.toLowerCase()}`;
  if (name === "postStart") await prints(place, "pod-handle-http-request", asked);
  await place.remove("v1/pods/pod-with-hook", { gracePeriodSeconds: 15 });
  await place.gone("v1/pods/pod-with-hook");
  if (name === "preStop") await prints(place, "pod-handle-http-request", asked);
}

const curl = (address: string, message: string) => ({
  exec: { command: ["sh", "-c", `curl http://${address}:8080/echo?msg=${message}`] },
});
const httpGet = (host: string, message: string) => ({ httpGet: { path: `/echo?msg=${message}`, host, port: 8080 } });

test("[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute poststart exec hook properly [NodeConformance]", async () => {
  const { address } = await handler();
  await hooked("postStart", { image: AGNHOST }, curl(address, "poststart"));
});

test("[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute prestop exec hook properly [NodeConformance]", async () => {
  const { address } = await handler();
  await hooked("preStop", { image: AGNHOST }, curl(address, "prestop"));
});

test("[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute poststart http hook properly [NodeConformance]", async () => {
  const { address, node } = await handler();
  await hooked("postStart", { image: PAUSE }, httpGet(address, "poststart"), onNode(node));
});

test("[sig-node] Container Lifecycle Hook when create a pod with lifecycle hook should execute prestop http hook properly [NodeConformance]", async () => {
  const { address, node } = await handler();
  await hooked("preStop", { image: PAUSE }, httpGet(address, "prestop"), onNode(node));
});

test("a hook calls a sidecar container, which calls a third container", async () => {
  const { address, node } = await handler();
  const startupProbe = { httpGet: { path: "/echo?msg=startup", port: 8080 } };
  const args = ["netexec", "--udp-port", "-1"];
  const sidecar = { name: "container-redirect", image: AGNHOST, args, restartPolicy: "Always", startupProbe };
  const request = encodeURIComponent("echo?msg=prestop");
  const path = `/dial?host=${address}&port=8080&request=${request}`;
  const spec = { ...onNode(node), initContainers: [sidecar] };
  await hooked("preStop", { image: PAUSE }, { httpGet: { path, port: 8080 } }, spec);
});

test("[sig-node] PreStop should call prestop when killing a pod", async () => {
  const ports = [{ containerPort: 8080 }];
  await place.create("v1/pods", ending("server", { image: AGNHOST, args: ["nettest"], ports }));
  const server = await place.becomes("v1/pods/server", running);
  const url = `http://${at<string>(server, "status.podIP")}:8080/write`;
  const command = ["wget", "-O-", '--post-data={"Source": "prestop"}', url];
  const lifecycle = { preStop: { exec: { command } } };
  await place.create("v1/pods", ending("tester", { image: BUSYBOX, command: ["sleep", "600"], lifecycle }));
  await place.becomes("v1/pods/tester", running);
  await place.remove("v1/pods/tester");
  await expect
    .poll(async () => {
      const { status, text } = await place.send("GET", "v1/pods/server/proxy/read");
      return status === 200 ? (JSON.parse(text) as { Received: Record<string, number> }).Received : text;
    })
    .toMatchObject({ prestop: 1 });
});
