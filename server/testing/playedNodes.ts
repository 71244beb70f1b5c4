import { until } from "../acting/testing/until.ts";
import type { Body } from "./httpClient.ts";
import { core } from "./objects.ts";
import type { TestServer } from "./testServer.ts";

/** The roles of nodes and of the scheduler, played by a test. */
export interface PlayedNodes {
  /** Creates a node in a zone. */
  node(name: string, zone?: string): Promise<void>;
  /** Creates a pod, binds it to a node and reports that it runs. */
  pod(namespace: string, pod: object & { metadata: { name: string } }, run: PodRun): Promise<void>;
  /** Writes the status of a pod. */
  status(namespace: string, name: string, status: Record<string, unknown>): Promise<void>;
  /** Waits until an object satisfies a condition, and returns it. */
  seen(path: string, is: (body: Body) => boolean): Promise<Body>;
}

export interface PodRun {
  readonly node: string;
  readonly ips: readonly string[];
  readonly ready?: boolean;
}

/** @throws Error for refused requests, so that a test fails at the place of the failure */
export function playNodes(server: () => TestServer): PlayedNodes {
  const send = async (method: string, path: string, body: unknown, headers = {}): Promise<Body> => {
    const answer = await server().request(method, path, { body, headers });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const patch = { "content-type": "application/merge-patch+json" };
  const status = async (namespace: string, name: string, told: Record<string, unknown>): Promise<void> => {
    await send("PATCH", `${core(namespace, "pods", name)}/status`, { status: told }, patch);
  };
  return {
    status,
    async node(name, zone) {
      const labels = zone === undefined ? {} : { "topology.kubernetes.io/zone": zone };
      await send("POST", "/api/v1/nodes", { metadata: { name, labels } });
      const conditions = [{ type: "Ready", status: "True" }];
      const told = { status: { allocatable: { cpu: "4", pods: "100" }, conditions } };
      await send("PATCH", `/api/v1/nodes/${name}/status`, told, patch);
    },
    async pod(namespace, pod, { node, ips, ready = true }) {
      const { name } = pod.metadata;
      await send("POST", core(namespace, "pods"), pod);
      const binding = { metadata: { name }, target: { kind: "Node", name: node } };
      await send("POST", `${core(namespace, "pods", name)}/binding`, binding);
      await status(namespace, name, runningStatus(ips, ready));
    },
    async seen(path, is) {
      let last: Body | undefined;
      await until(async () => {
        last = (await server().request("GET", path)).body;
        return is(last);
      });
      return last as Body;
    },
  };
}

/** The status that a node reports for a running pod. */
export const runningStatus = (ips: readonly string[], ready: boolean): Record<string, unknown> => ({
  phase: "Running",
  podIP: ips[0],
  podIPs: ips.map((ip) => ({ ip })),
  conditions: [{ type: "Ready", status: ready ? "True" : "False", lastTransitionTime: "2026-01-01T00:00:00Z" }],
});
