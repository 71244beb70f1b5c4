import type { Container, ContainerStatus } from "kubernetes-types/core/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ContainerRole, NodePod } from "../pods/podParts.ts";
import type { ProgramTime } from "../programs/program.ts";

type Resources = NonNullable<Container["resources"]>;

/** How far a node is with a pod whose containers are to get other resources. */
export type ResizeStatus = "InProgress" | "Deferred" | "Infeasible";

/** Members of statuses that are about resizing; the type package does not know all of them. */
export interface ResizedStatus {
  readonly resources?: Resources;
  readonly allocatedResources?: Resources["requests"];
}

interface ResizePolicy {
  readonly resourceName: string;
  readonly restartPolicy: string;
}

/** What resizing needs of the node. */
export interface ResizingWorld {
  /** Whether the pod would fit on its node with what it asks for now. */
  judge(pod: NodePod): ResizeStatus;
  /** Whether statuses tell what was given to containers, beside what is in force. */
  readonly tellsAllocated: boolean;
}

/** A container as resizing deals with it. */
interface ResizedContainer {
  readonly role: ContainerRole;
  readonly spec: Container;
  /** Starts again with what it has been given, if it runs. */
  restartResized(): void;
}

export interface ResizingParts extends ResizingWorld {
  readonly time: ProgramTime;
  /** Aborts when no container of the pod is to be started any more. */
  readonly signal: AbortSignal;
  containers(): readonly ResizedContainer[];
  /** How far the node is with resizing has changed. */
  changed(): void;
}

/** Time until a node's agent has noticed a change, in milliseconds. */
const LOOK = 1_000;

/**
 * What a node gives the main containers of a pod, where users may ask for other resources while they run. A node runs a pod
 * with what it has given; what the pod asks for is given as soon as it fits.
 */
export class PodResizing {
  readonly #parts: ResizingParts;
  /** By the names of containers. */
  #given: ReadonlyMap<string, Resources>;
  /** What the running containers have. */
  #inForce: ReadonlyMap<string, Resources>;
  #status: ResizeStatus | undefined;

  /** A pod that its node knows has what its status shows. */
  constructor({ spec, status }: NodePod, parts: ResizingParts) {
    this.#parts = parts;
    const shown = new Map(status?.containerStatuses?.map((each) => [each.name, (each as ResizedStatus).resources]));
    this.#given = new Map(spec.containers.map(({ name, resources = {} }) => [name, shown.get(name) ?? resources]));
    this.#inForce = this.#given;
  }

  /** Undefined when the containers have what the pod asks for. */
  get status(): ResizeStatus | undefined {
    return this.#status;
  }

  /** The pod as its node runs it: with what its containers have been given. */
  applied(pod: NodePod): NodePod {
    if (isGiven(pod, this.#given)) return pod;
    const containers = pod.spec.containers.map((container) => {
      const { resources: _, ...rest } = container;
      const resources = this.#given.get(container.name);
      return resources === undefined ? container : { ...rest, resources };
    });
    return { ...pod, spec: { ...pod.spec, containers } };
  }

  /** Gives a pod what it asks for, as far as it fits. */
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

  /** What was given comes into force when the node's agent looks at the pod next. */
  async #enforce(): Promise<void> {
    const { time, signal, containers, changed } = this.#parts;
    await time.sleep(LOOK, signal);
    if (signal.aborted) return;
    const restarted = containers().filter(({ role, spec }) => role === "main" && this.#needsRestart(spec));
    this.#inForce = this.#given;
    if (this.#status === "InProgress") this.#status = undefined;
    for (const container of restarted) container.restartResized();
    changed();
  }

  /** Whether a container has to start again for what it was given. */
  #needsRestart(container: Container): boolean {
    const [before, now] = [this.#inForce.get(container.name), this.#given.get(container.name)];
    const policies = (container as { readonly resizePolicy?: readonly ResizePolicy[] }).resizePolicy ?? [];
    return policies.some(
      ({ resourceName, restartPolicy }) =>
        restartPolicy === "RestartContainer" &&
        (["limits", "requests"] as const).some(
          (kind) => amount(before, kind, resourceName) !== amount(now, kind, resourceName),
        ),
    );
  }

  /** The status of a main container with what is told of its resources. */
  shown(status: ContainerStatus): ContainerStatus & ResizedStatus {
    const given = this.#given.get(status.name);
    if (given === undefined) return status;
    const resources = status.state?.running === undefined ? given : (this.#inForce.get(status.name) ?? given);
    const isTold = this.#parts.tellsAllocated && given.requests !== undefined;
    return { ...status, resources, ...(isTold ? { allocatedResources: given.requests } : {}) };
  }
}

const isGiven = ({ spec }: NodePod, given: ReadonlyMap<string, Resources>): boolean =>
  spec.containers.every(({ name, resources = {} }) => deepEqual(resources, given.get(name)));

const amount = (resources: Resources | undefined, kind: "limits" | "requests", name: string): string | undefined =>
  (resources?.[kind] as Readonly<Record<string, string>> | undefined)?.[name];
