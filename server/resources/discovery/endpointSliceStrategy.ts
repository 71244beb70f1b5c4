import type { Endpoint, EndpointPort, EndpointSlice } from "kubernetes-types/discovery/v1";
import {
  child,
  duplicate,
  type FieldError,
  index,
  invalid,
  notSupported,
  required,
  tooMany,
} from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { validateImmutable } from "../strategies/immutable.ts";
import { decoded } from "../strategies/narrow.ts";
import { generationStrategy } from "../strategies/specStatus.ts";
import { parseAddress, validateNonSpecialAddress } from "../validation/addresses.ts";
import { checkLabel, checkQualifiedName, checkSubdomain, invalidBy } from "../validation/names.ts";
import { checkPort } from "../validation/numbers.ts";

const ADDRESS_TYPES = ["FQDN", "IPv4", "IPv6"];
const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const MAX_ENDPOINTS = 1000;
const MAX_ADDRESSES = 100;
const MAX_PORTS = 20_000;

function validate(object: ApiObject): FieldError[] {
  const { addressType = "", endpoints = [], ports = [] } = decoded<EndpointSlice>(object) as Partial<EndpointSlice>;
  const errors: FieldError[] = [];
  if (addressType === "") errors.push(required("addressType"));
  else if (!ADDRESS_TYPES.includes(addressType)) errors.push(notSupported("addressType", addressType, ADDRESS_TYPES));
  if (endpoints.length > MAX_ENDPOINTS) return [...errors, tooMany("endpoints", endpoints.length, MAX_ENDPOINTS)];
  errors.push(...endpoints.flatMap((endpoint, i) => validateEndpoint(endpoint, addressType, index("endpoints", i))));
  return [...errors, ...validatePorts(ports, "ports")];
}

function validateEndpoint(endpoint: Endpoint, addressType: string, path: string): FieldError[] {
  const addresses = endpoint.addresses ?? [];
  const at = child(path, "addresses");
  const errors: FieldError[] = [];
  if (addresses.length === 0) errors.push(required(at, "must contain at least 1 address"));
  else if (addresses.length > MAX_ADDRESSES) errors.push(tooMany(at, addresses.length, MAX_ADDRESSES));
  for (const [i, address] of addresses.entries()) errors.push(...validateAddressOf(address, addressType, index(at, i)));
  const node = endpoint.nodeName;
  if (node !== undefined) errors.push(...invalidBy(child(path, "nodeName"), node, checkSubdomain(node)));
  for (const name of Object.keys(endpoint.deprecatedTopology ?? {}).sort()) {
    const topology = child(path, "deprecatedTopology");
    errors.push(...invalidBy(topology, name, checkQualifiedName(name)));
  }
  const hostname = endpoint.hostname;
  if (hostname !== undefined) errors.push(...invalidBy(child(path, "hostname"), hostname, checkLabel(hostname)));
  return errors;
}

function validateAddressOf(address: string, type: string, path: string): FieldError[] {
  if (type === "FQDN") return invalidBy(path, address, checkSubdomain(address));
  if (type !== "IPv4" && type !== "IPv6") return [];
  if (parseAddress(address)?.family !== type) {
    return [invalid(path, address, `must be a valid ${type} address`)];
  }
  return validateNonSpecialAddress(address, path);
}

function validatePorts(ports: readonly EndpointPort[], path: string): FieldError[] {
  if (ports.length > MAX_PORTS) return [tooMany(path, ports.length, MAX_PORTS)];
  const names = new Set<string>();
  return ports.flatMap(({ name = "", protocol, port, appProtocol }, i) => {
    const at = index(path, i);
    const errors: FieldError[] = [];
    if (name !== "") errors.push(...invalidBy(child(at, "name"), name, checkLabel(name)));
    if (names.has(name)) errors.push(duplicate(child(at, "name"), name));
    names.add(name);
    if ((protocol ?? "") === "") errors.push(required(child(at, "protocol")));
    else if (!PROTOCOLS.includes(protocol ?? "")) errors.push(notSupported(child(at, "protocol"), protocol, PROTOCOLS));
    if (port !== undefined) errors.push(...checkPort(port).map((m) => invalid(child(at, "port"), port, m)));
    if (appProtocol !== undefined) {
      errors.push(...invalidBy(child(at, "appProtocol"), appProtocol, checkQualifiedName(appProtocol)));
    }
    return errors;
  });
}

const own: Strategy = {
  prepareForCreate: (_context, object) => dropDeprecatedTopology(object),
  validate: (_context, object) => validate(object),
  validateUpdate: (_context, object, old) => [
    ...validate(object),
    ...validateImmutable(object["addressType"], old["addressType"], "addressType"),
  ],
};

/** Where an endpoint runs has fields of its own: its node's name and zone are not accepted as topology. */
function dropDeprecatedTopology(object: ApiObject): void {
  const { endpoints } = decoded<EndpointSlice>(object) as Partial<EndpointSlice>;
  if (endpoints === undefined) return;
  object["endpoints"] = endpoints.map(({ deprecatedTopology: _, ...rest }) => rest);
}

/** Rules of endpoint slices. */
export const endpointSliceStrategy = generationStrategy(own);
