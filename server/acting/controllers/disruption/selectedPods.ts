import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import { controllerOf } from "../pods/ownership.ts";
import { isReady } from "../pods/podState.ts";

/** A controller of some of the pods. */
export interface PodController {
  readonly reference: OwnerReference;
  /** The name of one of its pods. */
  podName(): string;
}

/** Whether a pod is ready and is not being deleted. */
const isHealthy = (pod: ApiObject): boolean => pod.metadata.deletionTimestamp === undefined && isReady(pod);

/**
 * The pods that a budget selects, with the sums that its status needs. The cost of a change does not depend on the number
 * of pods, and neither does reading the sums.
 */
export class SelectedPods {
  readonly #pods = new Map<string, ApiObject>();
  /** The number of pods of each controller, by uid. */
  readonly #controllers = new Map<string, { readonly reference: OwnerReference; pods: number }>();
  #healthy = 0;
  #unmanaged = 0;

  constructor(pods: Iterable<ApiObject> = []) {
    for (const pod of pods) this.set(pod);
  }

  get size(): number {
    return this.#pods.size;
  }

  /** The number of pods that are ready and not being deleted. */
  get healthy(): number {
    return this.#healthy;
  }

  /** The number of pods without a controller. */
  get unmanaged(): number {
    return this.#unmanaged;
  }

  get(name: string): ApiObject | undefined {
    return this.#pods.get(name);
  }

  /** Whether the pod counts among {@link healthy}. */
  isHealthy(name: string): boolean {
    const pod = this.#pods.get(name);
    return pod !== undefined && isHealthy(pod);
  }

  /** Each controller once. */
  *controllers(): Iterable<PodController> {
    for (const { reference } of this.#controllers.values()) {
      yield { reference, podName: () => this.#podOf(reference.uid) };
    }
  }

  /** Adds a pod, in place of its former state. */
  set(pod: ApiObject): void {
    const { name = "" } = pod.metadata;
    this.delete(name);
    this.#pods.set(name, pod);
    if (isHealthy(pod)) this.#healthy++;
    const reference = controllerOf(pod);
    if (reference === undefined) {
      this.#unmanaged++;
      return;
    }
    const known = this.#controllers.get(reference.uid);
    if (known === undefined) this.#controllers.set(reference.uid, { reference, pods: 1 });
    else known.pods++;
  }

  delete(name: string): void {
    const pod = this.#pods.get(name);
    if (pod === undefined) return;
    this.#pods.delete(name);
    if (isHealthy(pod)) this.#healthy--;
    const reference = controllerOf(pod);
    if (reference === undefined) {
      this.#unmanaged--;
      return;
    }
    const known = this.#controllers.get(reference.uid);
    if (known === undefined) return;
    known.pods--;
    if (known.pods === 0) this.#controllers.delete(reference.uid);
  }

  #podOf(uid: string): string {
    for (const [name, pod] of this.#pods) if (controllerOf(pod)?.uid === uid) return name;
    return "";
  }
}
