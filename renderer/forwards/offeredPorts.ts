/** Which ports of an object can be forwarded, and to which pod each leads. */
import type { ApiObject } from "../../shared/object.ts";
import { listAt, textAt } from "../resources/kinds/read.ts";

export interface OfferedPort {
  /** Empty if the port has no name. */
  readonly name: string;
  /** The object's port; for a service, its own port. */
  readonly port: number;
  /** The target port of the pod: a number, or the name that a container declares. */
  readonly target: string;
}

const isTcp = (port: unknown): boolean => (textAt(port, "protocol") || "TCP") === "TCP";

/** Ports that the containers of a pod declare. Users may also type other numbers. */
export function portsOfPod(pod: ApiObject): OfferedPort[] {
  return listAt(pod, "spec.containers")
    .flatMap((container) => listAt(container, "ports"))
    .filter(isTcp)
    .map((port) => {
      const number = textAt(port, "containerPort");
      return { name: textAt(port, "name"), port: Number(number), target: number };
    });
}

/** Ports of a service. Only TCP can be forwarded. */
export function portsOfService(service: ApiObject): OfferedPort[] {
  return listAt(service, "spec.ports")
    .filter(isTcp)
    .map((port) => {
      const number = textAt(port, "port");
      return { name: textAt(port, "name"), port: Number(number), target: textAt(port, "targetPort") || number };
    });
}

/** The number of a pod's port; undefined for a name that no container has. */
export function portNumber(pod: ApiObject, target: string): number | undefined {
  if (/^\d+$/.test(target)) return Number(target);
  return portsOfPod(pod).find(({ name }) => name === target)?.port;
}

/** The pod for a service's connection: a ready one that is not terminating. */
export function readyPod(pods: readonly ApiObject[]): ApiObject | undefined {
  return pods.find(
    (pod) =>
      pod.metadata.deletionTimestamp === undefined &&
      listAt(pod, "status.conditions").some(
        (condition) => textAt(condition, "type") === "Ready" && textAt(condition, "status") === "True",
      ),
  );
}
