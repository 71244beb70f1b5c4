import https from "node:https";
import type { Node, Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../shared/object.ts";
import { type Cluster, startCluster } from "../../acting/controllers/testing/cluster.ts";
import { POD_PATH } from "./gatedPods.ts";

/** The protocol that the server chooses when one is offered; undefined when it accepts none. */
const chosen = (url: string, path: string, protocol: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: "Bearer admin-token",
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      "sec-websocket-protocol": protocol,
      "sec-websocket-version": "13",
    };
    const asked = https.request(url + path, { headers, rejectUnauthorized: false });
    asked.on("upgrade", (answer, socket) => {
      socket.destroy();
      resolve(answer.headers["sec-websocket-protocol"]);
    });
    asked.on("response", (answer) => {
      answer.resume();
      resolve(undefined);
    });
    asked.on("error", reject);
    asked.end();
  });

const GATES = [
  "PodReadyToStartContainersCondition",
  "DisableNodeKubeProxyVersion",
  "RecursiveReadOnlyMounts",
  "TranslateStreamCloseWebsocketRequests",
  "PortForwardWebsockets",
];

describe.each(["true", "false"])("feature gates of nodes set to %s", (on) => {
  let cluster: Cluster;
  let running: Pod & ApiObject;
  beforeAll(async () => {
    cluster = await startCluster(["root-ca-certificate-publisher-controller"], {
      simulatedNodes: 1,
      featureGates: Object.fromEntries(GATES.map((gate) => [gate, on])),
    });
    const spec = { nodeName: "node-1", containers: [{ name: "c", image: "i" }] };
    await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec });
    running = await cluster.becomes("v1/pods/p", ({ status }: Pod & ApiObject) => status?.phase === "Running");
  });
  afterAll(() => cluster.stop());

  it("PodReadyToStartContainersCondition: whether pods have the condition", () => {
    const types = (running.status?.conditions ?? []).map(({ type }) => type);
    expect(types).toContain("Ready");
    expect(types.includes("PodReadyToStartContainers")).toBe(on === "true");
  });

  it("RecursiveReadOnlyMounts: whether container statuses include volume mounts", () => {
    const [status] = running.status?.containerStatuses ?? [];
    const tokens = {
      name: expect.stringMatching(/^kube-api-access-/),
      mountPath: "/var/run/secrets/kubernetes.io/serviceaccount",
      readOnly: true,
      recursiveReadOnly: "Disabled",
    };
    expect(Object.entries(status ?? {}).filter(([name]) => name === "volumeMounts")).toEqual(
      on === "true" ? [["volumeMounts", [tokens]]] : [],
    );
  });

  it("DisableNodeKubeProxyVersion: whether nodes report a kube-proxy version", async () => {
    const node = await cluster.get<Node & ApiObject>("v1/nodes/node-1");
    expect(node?.status?.nodeInfo?.kubeProxyVersion).toBe(on === "true" ? "" : node?.status?.nodeInfo?.kubeletVersion);
  });

  it("TranslateStreamCloseWebsocketRequests and PortForwardWebsockets: supported WebSocket protocols", async () => {
    const { url } = cluster.server;
    const exec = `${POD_PATH}/p/exec?command=true&stdout=true`;
    const whenOn = (protocol: string): string | undefined => (on === "true" ? protocol : undefined);
    expect(await chosen(url, exec, "v5.channel.k8s.io")).toBe(whenOn("v5.channel.k8s.io"));
    expect(await chosen(url, exec, "v4.channel.k8s.io")).toBe("v4.channel.k8s.io");
    const forward = `${POD_PATH}/p/portforward?ports=80`;
    const tunnel = "SPDY/3.1+portforward.k8s.io";
    expect(await chosen(url, forward, tunnel)).toBe(whenOn(tunnel));
    expect(await chosen(url, forward, "v4.channel.k8s.io")).toBe("v4.channel.k8s.io");
  });
});
