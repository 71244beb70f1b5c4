import type { Endpoint, EndpointHints } from "kubernetes-types/discovery/v1";
import { append } from "../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, index, invalid, required, tooMany } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkLabelValue, checkSubdomain } from "../../../../shared/text/qualifiedName.ts";
import { parseAddress, validateNonSpecialAddress } from "../../../ground/formats/addresses/addresses.ts";
import { labelErrors } from "../../../ground/formats/names/labels.ts";
import { checkLabel, invalidBy } from "../../../ground/formats/names/names.ts";
import { validateFullyQualifiedDomain } from "../../../ground/formats/names/qualifiedDomain.ts";

const MAX_ADDRESSES = 100;
const MAX_TOPOLOGY_LABELS = 16;
const MAX_ZONES = 8;

/** Field errors of one endpoint of a slice, whose addresses are all of one type. */
export function* endpointErrors(endpoint: Partial<Endpoint>, addressType: string, path: string): Steps<FieldError[]> {
  const { addresses = [], nodeName, deprecatedTopology = {}, hostname, hints } = endpoint;
  const at = child(path, "addresses");
  const errors: FieldError[] = [];
  if (addresses.length === 0) errors.push(required(at, "must contain at least 1 address"));
  else if (addresses.length > MAX_ADDRESSES) errors.push(tooMany(at, addresses.length, MAX_ADDRESSES));
  append(
    errors,
    yield* errorsOfEach(addresses, at, (address, where) => validateAddressOf(address, addressType, where)),
  );
  if (nodeName !== undefined) append(errors, invalidBy(child(path, "nodeName"), nodeName, checkSubdomain(nodeName)));
  const topology = child(path, "deprecatedTopology");
  const labels = Object.keys(deprecatedTopology).length;
  if (labels > MAX_TOPOLOGY_LABELS) errors.push(tooMany(topology, labels, MAX_TOPOLOGY_LABELS));
  append(errors, yield* labelErrors(deprecatedTopology, topology));
  if (hostname !== undefined) append(errors, invalidBy(child(path, "hostname"), hostname, checkLabel(hostname)));
  return hints === undefined ? errors : [...errors, ...validateHints(hints, child(path, "hints"))];
}

function validateAddressOf(address: string, type: string, path: string): FieldError[] {
  if (type === "FQDN") return validateFullyQualifiedDomain(address, path);
  if (type !== "IPv4" && type !== "IPv6") return [];
  const parsed = parseAddress(address);
  const errors = parsed?.family === type ? [] : [invalid(path, address, `must be a valid ${type} address`)];
  if (parsed === undefined) return [...errors, invalid(path, address, "must be a valid IP address")];
  return [...errors, ...validateNonSpecialAddress(address, path)];
}

function validateHints({ forZones = [] }: EndpointHints, path: string): FieldError[] {
  const at = child(path, "forZones");
  if (forZones.length > MAX_ZONES) return [tooMany(at, forZones.length, MAX_ZONES)];
  const names = new Set<string>();
  return forZones.flatMap(({ name = "" }: { name?: string }, i) => {
    const where = child(index(at, i), "name");
    const errors = names.has(name) ? [duplicate(where, name)] : [];
    names.add(name);
    return [...errors, ...invalidBy(where, name, checkLabelValue(name))];
  });
}
