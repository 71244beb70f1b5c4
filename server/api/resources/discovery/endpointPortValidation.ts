import type { EndpointPort } from "kubernetes-types/discovery/v1";
import { errorsOfEach } from "../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, notSupported, required, tooMany } from "../../../../shared/fieldError.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { checkQualifiedName } from "../../../../shared/text/qualifiedName.ts";
import { checkLabel, invalidBy } from "../../../ground/formats/names/names.ts";

const PROTOCOLS = ["SCTP", "TCP", "UDP"];
const MAX_PORTS = 20_000;

/** Field errors of the ports of a slice. Names must be unique; port numbers are not validated. */
export function* endpointPortErrors(ports: readonly EndpointPort[], path: string): Steps<FieldError[]> {
  if (ports.length > MAX_PORTS) return [tooMany(path, ports.length, MAX_PORTS)];
  const names = new Set<string>();
  return yield* errorsOfEach(ports, path, ({ name = "", protocol, appProtocol }, at) => {
    const errors = name === "" ? [] : invalidBy(child(at, "name"), name, checkLabel(name));
    if (names.has(name)) errors.push(duplicate(child(at, "name"), name));
    names.add(name);
    if (protocol === undefined) errors.push(required(child(at, "protocol")));
    else if (!PROTOCOLS.includes(protocol)) errors.push(notSupported(child(at, "protocol"), protocol, PROTOCOLS));
    if (appProtocol === undefined) return errors;
    return [...errors, ...invalidBy(child(at, "appProtocol"), appProtocol, checkQualifiedName(appProtocol))];
  });
}
