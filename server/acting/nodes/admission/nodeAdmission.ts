import type { Node } from "kubernetes-types/core/v1";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { amountsOf } from "../../scheduler/model/amounts.ts";
import { podRequests } from "../../scheduler/model/podRequests.ts";
import type { NodeAgentParts } from "../nodeAgentParts.ts";
import { nodeObject } from "../nodeObject.ts";
import type { PodLife } from "../pods/podLife.ts";
import type { NodePod } from "../pods/podParts.ts";
import type { ResizeStatus } from "../resizing/podResizing.ts";
import { type AdmissionScene, admitPod } from "./rejection.ts";

export interface NodeAdmissionParts
  extends Pick<NodeAgentParts, "informers" | "place" | "profile" | "recorder" | "vocabulary"> {
  /** The node's own allocatable resources, as quantities by resource. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** The pressures that the node is under, as condition types. */
  pressures(): readonly string[];
  /** The pods on the node. */
  podLives(): readonly PodLife[];
}

/** Decides which pods a node accepts, and with which resources it runs them. */
export class NodeAdmission {
  readonly #parts: NodeAdmissionParts;

  constructor(parts: NodeAdmissionParts) {
    this.#parts = parts;
  }

  /** Starts a pod that is new on the node, or rejects it. */
  admit(life: PodLife): void {
    const verdict = admitPod(life.pod, this.#scene(life.pod));
    if (verdict === undefined) life.start();
    else if ("victims" in verdict) void this.#preempt(life, verdict.victims);
    else {
      this.#parts.recorder.record(life.pod, "Warning", verdict.reason, verdict.message);
      life.reject(verdict.reason, `Pod was rejected: ${verdict.message}`);
    }
  }

  /** Whether a running pod can get the resources it now requests: immediately, once other pods have left, or never. */
  resize(pod: NodePod): ResizeStatus {
    const scene = this.#scene(pod);
    const [wanted, given] = [podRequests(pod.spec), amountsOf(scene.node.status?.allocatable)];
    if (wanted.cpu > given.cpu || wanted.memory > given.memory) return "Infeasible";
    return admitPod(pod, scene) === undefined ? "InProgress" : "Deferred";
  }

  /** The state of the node that a pod is judged against, without the pod itself. */
  #scene({ metadata }: NodePod): AdmissionScene {
    const { allocatable, informers, podLives, place, pressures, profile, vocabulary } = this.#parts;
    const known = informers.of({ group: "", resource: "nodes" }).get("", place.name);
    const node = decoded<Node>(known ?? nodeObject(place, profile, vocabulary));
    const others = podLives().filter(({ isOver, pod }) => !isOver && pod.metadata.uid !== metadata.uid);
    return {
      node: { ...node, status: { ...node.status, allocatable: { ...allocatable, ...node.status?.allocatable } } },
      running: others.map(({ pod }) => pod),
      pressures: pressures(),
      osLabel: vocabulary.render("{labelDomain}/os"),
      memoryTaint: vocabulary.render("node.{labelDomain}/memory-pressure"),
    };
  }

  /** Ends the victims, then starts the pod for which they were preempted. */
  async #preempt(life: PodLife, victims: readonly NodePod[]): Promise<void> {
    const { podLives, recorder } = this.#parts;
    const gone = podLives().filter(({ pod }) => victims.includes(pod));
    const [reason, message] = ["Preempting", "Preempted in order to admit critical pod"];
    const disruption = "Pod was preempted by Kubelet to accommodate a critical pod.";
    await Promise.all(
      gone.map((each) => {
        recorder.record(each.pod, "Warning", reason, message);
        return each.fail({ reason, message, disruption });
      }),
    );
    if (life.pod.metadata.deletionTimestamp === undefined) life.start();
  }
}
