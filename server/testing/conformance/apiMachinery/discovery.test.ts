import { afterAll, beforeAll, expect, test } from "vitest";
import { definition } from "../../../api/extensions/testing/definitions.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";
import { customResource, DEFINITIONS } from "../customResource.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest({ simulatedNodes: 0 });
});
afterAll(() => cluster.stop());

const AGGREGATED = "application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io";

interface Version {
  readonly groupVersion: string;
  readonly version: string;
}
interface Group {
  readonly name: string;
  readonly versions: Version[];
  readonly preferredVersion: Version;
}
interface Discovered {
  readonly metadata: { readonly name: string };
  readonly versions: {
    readonly version: string;
    readonly freshness: string;
    readonly resources: { readonly resource: string }[];
  }[];
}

const get = async <T>(path: string): Promise<T> => (await cluster.server.request("GET", path)).body as unknown as T;
/** The aggregated document at a path, in the requested format. */
async function discovered(path: string, accept = AGGREGATED): Promise<Discovered[]> {
  const { headers, body, status } = await cluster.server.request("GET", path, { headers: { accept } });
  expect(status).toBe(200);
  expect(parameters(headers["content-type"])).toEqual(parameters(accept.split(",")[0]));
  expect(body.kind).toBe("APIGroupDiscoveryList");
  return body.items as unknown as Discovered[];
}
const parameters = (type = ""): string[] => type.split(";").sort();
const resourcesOf = (groups: readonly Discovered[], group: string, version: string): string[] =>
  groups
    .find(({ metadata }) => metadata.name === group)
    ?.versions.find((each) => each.version === version)
    ?.resources.map(({ resource }) => resource) ?? [];

test("[sig-api-machinery] Discovery should validate PreferredVersion for each APIGroup", async () => {
  const { groups } = await get<{ groups: Group[] }>("/apis");
  expect(groups.length).toBeGreaterThan(10);
  for (const { name, versions, preferredVersion } of groups) {
    expect(preferredVersion.groupVersion, name).not.toBe("");
    expect(versions, name).toContainEqual(preferredVersion);
    const group = await get<Group>(`/apis/${name}`);
    expect(group.name).toBe(name);
    expect(group.preferredVersion).toEqual(preferredVersion);
    expect(group.versions).toContainEqual(preferredVersion);
  }
});

test("[sig-api-machinery] Discovery should locate the groupVersion and a resource within each APIGroup", async () => {
  const expected = [
    ["apps", "deployments"],
    ["apiextensions.k8s.io", "customresourcedefinitions"],
    ["apiregistration.k8s.io", "apiservices"],
    ["authentication.k8s.io", "tokenreviews"],
    ["authorization.k8s.io", "selfsubjectaccessreviews"],
    ["autoscaling", "horizontalpodautoscalers"],
    ["batch", "jobs"],
    ["certificates.k8s.io", "certificatesigningrequests"],
    ["coordination.k8s.io", "leases"],
    ["discovery.k8s.io", "endpointslices"],
    ["events.k8s.io", "events"],
    ["networking.k8s.io", "ingresses"],
    ["node.k8s.io", "runtimeclasses"],
    ["policy", "poddisruptionbudgets"],
    ["rbac.authorization.k8s.io", "roles"],
    ["scheduling.k8s.io", "priorityclasses"],
    ["storage.k8s.io", "csinodes"],
  ] as const;
  const { groups } = await get<{ groups: Group[] }>("/apis");
  for (const [name, resource] of expected) {
    const group = groups.find((each) => each.name === name);
    const version = name === "autoscaling" ? "v2" : "v1";
    expect(group?.versions, name).toContainEqual({ groupVersion: `${name}/${version}`, version });
    const { resources } = await get<{ resources: { name: string }[] }>(`/apis/${name}/${version}`);
    expect(
      resources.map((each) => each.name),
      name,
    ).toContain(resource);
  }
});

test("[sig-api-machinery] AggregatedDiscovery should support aggregated discovery interface", async () => {
  const groups = await discovered("/apis");
  const { groups: listed } = await get<{ groups: Group[] }>("/apis");
  expect(groups.map(({ metadata }) => metadata.name).sort()).toEqual(listed.map(({ name }) => name).sort());
  for (const [group, version, resource] of [
    ["apps", "v1", "deployments"],
    ["batch", "v1", "jobs"],
    ["admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations"],
    ["apiextensions.k8s.io", "v1", "customresourcedefinitions"],
  ] as const) {
    expect(resourcesOf(groups, group, version), group).toContain(resource);
  }
  const core = (await discovered("/api"))[0]?.versions.find(({ version }) => version === "v1");
  expect(core?.resources.map(({ resource }) => resource)).toEqual(expect.arrayContaining(["namespaces", "pods"]));
});

test("[sig-api-machinery] AggregatedDiscovery should support raw aggregated discovery endpoint Accept headers", async () => {
  const v2beta1 = "application/json;as=APIGroupDiscoveryList;v=v2beta1;g=apidiscovery.k8s.io";
  for (const path of ["/apis", "/api"]) {
    for (const accept of [AGGREGATED, `${AGGREGATED},application/json`, v2beta1, `${v2beta1},application/json`]) {
      expect((await discovered(path, accept)).length).toBeGreaterThan(0);
    }
    const plain = await cluster.server.request("GET", path, { headers: { accept: "application/json" } });
    expect(["APIGroupList", "APIVersions"]).toContain(plain.body.kind);
  }
});

/** Expects a definition to appear in the aggregated document, and to disappear with its deletion. */
async function appears(group: string): Promise<void> {
  const { name } = await customResource(cluster.whole, definition("gadget", { group }));
  await expect.poll(async () => resourcesOf(await discovered("/apis"), group, "v1")).toContain("gadgets");
  expect((await discovered("/apis")).find(({ metadata }) => metadata.name === group)?.versions[0]?.freshness).toBe(
    "Current",
  );
  await cluster.whole.remove(`${DEFINITIONS}/${name}`);
  await expect
    .poll(async () => (await discovered("/apis")).some(({ metadata }) => metadata.name === group))
    .toBe(false);
}

test("[sig-api-machinery] AggregatedDiscovery should support aggregated discovery interface for CRDs", () =>
  appears("one.example.com"));
test("[sig-api-machinery] AggregatedDiscovery should support raw aggregated discovery request for CRDs", async () => {
  await appears("two.example.com");
  const plain = await get<{ groups: Group[] }>("/apis");
  expect(plain.groups.map(({ name }) => name)).not.toContain("two.example.com");
});
