import { parseConsolePath } from "../../../../shared/consoleLink.ts";
import { HostError } from "../api/hostError.ts";
import type { ClusterRegistry } from "../clusterRegistry.ts";
import type { Handovers } from "./handovers.ts";

/** What to open: a view, or a text on the page where a cluster's objects are created. */
export type Opening = { readonly path: string } | { readonly text: string; readonly cluster: string };

/**
 * The console's path for an opening; a text is stored as a handover.
 * @throws HostError 400 for a text that is not a path of the console, 404 for an unknown cluster, 413 for a text that
 *   is too long
 */
export function openingPath(opening: Opening, clusters: ClusterRegistry, handovers: Handovers): string {
  const known = (id: string): string => {
    if (clusters.get(id) !== undefined) return id;
    const ids = clusters.list().map((cluster) => cluster.id);
    throw new HostError(
      404,
      "NotFound",
      `There is no cluster ${JSON.stringify(id)}; Orrery knows ${ids.join(", ") || "none"}.`,
    );
  };
  if ("text" in opening) {
    const cluster = encodeURIComponent(known(opening.cluster));
    return `/c/${cluster}/open?from=${handovers.give(opening.text)}`;
  }
  const link = parseConsolePath(opening.path);
  if (link === undefined) {
    throw new HostError(400, "BadRequest", `${JSON.stringify(opening.path)} is no address within the console.`);
  }
  if (link.cluster !== undefined) known(link.cluster);
  return link.path;
}
