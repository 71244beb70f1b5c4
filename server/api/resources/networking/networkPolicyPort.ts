import type { NetworkPolicyPort } from "kubernetes-types/networking/v1";
import { append } from "../../../../shared/collections/append.ts";
import { child, type FieldError, invalid, notSupported } from "../../../../shared/fieldError.ts";
import { checkPort, validatePortNumberOrName } from "../../../ground/formats/numbers.ts";

const PROTOCOLS = ["TCP", "UDP", "SCTP"];

/** Field errors of a port or a range of ports; a range must be numeric. */
export function validatePort({ protocol, port, endPort }: NetworkPolicyPort, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const end = child(path, "endPort");
  if (protocol !== undefined && !PROTOCOLS.includes(protocol)) {
    errors.push(notSupported(child(path, "protocol"), protocol, PROTOCOLS));
  }
  if (port === undefined) {
    if (endPort === undefined) return errors;
    return [...errors, invalid(end, endPort, "may not be specified when `port` is not specified")];
  }
  const own = validatePortNumberOrName(port, child(path, "port"));
  if (endPort === undefined) return [...errors, ...own];
  if (typeof port === "string") {
    return [...errors, invalid(end, endPort, "may not be specified when `port` is non-numeric"), ...own];
  }
  append(errors, own);
  // The message prints the first port of the range, which the last port must not be below.
  if (endPort < port) errors.push(invalid(end, port, "must be greater than or equal to `port`"));
  return [...errors, ...checkPort(endPort).map((message) => invalid(end, endPort, message))];
}
