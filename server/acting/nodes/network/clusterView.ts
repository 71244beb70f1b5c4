import type { Node, Pod, Service } from "kubernetes-types/core/v1";
import type { EndpointSlice } from "kubernetes-types/discovery/v1";
import type { NetworkPolicy } from "kubernetes-types/networking/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";
import type { Informers } from "../../informers/informers.ts";
import type { Protocol } from "../programs/program.ts";
import type { PolicyView } from "./networkPolicies.ts";

/** The data about the cluster that a sandbox's network needs. */
export interface ClusterView extends PolicyView {
  service(namespace: string, name: string): Service | undefined;
  /** The service of the API server. */
  apiService(): Service | undefined;
  serviceAt(address: string): Service | undefined;
  /** The service that has this node port. */
  serviceOnNodes(port: number, protocol: Protocol): Service | undefined;
  /** The service whose health-check node port this is. */
  serviceOfHealthPort(port: number): Service | undefined;
  /** The name of the node that has an address. */
  nodeAt(address: string): string | undefined;
  /** The zone of a node, by the node's name. */
  zoneOf(node: string): string | undefined;
  /** Running pods on the node that has this address. */
  podsOnNode(address: string): readonly Pod[];
  slices(namespace: string, service: string): readonly EndpointSlice[];
  /** Running pods that have this address. */
  podsAt(address: string): readonly Pod[];
}

/** A view that uses indices. */
export interface IndexedView extends ClusterView {
  /** Builds the indices in advance, yielding to the event loop; resolves when they are ready. */
  indexed(): Promise<void>;
}

/** Labels that exclude a service from a node's proxy. */
const othersLabels = (vocabulary: Vocabulary): readonly string[] =>
  ["service-proxy-name", "headless"].map((name) => vocabulary.render(`service.{labelDomain}/${name}`));

/** The cluster IPs, external IPs and load balancer IPs of a service. */
function addressesOfService(object: ApiObject): string[] {
  const { spec, status } = narrow<Service>(object);
  const balanced = (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);
  return [...(spec?.clusterIPs ?? []), ...(spec?.externalIPs ?? []), ...balanced];
}
const nodePortsOf = (object: ApiObject): string[] =>
  (narrow<Service>(object).spec?.ports ?? []).flatMap(({ nodePort, protocol = "TCP" }) =>
    nodePort ? [`${protocol}/${nodePort}`] : [],
  );
const healthPortOf = (object: ApiObject): string[] => {
  const { healthCheckNodePort = 0 } = narrow<Service>(object).spec ?? {};
  return healthCheckNodePort === 0 ? [] : [String(healthCheckNodePort)];
};
const addressesOfNode = (object: ApiObject): string[] =>
  (narrow<Node>(object).status?.addresses ?? []).map(({ address }) => address);
const addressOfHost = (object: ApiObject): string[] => [narrow<Pod>(object).status?.hostIP ?? ""];
const addressesOfPod = (object: ApiObject): string[] =>
  (narrow<Pod>(object).status?.podIPs ?? []).map(({ ip }) => ip ?? "");

/** A view on top of informers. A query whose index is not ready yet builds it synchronously. */
export function clusterView(informers: Informers, vocabulary: Vocabulary): IndexedView {
  const label = vocabulary.render("{labelDomain}/service-name");
  const services = informers.of<Service>({ group: "", resource: "services" });
  const pods = informers.of<Pod>({ group: "", resource: "pods" });
  const slices = informers.of<EndpointSlice>({
    group: vocabulary.render("discovery.{domain}"),
    resource: "endpointslices",
  });
  const serviceOfSlice = ({ metadata }: ApiObject): string[] => [
    `${metadata.namespace}/${metadata.labels?.[label] ?? ""}`,
  ];
  const policies = informers.of<NetworkPolicy>({
    group: vocabulary.render("networking.{domain}"),
    resource: "networkpolicies",
  });
  const zoneLabel = vocabulary.render("topology.{labelDomain}/zone");
  const others = othersLabels(vocabulary);
  const isProxied = ({ metadata }: Service): boolean => others.every((name) => metadata?.labels?.[name] === undefined);
  const nodes = informers.of<Node>({ group: "", resource: "nodes" });
  const namespaces = informers.of({ group: "", resource: "namespaces" });
  return {
    policies: (namespace) => policies.list(namespace),
    namespaceLabels: (namespace) => namespaces.get("", namespace)?.metadata.labels ?? {},
    service: (namespace, name) => services.get(namespace, name),
    apiService: () => services.get("default", vocabulary.render("{product}")),
    serviceAt: (address) => services.by(addressesOfService, address).find(isProxied),
    serviceOnNodes: (port, protocol) => services.by(nodePortsOf, `${protocol}/${port}`).find(isProxied),
    serviceOfHealthPort: (port) => services.by(healthPortOf, String(port)).find(isProxied),
    nodeAt: (address) => nodes.by(addressesOfNode, address)[0]?.metadata?.name,
    zoneOf: (node) => nodes.get("", node)?.metadata?.labels?.[zoneLabel],
    podsOnNode: (address) => pods.by(addressOfHost, address).filter(({ status }) => status?.phase === "Running"),
    slices: (namespace, service) => slices.by(serviceOfSlice, `${namespace}/${service}`),
    podsAt: (address) => pods.by(addressesOfPod, address).filter(({ status }) => status?.phase === "Running"),
    async indexed() {
      await Promise.all([
        ...[addressesOfService, nodePortsOf, healthPortOf].map((valuesOf) => services.indexed(valuesOf)),
        ...[addressOfHost, addressesOfPod].map((valuesOf) => pods.indexed(valuesOf)),
        nodes.indexed(addressesOfNode),
        slices.indexed(serviceOfSlice),
      ]);
    },
  };
}
