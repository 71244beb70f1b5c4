import type { Container, PodSpec } from "kubernetes-types/core/v1";
import { child, index } from "../../../../shared/fieldError.ts";

const LISTS = ["initContainers", "containers", "ephemeralContainers"] as const;

/** All containers of a pod with their paths, in the reference's order. @param path of the spec */
export function visitContainers(spec: PodSpec, path: string): (readonly [container: Container, path: string])[] {
  return LISTS.flatMap((list) =>
    ((spec[list] ?? []) as readonly Container[]).map(
      (container, i) => [container, index(child(path, list), i)] as const,
    ),
  );
}
