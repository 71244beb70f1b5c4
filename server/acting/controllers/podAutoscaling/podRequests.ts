import type { ApiObject } from "../../../../shared/object.ts";
import { asPod, sidecarsOf } from "../pods/podState.ts";
import { milliOf } from "./thousandths.ts";

/**
 * The requests of pods for a resource in thousandths, by pod name: of their main containers and sidecars.
 * @param container counts only this container
 * @throws Error for a container without a request
 */
export function podRequests(
  pods: readonly ApiObject[],
  resource: string,
  container: string | undefined,
): Map<string, number> {
  return new Map(pods.map((pod) => [pod.metadata.name ?? "", requestOf(pod, resource, container)]));
}

function requestOf(pod: ApiObject, resource: string, only: string | undefined): number {
  const { spec } = asPod(pod);
  let sum = 0;
  for (const { name, resources } of [...(spec?.containers ?? []), ...sidecarsOf(spec)]) {
    if (only !== undefined && only !== name) continue;
    const request = (resources?.requests as Record<string, string> | undefined)?.[resource];
    if (request === undefined) {
      throw new Error(`missing request for ${resource} in container ${name} of Pod ${pod.metadata.name}`);
    }
    sum += milliOf(request);
  }
  return sum;
}
