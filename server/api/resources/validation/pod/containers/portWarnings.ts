import type { ContainerPort, PodSpec } from "kubernetes-types/core/v1";
import { child, index } from "../../../../../../shared/fieldError.ts";
import { isTurnDue, type Steps } from "../../../../../../shared/steps.ts";
import { visitContainers } from "./visitContainers.ts";

/** Maximum number of warnings: every pair of ports may cause one, and no response has room for more. */
const MAX_WARNINGS = 1000;

/** A port with its position. */
interface Definition {
  readonly at: string;
  readonly port: ContainerPort;
  readonly order: number;
}

/** Warnings about ports that containers of one pod share, or may share; at most 1000. @param path of the spec */
export function* portWarnings(spec: PodSpec, path: string): Steps<string[]> {
  const warnings: string[] = [];
  const known = new Map<string, Definition[]>();
  let order = 0;
  for (const [{ ports }, where] of visitContainers(spec, path)) {
    if (isTurnDue()) yield;
    for (const [i, port] of (ports ?? []).entries()) {
      if (isTurnDue()) yield;
      if (warnings.length >= MAX_WARNINGS) return warnings;
      const at = index(child(where, "ports"), i);
      if (port.hostIP && !port.hostPort) warnings.push(`${at}: hostIP set without hostPort: ${plainText(port)}`);
      for (const other of related(port, known)) {
        warnings.push(`${at}: ${relation(port, other.port)} port definition with ${other.at}`);
      }
      order += 1;
      remember({ at, port, order }, known);
    }
  }
  return warnings;
}

const idOf = ({ containerPort, protocol = "TCP" }: ContainerPort): string => `${containerPort}/${protocol}`;

/** Stores a port under every key that {@link related} looks up. */
function remember(definition: Definition, known: Map<string, Definition[]>): void {
  const { hostPort = 0, hostIP = "" } = definition.port;
  const id = idOf(definition.port);
  for (const key of [id, `${id} ${hostPort}`, `${id} ${hostPort} ${hostIP}`]) {
    const list = known.get(key);
    if (list === undefined) known.set(key, [definition]);
    else list.push(definition);
  }
}

/** The earlier ports that collide with this one, or may, in their order. */
function related(port: ContainerPort, known: ReadonlyMap<string, readonly Definition[]>): readonly Definition[] {
  const { hostPort = 0, hostIP = "" } = port;
  const id = idOf(port);
  if (hostPort === 0) return known.get(id) ?? [];
  const same = hostIP === "" ? [`${id} ${hostPort}`] : [`${id} ${hostPort} `, `${id} ${hostPort} ${hostIP}`];
  return [`${id} 0`, ...same].flatMap((key) => known.get(key) ?? []).sort((a, b) => a.order - b.order);
}

/** How two related ports collide. */
function relation(port: ContainerPort, other: ContainerPort): string {
  const [number, otherNumber] = [port.hostPort ?? 0, other.hostPort ?? 0];
  if ((port.hostIP ?? "") === (other.hostIP ?? "") && number === otherNumber) return "duplicate";
  return number === 0 || otherNumber === 0 ? "overlapping" : "dangerously ambiguous";
}

const plainText = ({ name = "", hostPort = 0, containerPort, protocol = "TCP", hostIP = "" }: ContainerPort): string =>
  `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
