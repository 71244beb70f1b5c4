import type { Container, PodSpec } from "kubernetes-types/core/v1";
import { child, index } from "../../../../../../shared/fieldError.ts";

const LISTS = ["initContainers", "containers", "ephemeralContainers"] as const;

/** All containers of a pod with their paths, one at a time, in the reference's order. @param path of the spec */
export function* visitContainers(
  spec: PodSpec,
  path: string,
): Generator<readonly [container: Container, path: string]> {
  for (const list of LISTS) {
    const at = child(path, list);
    let i = 0;
    for (const container of (spec[list] ?? []) as readonly Container[]) {
      yield [container, index(at, i)];
      i += 1;
    }
  }
}
