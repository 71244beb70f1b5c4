import type { Container, ContainerStatus } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { atOnce } from "../../../../shared/steps.ts";
import { isSameAmount } from "../../../ground/formats/quantity.ts";
import { sameParts } from "../../../model/schema/semanticEquality.ts";
import type { ContainerRole, NodePod } from "../pods/podParts.ts";
import type { ProgramTime } from "../programs/program.ts";

type Resources = NonNullable<Container["resources"]>;

/** The state of a pod's resize. */
export type ResizeStatus = "InProgress" | "Deferred" | "Infeasible";

/** Fields of statuses that report resizing; the type package does not have all of them. */
export interface ResizedStatus {
  readonly resources?: Resources;
  readonly allocatedResources?: Resources["requests"];
}

interface ResizePolicy {
  readonly resourceName: string;
  readonly restartPolicy: string;
}

/** What resizing needs from the node. */
export interface ResizingDependencies {
  /** Whether the pod would fit on its node with its requested resources. */
  judge(pod: NodePod): ResizeStatus;
  /** Whether statuses include the allocated resources, in addition to those in force. */
  readonly includesAllocated: boolean;
}

/** A container, as far as resizing needs it. */
interface ResizedContainer {
  readonly role: ContainerRole;
  readonly spec: Container;
  /** Restarts the container with its allocated resources, if it runs. */
  restartResized(): void;
}

export interface ResizingParts extends ResizingDependencies {
  readonly time: ProgramTime;
  /** Aborts when no container of the pod may be started any more. */
  readonly signal: AbortSignal;
  containers(): readonly ResizedContainer[];
  /** Called when the state of the resize has changed. */
  changed(): void;
}

/** Milliseconds until a node's agent notices a change. */
const NOTICE_DELAY = 1_000;

/**
 * The resources that a node allocates to the main containers of a pod, when users may change resources of running pods.
 * A node runs a pod with its allocated resources; newly requested ones are allocated as soon as they fit.
 */
export class PodResizing {
  readonly #parts: ResizingParts;
  /** Allocated resources by container name. */
  #given: ReadonlyMap<string, Resources>;
  /** Resources that are in force in the running containers. */
  #inForce: ReadonlyMap<string, Resources>;
  #status: ResizeStatus | undefined;

  /** The allocation of a pod that the node already ran is read from the pod's status. */
  constructor({ spec, status }: NodePod, parts: ResizingParts) {
    this.#parts = parts;
    const shown = new Map(status?.containerStatuses?.map((each) => [each.name, (each as ResizedStatus).resources]));
    this.#given = new Map(spec.containers.map(({ name, resources = {} }) => [name, shown.get(name) ?? resources]));
    this.#inForce = this.#given;
  }

  /** Undefined when the allocated resources are those that the pod requests. */
  get status(): ResizeStatus | undefined {
    return this.#status;
  }

  /** The pod as its node runs it: with its allocated resources. */
  applied(pod: NodePod): NodePod {
    if (isGiven(pod, this.#given)) return pod;
    const containers = pod.spec.containers.map((container) => {
      const { resources: _, ...rest } = container;
      const resources = this.#given.get(container.name);
      return resources === undefined ? container : { ...rest, resources };
    });
    return { ...pod, spec: { ...pod.spec, containers } };
  }

  /** Allocates the requested resources, if they fit. */
  take(pod: NodePod): void {
    const before = this.#status;
    if (isGiven(pod, this.#given)) {
      const isDone = deepEqual([...this.#given], [...this.#inForce]);
      this.#status = isDone ? undefined : "InProgress";
    } else {
      this.#status = this.#parts.judge(pod);
      if (this.#status === "InProgress") {
        this.#given = new Map(pod.spec.containers.map(({ name, resources = {} }) => [name, resources]));
        void this.#enforce();
      }
    }
    if (this.#status !== before) this.#parts.changed();
  }

  /** Brings the allocation into force at the agent's next sync of the pod. */
  async #enforce(): Promise<void> {
    const { time, signal, containers, changed } = this.#parts;
    await time.sleep(NOTICE_DELAY, signal);
    if (signal.aborted) return;
    const restarted = containers().filter(({ role, spec }) => role === "main" && this.#needsRestart(spec));
    this.#inForce = this.#given;
    if (this.#status === "InProgress") this.#status = undefined;
    for (const container of restarted) container.restartResized();
    changed();
  }

  /** Whether a container must restart for its new allocation. */
  #needsRestart(container: Container): boolean {
    const [before, now] = [this.#inForce.get(container.name), this.#given.get(container.name)];
    const policies = (container as { readonly resizePolicy?: readonly ResizePolicy[] }).resizePolicy ?? [];
    return policies.some(
      ({ resourceName, restartPolicy }) =>
        restartPolicy === "RestartContainer" &&
        (["limits", "requests"] as const).some(
          (kind) => !isSameAmount(amount(before, kind, resourceName), amount(now, kind, resourceName)),
        ),
    );
  }

  /** Adds the resources to the status of a main container. */
  shown(status: ContainerStatus): ContainerStatus & ResizedStatus {
    const given = this.#given.get(status.name);
    if (given === undefined) return status;
    const resources = status.state?.running === undefined ? given : (this.#inForce.get(status.name) ?? given);
    const isIncluded = this.#parts.includesAllocated && given.requests !== undefined;
    return { ...status, resources, ...(isIncluded ? { allocatedResources: given.requests } : {}) };
  }
}

const isGiven = ({ spec }: NodePod, given: ReadonlyMap<string, Resources>): boolean =>
  spec.containers.every(({ name, resources = {} }) =>
    atOnce(sameParts("api.core.v1.ResourceRequirements", resources, given.get(name))),
  );

const amount = (resources: Resources | undefined, kind: "limits" | "requests", name: string): string | undefined =>
  (resources?.[kind] as Readonly<Record<string, string>> | undefined)?.[name];
