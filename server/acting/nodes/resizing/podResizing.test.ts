import type { Pod } from "kubernetes-types/core/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApiObject } from "../../../../shared/object.ts";
import { type Cluster, startCluster } from "../../controllers/testing/cluster.ts";

type PodObject = Pod & ApiObject;
interface Shown {
  readonly resize: string | undefined;
  readonly cpu: string | undefined;
  readonly allocated: string | undefined;
  readonly restarts: number;
}

let cluster: Cluster;
beforeAll(async () => {
  const gates = { InPlacePodVerticalScaling: "true", InPlacePodVerticalScalingAllocatedStatus: "true" };
  cluster = await startCluster(["root-ca-certificate-publisher-controller", "resourcequota-controller"], {
    simulatedNodes: 1,
    featureGates: { APIServerIdentity: "false", ...gates },
  });
});
afterAll(() => cluster.stop());

async function run(name: string, cpu: string, container: object = {}): Promise<void> {
  const resources = { requests: { cpu } };
  const containers = [{ name: "c", image: "registry.example/app:1", resources, ...container }];
  const spec = { nodeName: "node-1", terminationGracePeriodSeconds: 0, containers };
  await cluster.make({ apiVersion: "v1", kind: "Pod", metadata: { name }, spec });
  await shows(name, ({ resize }) => resize === undefined);
}

async function resize(name: string, cpu: string): Promise<void> {
  const body = { spec: { containers: [{ name: "c", resources: { requests: { cpu } } }] } };
  const headers = { "content-type": "application/strategic-merge-patch+json" };
  const { status, text } = await cluster.server.request("PATCH", cluster.url(`v1/pods/${name}/resize`), {
    body,
    headers,
  });
  if (status !== 200) throw new Error(text);
}

function shown({ status }: PodObject): Shown {
  const { resize: told } = status as { resize?: string };
  const container = status?.containerStatuses?.[0] as
    | { resources?: { requests?: { cpu?: string } }; allocatedResources?: { cpu?: string }; restartCount: number }
    | undefined;
  return {
    resize: told,
    cpu: container?.resources?.requests?.cpu,
    allocated: container?.allocatedResources?.cpu,
    restarts: container?.restartCount ?? 0,
  };
}

const shows = async (name: string, holds: (shown: Shown) => boolean): Promise<Shown> =>
  shown(
    await cluster.becomes<PodObject>(
      `v1/pods/${name}`,
      (pod) => pod.status?.containerStatuses?.[0]?.state?.running !== undefined && holds(shown(pod)),
    ),
  );

describe("In-place pod resize", () => {
  it("applies new resources while the pod runs", async () => {
    await run("plain", "500m");
    expect(await shows("plain", () => true)).toEqual({
      resize: undefined,
      cpu: "500m",
      allocated: "500m",
      restarts: 0,
    });
    await resize("plain", "1");
    expect(await shows("plain", ({ cpu, resize: told }) => cpu === "1" && told === undefined)).toEqual({
      ...{ resize: undefined, cpu: "1", allocated: "1", restarts: 0 },
    });
    await cluster.remove("v1/pods/plain");
  });

  it("restarts a container if its resize policy requires it", async () => {
    const resizePolicy = [{ resourceName: "cpu", restartPolicy: "RestartContainer" }];
    await run("again", "500m", { resizePolicy });
    await resize("again", "1");
    expect(await shows("again", ({ cpu, restarts }) => cpu === "1" && restarts === 1)).toMatchObject({
      allocated: "1",
    });
    await cluster.recorded("again", "Killing: Container c resize requires restart");
    await cluster.remove("v1/pods/again");
  });

  it("respects LimitRanges and ResourceQuotas of the namespace", async () => {
    await run("bounded", "500m");
    const limits = [{ type: "Pod", min: { cpu: "400m" } }];
    await cluster.make({ apiVersion: "v1", kind: "LimitRange", metadata: { name: "least" }, spec: { limits } });
    const hard = { "requests.cpu": "1500m" };
    await cluster.make({ apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "all" }, spec: { hard } });
    await cluster.becomes<ApiObject>("v1/resourcequotas/all", (quota) =>
      JSON.stringify(quota["status"] ?? {}).includes('"used":{"requests.cpu":"500m"}'),
    );
    await expect(resize("bounded", "300m")).rejects.toThrow("minimum cpu usage per Pod is 400m, but request is 300m");
    await expect(resize("bounded", "1800m")).rejects.toThrow(
      "exceeded quota: all, requested: requests.cpu=1300m, used: requests.cpu=500m, limited: requests.cpu=1500m",
    );
    await resize("bounded", "1");
    await cluster.becomes<ApiObject>("v1/resourcequotas/all", (quota) =>
      JSON.stringify(quota["status"] ?? {}).includes('"used":{"requests.cpu":"1"}'),
    );
    for (const path of ["pods/bounded", "limitranges/least", "resourcequotas/all"]) await cluster.remove(`v1/${path}`);
  });

  it("is Deferred until the node has room, and Infeasible if it never will", async () => {
    await run("other", "2");
    await run("growing", "1");
    await resize("growing", "3");
    expect(await shows("growing", ({ resize: told }) => told === "Deferred")).toMatchObject({
      cpu: "1",
      allocated: "1",
    });
    await cluster.remove("v1/pods/other");
    expect(await shows("growing", ({ cpu, resize: told }) => cpu === "3" && told === undefined)).toBeDefined();
    for (const cpu of ["100", "200"]) {
      await resize("growing", cpu);
      expect(await shows("growing", ({ resize: told }) => told === "Infeasible")).toMatchObject({ cpu: "3" });
    }
    await cluster.remove("v1/pods/growing");
  });
});
