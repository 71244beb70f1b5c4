import type { Pod } from "kubernetes-types/core/v1";
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from "kubernetes-types/networking/v1";
import { fromStructured, matchesLabels, type StructuredSelector } from "../../../../shared/selectors/labelSelector.ts";
import { type Family, familyOf, parseAddress, parseCidr } from "../../../ground/formats/addresses/addresses.ts";
import type { Protocol } from "../programs/program.ts";

/** What policies are evaluated against, besides the two pods. */
export interface PolicyView {
  policies(namespace: string): readonly NetworkPolicy[];
  /** Labels of a namespace. */
  namespaceLabels(namespace: string): Readonly<Record<string, string>>;
}

/** A connection to a port. One side may be an address that belongs to no pod. */
export interface Connection {
  readonly from: Pod;
  readonly to: Pod | string;
  readonly port: number;
  /** Default: TCP. */
  readonly protocol?: Protocol;
  /** The IP family of the addresses in use, where pods have one of each. Default: that of the pods' first addresses. */
  readonly family?: Family;
}

/**
 * Whether network policies allow a connection: the egress policies that select the client, and the ingress policies
 * that select the server. A pod that no policy selects is open. Otherwise a connection needs one of the selecting
 * policies to allow it.
 */
export const isConnectionAllowed = (connection: Connection, view: PolicyView): boolean =>
  isAllowed("Egress", connection, view) && isAllowed("Ingress", connection, view);

function isAllowed(direction: "Ingress" | "Egress", connection: Connection, view: PolicyView): boolean {
  const { from, to } = connection;
  const [own, other] = direction === "Ingress" ? [to, from] : [from, to];
  // Policies apply to pods only.
  if (typeof own === "string") return true;
  const namespace = own.metadata?.namespace ?? "";
  const policies = view
    .policies(namespace)
    .filter((policy) => hasDirection(policy, direction) && selects(policy.spec?.podSelector, own.metadata?.labels));
  if (policies.length === 0) return true;
  return policies.some(({ spec }) =>
    (direction === "Ingress" ? spec?.ingress : spec?.egress)?.some((rule) => {
      const peers = ("from" in rule ? rule.from : "to" in rule ? rule.to : undefined) ?? [];
      return (
        isPort(rule.ports ?? [], connection) &&
        (peers.length === 0 ||
          peers.some((peer) => isPeer(peer, other, { namespace, family: connection.family }, view)))
      );
    }),
  );
}

/** A policy without types applies to ingress, and to egress when it has egress rules. */
function hasDirection({ spec }: NetworkPolicy, direction: "Ingress" | "Egress"): boolean {
  const types = spec?.policyTypes ?? [];
  if (types.length > 0) return types.includes(direction);
  return direction === "Ingress" || (spec?.egress ?? []).length > 0;
}

function isPeer(
  peer: NetworkPolicyPeer,
  other: Pod | string,
  { namespace, family }: { namespace: string; family: Family | undefined },
  view: PolicyView,
): boolean {
  const { ipBlock, namespaceSelector, podSelector } = peer;
  if (ipBlock !== undefined) {
    const address = typeof other === "string" ? other : addressOf(other, family);
    return isInRange(address, ipBlock.cidr) && !(ipBlock.except ?? []).some((each) => isInRange(address, each));
  }
  // Selectors select pods only, never plain addresses.
  if (typeof other === "string") return false;
  const own = other.metadata?.namespace ?? "";
  const isThere =
    namespaceSelector === undefined ? own === namespace : selects(namespaceSelector, view.namespaceLabels(own));
  return isThere && (podSelector === undefined || selects(podSelector, other.metadata?.labels));
}

/** Port names refer to ports of the pod that is connected to. */
function isPort(ports: readonly NetworkPolicyPort[], { to, port, protocol: used = "TCP" }: Connection): boolean {
  if (ports.length === 0) return true;
  return ports.some(({ port: wanted, endPort, protocol = "TCP" }) => {
    if (protocol !== used) return false;
    if (wanted === undefined) return true;
    if (typeof wanted === "number") return port >= wanted && port <= (endPort ?? wanted);
    if (typeof to === "string") return false;
    return (to.spec?.containers ?? []).some((container) =>
      (container.ports ?? []).some(({ name, containerPort }) => name === wanted && containerPort === port),
    );
  });
}

function addressOf({ status }: Pod, family: Family | undefined): string {
  if (family === undefined) return status?.podIP ?? "";
  return status?.podIPs?.find(({ ip = "" }) => familyOf(ip) === family)?.ip ?? "";
}

function isInRange(text: string, range: string): boolean {
  const address = parseAddress(text);
  const cidr = parseCidr(range);
  if (address === undefined || cidr === undefined || address.family !== cidr.family) return false;
  return address.value >= cidr.base && address.value < cidr.base + cidr.size;
}

const selects = (selector: StructuredSelector | undefined, labels: Readonly<Record<string, string>> | undefined) =>
  matchesLabels(fromStructured(selector ?? {}), labels);
