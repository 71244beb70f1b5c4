import type { ClusterView } from "./clusterView.ts";
import { isAddress, resolveName } from "./resolveName.ts";
import { addressOfReverse } from "./reverseNames.ts";

/** The zone of a cluster's services. */
const ZONE = "svc.cluster.local";

/** A question to the name service. */
export interface NameQuestion {
  readonly name: string;
  readonly type: string;
  /** Whether the pod's search list applies. */
  readonly isSearched: boolean;
}

/**
 * The records of a name that the cluster's name service returns, in text form: `A` and `AAAA` of services and pods,
 * `CNAME` of ExternalName services, `SRV` of named ports, `PTR` of addresses.
 */
export function dnsRecords(view: ClusterView, namespace: string, { name, type, isSearched }: NameQuestion): string[] {
  const plain = name.replace(/\.$/, "").toLowerCase();
  switch (type.toUpperCase()) {
    case "CNAME":
      return cname(view, namespace, plain);
    case "SRV":
      return srv(view, plain);
    case "PTR":
      return ptr(view, plain);
    case "A":
    case "AAAA": {
      const isFull = isSearched || plain.endsWith(".cluster.local");
      const found = isFull && !isAddress(plain) ? resolveName(view, namespace, plain) : [];
      return found.filter((address) => address.includes(":") === (type.toUpperCase() === "AAAA"));
    }
    default:
      return [];
  }
}

function cname(view: ClusterView, namespace: string, name: string): string[] {
  const [service = "", inNamespace = namespace] = name
    .replace(`.${ZONE}`, "")
    .replace(/\.svc$/, "")
    .split(".");
  const external = view.service(inNamespace, service)?.spec?.externalName;
  return external === undefined ? [] : [`${external.replace(/\.$/, "")}.`];
}

/** SRV records of `_port._protocol.service.namespace.svc.cluster.local`. */
function srv(view: ClusterView, name: string): string[] {
  const [, port, protocol, service = "", namespace = ""] =
    /^_([^.]+)\._(tcp|udp)\.([^.]+)\.([^.]+)\.svc(?:\.cluster\.local)?$/.exec(name) ?? [];
  const { spec } = view.service(namespace, service) ?? {};
  const named = spec?.ports?.find((each) => each.name === port && (each.protocol ?? "TCP").toLowerCase() === protocol);
  return named === undefined ? [] : [`0 100 ${named.port} ${service}.${namespace}.${ZONE}.`];
}

function ptr(view: ClusterView, name: string): string[] {
  const address = addressOfReverse(name);
  if (address === undefined) return [];
  const service = view.serviceAt(address)?.metadata;
  if (service !== undefined) return [`${service.name}.${service.namespace}.${ZONE}.`];
  return view
    .podsAt(address)
    .flatMap(({ metadata, spec }) =>
      spec?.subdomain ? [`${spec.hostname ?? metadata?.name}.${spec.subdomain}.${metadata?.namespace}.${ZONE}.`] : [],
    );
}
