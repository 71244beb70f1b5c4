/** Rules of container ports. */

import type { ContainerPort } from "kubernetes-types/core/v1";
import { append } from "../../../../../../shared/collections/append.ts";
import { errorsOfEach } from "../../../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, invalid, required } from "../../../../../../shared/fieldError.ts";
import type { Steps } from "../../../../../../shared/steps.ts";
import { checkPortName, invalidBy } from "../../../../../ground/formats/names/names.ts";
import { checkPort } from "../../../../../ground/formats/numbers.ts";
import { validateChoice } from "../choice.ts";

/** Protocols of ports, in the order messages list them. */
export const PROTOCOLS: readonly string[] = ["SCTP", "TCP", "UDP"];

/** Field errors of a container's ports. */
export function validateContainerPorts(
  ports: readonly ContainerPort[] | undefined | null,
  path: string,
): Steps<FieldError[]> {
  const names = new Set<string>();
  return errorsOfEach(ports, path, (port, portPath) => {
    const at = (field: string): string => child(portPath, field);
    const { name = "", containerPort = 0, hostPort = 0 } = port;
    const errors: FieldError[] = [];
    if (name !== "") {
      const messages = checkPortName(name);
      append(errors, invalidBy(at("name"), name, messages));
      if (messages.length === 0 && names.has(name)) errors.push(duplicate(at("name"), name));
      names.add(name);
    }
    if (containerPort === 0) errors.push(required(at("containerPort")));
    else
      append(
        errors,
        checkPort(containerPort).map((message) => invalid(at("containerPort"), containerPort, message)),
      );
    if (hostPort !== 0) {
      append(
        errors,
        checkPort(hostPort).map((message) => invalid(at("hostPort"), hostPort, message)),
      );
    }
    return [...errors, ...validateChoice(port.protocol, PROTOCOLS, at("protocol"))];
  });
}
