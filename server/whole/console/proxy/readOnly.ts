import type { Cluster } from "../cluster.ts";

/** Reviews only answer a question; creating one stores nothing. */
const REVIEWS =
  /^\/apis\/(authorization|authentication)\.[^/]+\/[^/]+\/(namespaces\/[^/]+\/)?(self|local)?(subject)?(access|rules|token|subject)?reviews$/;
/** Reading these subresources of a pod, service or node accesses what runs there. */
const ACTING = /\/(exec|attach|portforward|proxy)(\/|$)/;
const NAMED = /^\/(api\/[^/]+|apis\/[^/]+\/[^/]+)\/(namespaces\/[^/]+\/)?(pods|services|nodes)\/[^/]+\//;

/**
 * Why a request may not be sent to a cluster that the user made read-only; undefined when it may. Everything that could
 * change something is refused: writes other than dry runs and reviews, and connections into pods, services and nodes.
 */
export function refuseReadOnly(cluster: Cluster, method: string, target: string): string | undefined {
  if (cluster.notes?.().readOnly !== true) return undefined;
  const { pathname, searchParams } = new URL(target, "http://host");
  const path = pathname.replace(/\/$/, "");
  const isReading = method === "GET" || method === "HEAD" || method === "OPTIONS";
  const isActing = ACTING.test(path) && NAMED.test(path);
  if (isReading ? !isActing : !isActing && (isReview(method, path) || searchParams.getAll("dryRun").join() === "All")) {
    return undefined;
  }
  return `${cluster.name} is read-only in Orrery: ${isReading ? "connecting into it" : method} is refused. Switch read-only off on the start page or in the settings to go on.`;
}

const isReview = (method: string, path: string): boolean => method === "POST" && REVIEWS.test(path);
