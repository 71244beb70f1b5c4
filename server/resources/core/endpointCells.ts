import type { EndpointSubset } from "kubernetes-types/core/v1";
import { NONE } from "../columns/cells.ts";

const SHOWN = 3;

/** The first few `address:port` pairs and how many more there are. */
export function endpointsText(subsets: readonly EndpointSubset[] | undefined | null): string {
  const all: string[] = [];
  for (const { addresses = [], ports = [] } of subsets ?? []) {
    // Without ports the service is headless and addresses are all there is.
    if (ports.length === 0) all.push(...addresses.map(({ ip }) => ip));
    for (const { port } of ports)
      all.push(...addresses.map(({ ip }) => (ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`)));
  }
  if (all.length === 0) return NONE;
  const text = all.slice(0, SHOWN).join(",");
  return all.length > SHOWN ? `${text} + ${all.length - SHOWN} more...` : text;
}
