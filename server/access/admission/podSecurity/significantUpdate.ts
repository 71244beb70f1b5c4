import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Container, PodLike } from "./pod.ts";

/**
 * Whether an update of a pod can change the results of checks. Most fields of a pod are immutable. So pods that precede
 * a policy keep running, and their status, labels and finalizers can still be written.
 */
export function significantUpdate(vocabulary: Vocabulary): (pod: PodLike, before: PodLike) => boolean {
  const ofContainer = vocabulary.render("container.seccomp.security.alpha.{labelDomain}/");
  return (pod, before) => {
    const differs = (key: string): boolean => pod.annotations[key] !== before.annotations[key];
    const changed = (container: Container, old: Container | undefined): boolean =>
      old === undefined || container.image !== old.image || differs(ofContainer + container.name);
    const listChanged = (list: readonly Container[] = [], old: readonly Container[] = []): boolean =>
      list.length !== old.length || list.some((container, i) => changed(container, old[i]));
    const { spec } = pod;
    const earlier = new Map(before.spec.ephemeralContainers?.map((container) => [container.name, container]));
    return (
      listChanged(spec.containers, before.spec.containers) ||
      listChanged(spec.initContainers, before.spec.initContainers) ||
      (spec.ephemeralContainers ?? []).some((container) => changed(container, earlier.get(container.name)))
    );
  };
}
