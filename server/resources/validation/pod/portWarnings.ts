import type { ContainerPort, PodSpec } from "kubernetes-types/core/v1";
import { child, index } from "../../../../shared/fieldError.ts";
import { visitContainers } from "./visitContainers.ts";

/** Warnings about ports that containers of one pod share, or may share. @param path of the spec */
export function portWarnings(spec: PodSpec, path: string): string[] {
  const known = new Map<string, { readonly at: string; readonly port: ContainerPort }[]>();
  return visitContainers(spec, path).flatMap(([{ ports }, where]) =>
    (ports ?? []).flatMap((port, i) => {
      const at = index(child(where, "ports"), i);
      const id = `${port.containerPort}/${port.protocol ?? "TCP"}`;
      const others = known.get(id) ?? [];
      const warnings = others.flatMap((other) => {
        const how = relation(port, other.port);
        return how === undefined ? [] : [`${at}: ${how} port definition with ${other.at}`];
      });
      known.set(id, [...others, { at, port }]);
      return port.hostIP && !port.hostPort
        ? [`${at}: hostIP set without hostPort: ${plainText(port)}`, ...warnings]
        : warnings;
    }),
  );
}

function relation(port: ContainerPort, other: ContainerPort): string | undefined {
  const [ip, otherIp] = [port.hostIP ?? "", other.hostIP ?? ""];
  const [number, otherNumber] = [port.hostPort ?? 0, other.hostPort ?? 0];
  if (ip === otherIp && number === otherNumber) return "duplicate";
  if (number === 0 || otherNumber === 0) return "overlapping";
  return number === otherNumber && (ip === "") !== (otherIp === "") ? "dangerously ambiguous" : undefined;
}

const plainText = ({ name = "", hostPort = 0, containerPort, protocol = "TCP", hostIP = "" }: ContainerPort): string =>
  `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
