/** Rules of endpoints. */

import type { EndpointAddress, EndpointPort, EndpointSubset } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { errorsOfEach, errorsWithin } from "../../../../../shared/errorsOfEach.ts";
import { child, type FieldError, invalid, required } from "../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { checkQualifiedName, checkSubdomain } from "../../../../../shared/text/qualifiedName.ts";
import { validateAddress, validateNonSpecialAddress } from "../../../../ground/formats/addresses/addresses.ts";
import { checkLabel, invalidBy } from "../../../../ground/formats/names/names.ts";
import { checkPort } from "../../../../ground/formats/numbers.ts";
import { validateChoice } from "../../validation/pod/choice.ts";
import { PROTOCOLS } from "../../validation/pod/containers/ports.ts";

/** Field errors of the addresses and ports of each subset. */
export function endpointsErrors({
  subsets,
}: {
  readonly subsets?: readonly EndpointSubset[] | null;
}): Steps<FieldError[]> {
  return errorsWithin(subsets, "subsets", function* (subset, at) {
    const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
    const errors: FieldError[] = [];
    if (addresses.length === 0 && notReadyAddresses.length === 0) {
      errors.push(required(at, "must specify `addresses` or `notReadyAddresses`"));
    }
    return [
      ...errors,
      ...(yield* errorsOfEach(addresses, child(at, "addresses"), validateEndpoint)),
      ...(yield* errorsOfEach(notReadyAddresses, child(at, "notReadyAddresses"), validateEndpoint)),
      ...(yield* errorsOfEach(ports, child(at, "ports"), (port, where) => validatePort(port, ports.length > 1, where))),
    ];
  });
}

function validateEndpoint({ ip = "", hostname = "", nodeName }: EndpointAddress, path: string): FieldError[] {
  const errors = validateAddress(ip, child(path, "ip"));
  if (hostname !== "") append(errors, invalidBy(child(path, "hostname"), hostname, checkLabel(hostname)));
  if (nodeName !== undefined && nodeName !== null) {
    append(errors, invalidBy(child(path, "nodeName"), nodeName, checkSubdomain(nodeName)));
  }
  return [...errors, ...validateNonSpecialAddress(ip, child(path, "ip"))];
}

function validatePort(
  { name = "", port, protocol, appProtocol }: EndpointPort,
  named: boolean,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  if (name !== "") append(errors, invalidBy(child(path, "name"), name, checkLabel(name)));
  else if (named) errors.push(required(child(path, "name")));
  append(
    errors,
    checkPort(port ?? 0).map((message) => invalid(child(path, "port"), port ?? 0, message)),
  );
  append(errors, validateChoice(protocol, PROTOCOLS, child(path, "protocol")));
  if (appProtocol === undefined || appProtocol === null) return errors;
  return [...errors, ...invalidBy(child(path, "appProtocol"), appProtocol, checkQualifiedName(appProtocol))];
}
