import type { Node, Pod, PodList } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster, waitFor } from "../../controllers/testing/cluster.ts";
import { query, Talk } from "../testing/talk.ts";

const PROXY = "/api/v1/nodes/node-1/proxy";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(["root-ca-certificate-publisher-controller"], { simulatedNodes: 1 });
  const box = {
    name: "box",
    image: "busybox",
    command: ["sh", "-c", "echo hello; sleep 3600"],
    readinessProbe: { exec: { command: ["true"] }, periodSeconds: 1 },
  };
  await run("box", { containers: [box] });
  await run("web", {
    hostNetwork: true,
    containers: [{ name: "web", image: "nginx", ports: [{ containerPort: 80 }] }],
  });
});
afterAll(() => cluster.stop());

async function run(name: string, spec: Record<string, unknown>): Promise<void> {
  const pod = { nodeName: "node-1", terminationGracePeriodSeconds: 0, ...spec };
  await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name, labels: { app: name } }, spec: pod });
  await cluster.becomes<Pod & ApiObject>(
    `v1/pods/${name}`,
    ({ status }) => (status?.containerStatuses ?? []).every(({ ready }) => ready) && status?.phase === "Running",
  );
}

const ask = (path: string, method = "GET", more = {}) => cluster.server.request(method, `${PROXY}${path}`, more);
const measured = (path: string, text: string | RegExp) =>
  waitFor(
    () => ask(path),
    (answer) => (typeof text === "string" ? answer.text.includes(text) : text.test(answer.text)),
  );

describe("kubelet HTTP server", () => {
  it("passes its health checks", async () => {
    for (const path of ["/healthz", "/healthz/ping", "/healthz/log", "/healthz/syncloop"]) {
      expect(await ask(path)).toMatchObject({ status: 200, text: "ok" });
    }
    expect((await ask("/healthz?verbose")).text).toBe("[+]ping ok\n[+]log ok\n[+]syncloop ok\nhealthz check passed\n");
  });

  it("responds at the kubelet port too and returns 404 and 405 errors", async () => {
    const answer = await cluster.server.request("GET", "/api/v1/nodes/https:node-1:10250/proxy/healthz");
    expect(answer).toMatchObject({ status: 200, text: "ok" });
    expect(await ask("/none")).toMatchObject({ status: 404, text: "404 page not found\n" });
    expect(await ask("/pods", "POST")).toMatchObject({ status: 405, text: "405: Method Not Allowed" });
    const moved = await ask("?x=1");
    expect([moved.status, moved.headers["location"]]).toEqual([301, `${PROXY}/?x=1`]);
  });

  it("lists the node's pods with their container statuses", async () => {
    const pods = (await ask("/pods")).body as unknown as PodList;
    expect([pods.kind, pods.apiVersion]).toEqual(["PodList", "v1"]);
    expect(pods.items.map(({ metadata }) => metadata?.name).sort()).toEqual(["box", "web"]);
    const [box] = pods.items.filter(({ metadata }) => metadata?.name === "box");
    expect(box?.metadata?.labels).toEqual({ app: "box" });
    expect(box?.metadata?.annotations).toMatchObject({ "kubernetes.io/config.source": "api" });
    expect(box?.status?.phase).toBe("Running");
    const running = (await ask("/runningpods/")).body as unknown as PodList;
    const [first] = running.items.filter(({ metadata }) => metadata?.name === "box");
    expect(first).toEqual({
      metadata: { name: "box", namespace: "default", uid: box?.metadata?.uid, creationTimestamp: null },
      spec: { containers: [{ name: "box", image: "docker.io/library/busybox:latest", resources: {} }] },
      status: {},
    });
  });

  it("exposes the same measurements as the metrics API", async () => {
    await cluster.server.request("PUT", "/simulation/time", { body: { running: true, speed: 60 } });
    await measured(
      "/metrics/resource",
      /^container_cpu_usage_seconds_total\{container="box",namespace="default",pod="box"\} [\d.]+ \d+$/m,
    );
    const summary = (await ask("/stats/summary")).body as unknown as {
      node: { nodeName: string; memory: { workingSetBytes: number }; fs: { capacityBytes: number } };
      pods: { podRef: { name: string }; containers: { memory: { workingSetBytes: number } }[] }[];
    };
    expect(summary.node.nodeName).toBe("node-1");
    expect(summary.node.fs.capacityBytes).toBe(50 * 2 ** 30);
    const pod = summary.pods.find(({ podRef }) => podRef.name === "box");
    expect(pod?.containers[0]?.memory.workingSetBytes).toBeGreaterThan(0);
    expect(pod).toHaveProperty("ephemeral-storage");
    const brief = (await ask("/stats/summary?only_cpu_and_memory=true")).body as unknown as typeof summary;
    expect(brief.node).not.toHaveProperty("fs");
    const cadvisor = (await ask("/metrics/cadvisor")).text;
    expect(cadvisor).toMatch(
      /^container_memory_working_set_bytes\{container="box",id="[^"]*",image="[^"]*busybox:latest",name="[0-9a-f]{64}",namespace="default",pod="box"\} \d+ \d+$/m,
    );
    expect(cadvisor).toMatch(
      /^container_network_receive_bytes_total\{container="",id="[^"]*",image="",interface="eth0",name="",namespace="default",pod="box"\} \d+ \d+$/m,
    );
    expect(brief.node).not.toHaveProperty("network");
    expect(cadvisor).toMatch(/^machine_cpu_cores\{[^}]*\} 4$/m);
    const lines = (await ask("/metrics/resource")).text;
    expect(lines).toContain(
      "# HELP container_memory_working_set_bytes [STABLE] Current working set of the container in bytes\n",
    );
    expect(lines).toMatch(/^resource_scrape_error 0$/m);
  });

  it("exposes pod and probe metrics", async () => {
    const { text, headers } = await ask("/metrics");
    expect(headers["content-type"]).toContain("text/plain; version=0.0.4");
    expect(text).toMatch(/^kubelet_running_pods 2$/m);
    expect(text).toMatch(/^kubelet_running_containers\{container_state="running"\} 2$/m);
    expect(text).toMatch(/^kubelet_node_name\{node="node-1"\} 1$/m);
    await measured(
      "/metrics/probes",
      /^prober_probe_total\{.*container="box".*probe_type="Readiness",result="successful"\} [1-9]/m,
    );
    const labels = 'container="box",namespace="default",pod="box",probe_type="Readiness"';
    const probes = (await ask("/metrics/probes")).text;
    expect(probes).toContain("# TYPE prober_probe_duration_seconds histogram\n");
    expect(probes).toMatch(new RegExp(`^prober_probe_duration_seconds_bucket\\{${labels},le="\\+Inf"\\} [1-9]`, "m"));
    expect(probes).toMatch(new RegExp(`^prober_probe_duration_seconds_count\\{${labels}\\} [1-9]`, "m"));
  });

  it("exposes its configuration", async () => {
    const { kubeletconfig } = (await ask("/configz")).body as unknown as { kubeletconfig: Record<string, unknown> };
    const node = await cluster.get<Node & ApiObject>("v1/nodes/node-1");
    expect(kubeletconfig).toMatchObject({
      port: 10250,
      maxPods: Number(node?.status?.capacity?.["pods"]),
      syncFrequency: "1m0s",
    });
  });

  it("lists log files and returns their content", async () => {
    const list = await ask("/logs/");
    expect([list.status, list.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(list.text).toContain('<a href="pods/">pods/</a>\n');
    const pod = await cluster.get("v1/pods/box");
    const folder = `default_box_${pod?.metadata.uid}`;
    expect((await ask("/logs/pods/")).text).toContain(`<a href="${folder}/">${folder}/</a>`);
    expect((await ask(`/logs/pods/${folder}/box/0.log`)).text).toMatch(/^\d{4}-.*Z stdout F hello\n$/);
    expect((await ask("/logs/pods")).status).toBe(301);
    expect(await ask("/logs/none")).toMatchObject({ status: 404, text: "404 page not found\n" });
  });

  it("returns a container's log", async () => {
    expect(await ask("/containerLogs/default/box/box")).toMatchObject({ status: 200, text: "hello\n" });
    expect((await ask("/containerLogs/default/box/box?tail=all&timestamps=true")).text).toMatch(/Z hello\n$/);
    expect(await ask("/containerLogs/default/none/box")).toMatchObject({
      status: 404,
      text: 'pod "none" does not exist',
    });
    expect(await ask("/containerLogs/default/box/none")).toMatchObject({
      status: 404,
      text: 'container "none" not found in pod "box"',
    });
    expect((await ask("/containerLogs/default/box/box?tailLines=-1")).text).toBe('{"message": "Invalid request."}');
  });

  it("executes commands", async () => {
    expect(await ask("/run/default/box/box?cmd=echo+hi", "POST")).toMatchObject({ status: 200, text: "hi\n" });
    expect(await ask("/run/default/box/box?cmd=false", "POST")).toMatchObject({
      status: 500,
      text: "command 'false' exited with 1: ",
    });
    expect(await ask("/run/default/none/box?cmd=ls", "POST")).toMatchObject({
      status: 404,
      text: "pod does not exist",
    });
    const talk = new Talk(
      cluster.server.url,
      `${PROXY}/exec/default/box/box?${query({ output: "1", command: ["echo", "hi"] })}`,
    );
    await talk.ended;
    expect(talk.text(1)).toBe("hi\n");
  });

  it("forwards ports", async () => {
    const talk = new Talk(cluster.server.url, `${PROXY}/portForward/default/web?port=80`, "v4.channel.k8s.io");
    await talk.open();
    talk.type("GET / HTTP/1.1\r\nHost: web\r\nConnection: close\r\n\r\n");
    await talk.shows(0, "</html>");
    talk.socket.close();
  });

  it("proxies the node's other ports to the programs listening there", async () => {
    const answer = await cluster.server.request("GET", "/api/v1/nodes/node-1:80/proxy/");
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("Welcome to nginx!")]);
    const none = await cluster.server.request("GET", "/api/v1/nodes/node-1:81/proxy/");
    expect([none.status, none.text]).toEqual([503, expect.stringContaining(":81: connect: connection refused")]);
  });

  it.each([
    ["99999", "dial tcp: address 99999: invalid port"],
    ["web", "dial tcp: lookup tcp/web: unknown port"],
  ])("rejects %s as a port of nodes and pods", async (port, message) => {
    for (const path of [`/api/v1/nodes/node-1:${port}`, `/api/v1/namespaces/default/pods/web:${port}`]) {
      const answer = await cluster.server.request("GET", `${path}/proxy/`);
      expect([answer.status, answer.body.message]).toEqual([503, `error trying to reach service: ${message}`]);
    }
  });

  it("requires authorization", async () => {
    expect((await ask("/pods", "GET", { as: "alice" })).status).toBe(403);
    expect((await ask("/exec/default/box/box?output=1&command=ls", "GET", { as: "alice" })).status).toBe(403);
  });
});
