import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { PodAccess } from "../../api/registry/podAccess.ts";
import { narrow } from "../../api/registry/strategies/narrow.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import type { WebhookAddress } from "./dialingAgent.ts";
import { serviceSlices } from "./serviceSlices.ts";

interface ServicePort {
  readonly name?: string;
  readonly port?: number;
  readonly protocol?: string;
}

interface Service {
  readonly spec?: { readonly type?: string; readonly externalName?: string; readonly ports?: readonly ServicePort[] };
}

interface Slice {
  readonly addressType?: string;
  readonly endpoints?: readonly {
    readonly addresses?: readonly string[];
    readonly conditions?: { readonly ready?: boolean };
    readonly nodeName?: string;
    readonly targetRef?: { readonly kind?: string; readonly namespace?: string; readonly name?: string };
  }[];
  readonly ports?: readonly ServicePort[];
}

interface Endpoints {
  readonly subsets?: readonly {
    readonly addresses?: readonly { readonly ip?: string }[];
    readonly ports?: readonly ServicePort[];
  }[];
}

/** The current address of a service's port. @throws Error that states why there is none */
export type ResolveService = (namespace: string, name: string, port: number) => WebhookAddress;

/** Access to pods on nodes that this server reaches without a network. */
export type PodDialer = Pick<PodAccess, "reaches" | "dial">;

/**
 * Finds the address of a service's port. There is no cluster network, so it is always an endpoint's address. Ready
 * endpoints are used in rotation. Pods of simulated nodes are reached through the nodes.
 */
export function serviceAddresses(reader: ObjectReader, vocabulary: Vocabulary, dialer?: PodDialer): ResolveService {
  const slices = serviceSlices(reader, vocabulary);
  let turn = 0;
  return (namespace, name, port) => {
    const quoted = JSON.stringify(name);
    const service = reader.get({ group: "", resource: "services" }, namespace, name);
    if (service === undefined) throw new Error(`service ${quoted} not found`);
    const { spec = {} } = narrow<Service>(service);
    if (spec.type === "ExternalName") return { host: spec.externalName ?? "", port };
    const wanted = spec.ports?.find((each) => each.port === port);
    if (wanted === undefined) throw new Error(`no service port ${port} found for service ${quoted}`);
    let found = fromSlices(slices.of(namespace, name), dialer, namespace, wanted.name ?? "");
    if (found.length === 0) found = fromEndpoints(reader, namespace, name, wanted.name ?? "");
    turn = (turn + 1) % Number.MAX_SAFE_INTEGER;
    const address = found[turn % Math.max(found.length, 1)];
    if (address === undefined) throw new Error(`no endpoints available for service ${quoted}`);
    return address;
  };
}

const portNamed = (ports: readonly ServicePort[] | undefined, name: string): number | undefined =>
  ports?.find((each) => (each.name ?? "") === name && (each.protocol ?? "TCP") === "TCP")?.port;

function fromSlices(
  slices: readonly ApiObject[],
  dialer: PodDialer | undefined,
  namespace: string,
  portName: string,
): WebhookAddress[] {
  return slices.flatMap((object) => {
    const { endpoints, ports } = narrow<Slice>(object);
    const port = portNamed(ports, portName);
    if (port === undefined) return [];
    return (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready !== false)
      .flatMap(({ addresses, nodeName = "", targetRef }) => {
        const pod = { node: nodeName, namespace: targetRef?.namespace ?? namespace, name: targetRef?.name ?? "" };
        const isNear = targetRef?.kind === "Pod" && dialer?.reaches(nodeName) === true;
        const dial = isNear ? { dial: () => dialer.dial(pod, port) } : {};
        return (addresses ?? []).map((host) => ({ host, port, ...dial }));
      });
  });
}

function fromEndpoints(reader: ObjectReader, namespace: string, service: string, portName: string): WebhookAddress[] {
  const object = reader.get({ group: "", resource: "endpoints" }, namespace, service);
  return (object === undefined ? [] : (narrow<Endpoints>(object).subsets ?? [])).flatMap(({ addresses, ports }) => {
    const port = portNamed(ports, portName);
    return port === undefined ? [] : (addresses ?? []).map(({ ip = "" }) => ({ host: ip, port }));
  });
}
