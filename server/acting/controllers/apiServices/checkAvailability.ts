import type { ApiObject } from "../../../../shared/object.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { ServiceSlices } from "../../../access/webhook/serviceSlices.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";
import { probe, urlOf } from "../../../serving/aggregation/fetchDocument.ts";
import type { RemoteApi } from "../../../serving/aggregation/remoteApi.ts";
import type { CacheHub } from "../../../store/cache/cacheHub.ts";

/** The result of a check: the condition `Available` without its time. */
export interface Finding {
  readonly status: "True" | "False" | "Unknown";
  readonly reason: string;
  readonly message: string;
}

export interface CheckParts {
  readonly reader: Pick<CacheHub, "get" | "isStored">;
  readonly slices: Pick<ServiceSlices, "of">;
  readonly signal: AbortSignal;
}

/** The result for an API service that this server serves itself. */
export const LOCAL: Finding = {
  status: "True",
  reason: "Local",
  message: "Local APIServices are always available",
};

const SERVICES = { group: "", resource: "services" };
const ENDPOINTS = { group: "", resource: "endpoints" };
/** The number of simultaneous attempts; one success is enough. */
const ATTEMPTS = 5;
/** Timeout of one attempt, in milliseconds. */
const ATTEMPT_TIME = 5_000;

/** Checks whether the server of an API service is reachable and answers discovery. */
export async function checkAvailability(remote: RemoteApi, parts: CheckParts): Promise<Finding> {
  return checkService(remote, parts) ?? (await checkDiscovery(remote, parts.signal));
}

interface Service {
  readonly spec?: {
    readonly type?: string;
    readonly ports?: readonly { readonly port?: number; readonly name?: string }[];
  };
}

/** What is missing in the service and its endpoints; undefined when nothing is. */
function checkService({ service }: RemoteApi, parts: CheckParts): Finding | undefined {
  const { reader } = parts;
  const { namespace, name, port } = service;
  const where = `service/${name} in ${JSON.stringify(namespace)}`;
  const no = (reason: string, message: string): Finding => ({ status: "False", reason, message });
  const unreadable = (reason: string): Finding => ({
    status: "Unknown",
    reason,
    message: `${where} cannot be checked due to: the stored object cannot be read`,
  });
  const found = reader.get(SERVICES, namespace, name);
  if (found === undefined) {
    return reader.isStored(SERVICES, namespace, name)
      ? unreadable("ServiceAccessError")
      : no("ServiceNotFound", `${where} is not present`);
  }
  const { type = "ClusterIP", ports = [] } = narrow<Service>(found).spec ?? {};
  if (type !== "ClusterIP") return undefined;
  const own = ports.find((each) => each.port === port);
  if (own === undefined) return no("ServicePortError", `${where} is not listening on port ${port}`);
  const endpoints = reader.get(ENDPOINTS, namespace, name);
  const slices = parts.slices.of(namespace, name);
  if (endpoints === undefined && slices.length === 0) {
    return reader.isStored(ENDPOINTS, namespace, name)
      ? unreadable("EndpointsAccessError")
      : no("EndpointsNotFound", `cannot find endpoints for ${where}`);
  }
  const portName = own.name ?? "";
  // Endpoints may be published in either form: an address in one of them is enough.
  if (hasAddress(endpoints, portName) || slices.some((slice) => isActive(slice, portName))) return undefined;
  const what = `endpoints for ${where} have no addresses with port name ${JSON.stringify(portName)}`;
  return no("MissingEndpoints", what);
}

interface Named {
  readonly name?: string;
}

const named = (ports: readonly Named[] | undefined, name: string): boolean =>
  ports?.some((port) => (port.name ?? "") === name) === true;

function hasAddress(endpoints: ApiObject | undefined, portName: string): boolean {
  type Subset = { readonly addresses?: readonly unknown[]; readonly ports?: readonly Named[] };
  const subsets = (endpoints?.["subsets"] ?? []) as readonly Subset[];
  return subsets.some(({ addresses = [], ports }) => addresses.length > 0 && named(ports, portName));
}

function isActive(slice: ApiObject, portName: string): boolean {
  type Endpoint = { readonly conditions?: { readonly ready?: boolean } };
  const endpoints = (slice["endpoints"] ?? []) as readonly Endpoint[];
  return (
    named(slice["ports"] as readonly Named[] | undefined, portName) &&
    endpoints.some(({ conditions }) => conditions?.ready !== false)
  );
}

/**
 * Requests the discovery document that every server of a group version has; the first success of several attempts is
 * enough.
 */
async function checkDiscovery(remote: RemoteApi, signal: AbortSignal): Promise<Finding> {
  const { group, version, service } = remote;
  const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const enough = new AbortController();
  const ended = AbortSignal.any([signal, enough.signal]);
  const attempt = async (): Promise<void> => {
    const url = urlOf(service, path);
    const failing = `failing or missing response from ${url}`;
    let status: number;
    try {
      status = await probe(service, path, ATTEMPT_TIME, ended);
    } catch (error) {
      throw new Error(`${failing}: ${messageOf(error)}`);
    }
    if (status < 200 || status > 299) throw new Error(`${failing}: bad status from ${url}: ${status}`);
  };
  try {
    await Promise.any(Array.from({ length: ATTEMPTS }, attempt));
    return { status: "True", reason: "Passed", message: "all checks passed" };
  } catch (error) {
    const last: unknown = (error as AggregateError).errors.at(-1);
    const message = messageOf(last);
    return { status: "False", reason: "FailedDiscoveryCheck", message };
  } finally {
    enough.abort();
  }
}
