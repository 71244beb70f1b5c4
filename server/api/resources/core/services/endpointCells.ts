import type { EndpointSubset } from "kubernetes-types/core/v1";
import { append } from "../../../../../shared/collections/append.ts";
import { listWithMore, NONE } from "../../../registry/columns/cells.ts";

const SHOWN = 3;

/** The first few `address:port` pairs and how many more there are; empty when no address is ready. */
export function endpointsText(subsets: readonly EndpointSubset[] | undefined | null): string {
  if ((subsets ?? []).length === 0) return NONE;
  const all: string[] = [];
  for (const { addresses = [], ports = [] } of subsets ?? []) {
    // Without ports the service is headless, so show the addresses alone.
    if (ports.length === 0)
      append(
        all,
        addresses.map(({ ip }) => ip),
      );
    for (const { port } of ports)
      append(
        all,
        addresses.map(({ ip }) => (ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`)),
      );
  }
  return listWithMore(all, SHOWN, "");
}
