import { afterAll, beforeAll, expect, test } from "vitest";
import { supportsApiOperations } from "../apiOperations.ts";
import { type ClusterUnderTest, startClusterUnderTest } from "../clusterUnderTest.ts";

let cluster: ClusterUnderTest;
beforeAll(async () => {
  cluster = await startClusterUnderTest();
});
afterAll(() => cluster.stop());

const NETWORKING = "networking.k8s.io/v1";

test("[sig-network] Ingress API should support creating Ingress API operations", async () => {
  const value = { loadBalancer: { ingress: [{ ip: "169.1.1.1" }] } };
  const backend = { service: { name: "default-backend", port: { number: 8080 } } };
  await supportsApiOperations(await cluster.namespace(), {
    resource: `${NETWORKING}/ingresses`,
    kind: "Ingress",
    make: (name, labels) => ({
      metadata: { name, labels },
      spec: {
        defaultBackend: backend,
        rules: [{ host: "foo.bar.com", http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }],
      },
    }),
    status: { value, path: "loadBalancer.ingress", expected: value.loadBalancer.ingress },
  });
});

test("[sig-network] IngressClass API should support creating IngressClass API operations", async () => {
  await supportsApiOperations(cluster.whole, {
    resource: `${NETWORKING}/ingressclasses`,
    kind: "IngressClass",
    make: (name, labels) => ({ metadata: { name, labels }, spec: { controller: "example.com/controller" } }),
  });
});

test("[sig-network] EndpointSlice should support creating EndpointSlice API operations", async () => {
  await supportsApiOperations(await cluster.namespace(), {
    resource: "discovery.k8s.io/v1/endpointslices",
    kind: "EndpointSlice",
    make: (name, labels) => ({
      metadata: { name, labels },
      addressType: "IPv4",
      endpoints: [{ addresses: ["10.1.2.3"] }],
      ports: [{ name: "http", port: 80, protocol: "TCP" }],
    }),
  });
});

test("[sig-network] EndpointSlice should have Endpoints and EndpointSlices pointing to API Server", async () => {
  const { server } = cluster;
  const get = async (path: string) =>
    (await server.request("GET", path)).body as unknown as { subsets: { addresses: { ip: string }[] }[] };
  await expect
    .poll(async () => (await get("/api/v1/namespaces/default/endpoints/kubernetes")).subsets?.[0]?.addresses ?? [])
    .not.toHaveLength(0);
  const { subsets } = await get("/api/v1/namespaces/default/endpoints/kubernetes");
  const query = "labelSelector=kubernetes.io%2Fservice-name%3Dkubernetes";
  const slices = (await server.request("GET", `/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?${query}`))
    .body.items;
  expect(slices).toHaveLength(1);
  const [slice] = slices as unknown as [{ endpoints: { addresses: string[] }[]; ports: object[] }];
  expect(slice.endpoints.flatMap(({ addresses }) => addresses).sort()).toEqual(
    subsets.flatMap(({ addresses }) => addresses.map(({ ip }) => ip)).sort(),
  );
  expect(slice.ports).toMatchObject([{ name: "https", protocol: "TCP" }]);
});

test("[sig-network] Services should provide secure master service", async () => {
  const { body } = await cluster.server.request("GET", "/api/v1/namespaces/default/services/kubernetes");
  expect(body["spec"]).toMatchObject({ ports: [{ name: "https", port: 443, protocol: "TCP" }] });
});
