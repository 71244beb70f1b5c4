import type { Service, ServicePort } from "kubernetes-types/core/v1";
import { bracketed } from "../../../../ground/formats/addresses/addresses.ts";

/**
 * Variables with the addresses of services that existed before the container: `WEB_SERVICE_HOST`, `WEB_SERVICE_PORT`,
 * `WEB_PORT_80_TCP_ADDR`, …
 * @param services of the pod's namespace; headless ones are skipped
 */
export function serviceVariables(services: readonly Service[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { metadata, spec } of services) {
    const host = spec?.clusterIP;
    const [first] = spec?.ports ?? [];
    if (host === undefined || host === "" || host === "None" || first === undefined) continue;
    const name = variableName(metadata?.name ?? "");
    found.set(`${name}_SERVICE_HOST`, host);
    found.set(`${name}_SERVICE_PORT`, String(first.port));
    for (const port of spec?.ports ?? []) {
      if (port.name) found.set(`${name}_SERVICE_PORT_${variableName(port.name)}`, String(port.port));
    }
    found.set(`${name}_PORT`, urlOf(host, first));
    for (const port of spec?.ports ?? []) {
      const prefix = `${name}_PORT_${port.port}_${port.protocol ?? "TCP"}`;
      found.set(prefix, urlOf(host, port));
      found.set(`${prefix}_PROTO`, protocolOf(port));
      found.set(`${prefix}_PORT`, String(port.port));
      found.set(`${prefix}_ADDR`, host);
    }
  }
  return found;
}

const variableName = (name: string): string => name.replaceAll("-", "_").toUpperCase();
const protocolOf = ({ protocol = "TCP" }: ServicePort): string => protocol.toLowerCase();
const urlOf = (host: string, port: ServicePort): string => `${protocolOf(port)}://${bracketed(host)}:${port.port}`;
