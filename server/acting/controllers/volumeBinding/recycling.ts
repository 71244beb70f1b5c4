import type { Event, Pod } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import type { Volume } from "../../volumes/kinds.ts";
import { sizeOf } from "../../volumes/matchVolume.ts";
import { ignoring } from "../ignoring.ts";
import type { BindingParts } from "./parts.ts";

const PODS = { group: "", version: "v1", resource: "pods", namespace: "default" };
const EVENTS = { group: "", resource: "events" };
const PREFIX = "recycler-for-";
const SCRUB = 'test -e /scrub && find /scrub -mindepth 1 -delete && test -z "$(ls -A /scrub)" || exit 1';

/** Seconds that emptying a volume may take: so many for each GiB, but at least the minimum of its kind. */
const SECONDS_PER_GIB = 30;
const MINIMUM_SECONDS = { hostPath: 60, nfs: 300 };
const GIB = 2 ** 30;

/** Empties volumes by pods, so that the volumes can be reused. */
export class Recycling {
  readonly #parts: Pick<BindingParts, "client" | "informers" | "recorder">;
  /** The pods that this controller has started, by name, each with a function that stops following its Events. */
  readonly #started = new Map<string, () => void>();

  constructor(parts: Pick<BindingParts, "client" | "informers" | "recorder">) {
    this.#parts = parts;
  }

  /** Whether this controller has started a pod for a volume. */
  isStarted(volume: Pick<ApiObject, "metadata">): boolean {
    return this.#started.has(podNameOf(volume));
  }

  /** Whether a volume is being emptied. */
  isUnderWay(volume: Pick<ApiObject, "metadata">): boolean {
    return this.isStarted(volume) || this.#podOf(volume) !== undefined;
  }

  /**
   * Whether a volume has been emptied; if not, ensures that a pod empties it.
   * @throws Error when it could not be emptied
   */
  async isClean(volume: Volume): Promise<boolean> {
    const pod = this.#podOf(volume);
    if (pod === undefined) {
      if (this.#forget(volume)) throw failure("recycler pod was deleted");
      await this.#start(volume);
      return false;
    }
    if (!(await this.#remove(volume, pod))) return false;
    const { phase, message } = pod.status ?? {};
    if (phase === "Succeeded") return true;
    throw failure(message || `pod failed, pod.Status.Message unknown`);
  }

  /** Removes the pod of a volume that was deleted meanwhile, once the pod has ended. */
  async abandon(volume: Pick<ApiObject, "metadata">): Promise<void> {
    if (!this.isStarted(volume)) return;
    const pod = this.#podOf(volume);
    if (pod === undefined) this.#forget(volume);
    else await this.#remove(volume, pod);
  }

  stop(): void {
    for (const stopFollowing of this.#started.values()) stopFollowing();
    this.#started.clear();
  }

  #podOf(volume: Pick<ApiObject, "metadata">): (Pod & ApiObject) | undefined {
    return this.#parts.informers.of<Pod & ApiObject>(PODS).get(PODS.namespace, podNameOf(volume));
  }

  /** Deletes a pod that has ended. @returns whether it has */
  async #remove(volume: Pick<ApiObject, "metadata">, { status }: Pod): Promise<boolean> {
    if (status?.phase !== "Succeeded" && status?.phase !== "Failed") return false;
    await ignoring(["NotFound"], this.#parts.client.delete({ ...PODS, name: podNameOf(volume) }));
    this.#forget(volume);
    return true;
  }

  /** @returns whether this controller had started a pod for the volume */
  #forget(volume: Pick<ApiObject, "metadata">): boolean {
    const name = podNameOf(volume);
    this.#started.get(name)?.();
    return this.#started.delete(name);
  }

  async #start(volume: Volume): Promise<void> {
    const name = podNameOf(volume);
    try {
      await this.#parts.client.create(PODS, recyclerOf(volume));
    } catch (error) {
      if (!isApiError(error, "AlreadyExists")) {
        throw new Error(`unexpected error creating recycler pod:  ${messageOf(error)}`, { cause: error });
      }
    }
    const { stop } = this.#parts.informers.of(EVENTS).follow((change) => this.#repeat(volume, change));
    this.#started.set(name, stop);
  }

  /** Repeats the Events about a pod as Events about its volume. */
  #repeat(volume: Volume, { type, object }: ObjectChange): void {
    const { involvedObject, type: kind = "Normal", message = "" } = object as Event & ApiObject;
    const isMeant = involvedObject.kind === "Pod" && involvedObject.namespace === PODS.namespace;
    if (type !== "added" || !isMeant || involvedObject.name !== podNameOf(volume)) return;
    this.#parts.recorder.record(
      volume,
      kind === "Warning" ? kind : "Normal",
      "RecyclerPod",
      `Recycler pod: ${message}`,
    );
  }
}

/** Whether the binder knows how to empty a volume. */
export const isRecyclable = ({ spec = {} }: Volume): boolean => Boolean(spec.hostPath || spec.nfs);

/** The name of the pod that empties a volume. */
const podNameOf = ({ metadata }: Pick<ApiObject, "metadata">): string => `${PREFIX}${metadata.name}`;

/** The name of the volume that a pod empties; undefined for any other pod. */
export const recycledBy = ({ metadata: { namespace, name = "" } }: ApiObject): string | undefined =>
  namespace === PODS.namespace && name.startsWith(PREFIX) ? name.slice(PREFIX.length) : undefined;

const failure = (reason: string): Error => new Error(`failed to recycle volume: ${reason}`);

function recyclerOf(volume: Volume): ApiObject {
  const { hostPath, nfs } = volume.spec ?? {};
  const { [hostPath ? "hostPath" : "nfs"]: minimum } = MINIMUM_SECONDS;
  const image = "registry.k8s.io/build-image/debian-base:bookworm-v1.0.4";
  const volumeMounts = [{ name: "vol", mountPath: "/scrub" }];
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: podNameOf(volume), namespace: PODS.namespace },
    spec: {
      activeDeadlineSeconds: Math.max(minimum, Math.floor(sizeOf(volume) / GIB) * SECONDS_PER_GIB),
      restartPolicy: "Never",
      volumes: [{ name: "vol", ...(hostPath ? { hostPath: { path: hostPath.path } } : { nfs }) }],
      containers: [{ name: "pv-recycler", image, command: ["/bin/sh"], args: ["-c", SCRUB], volumeMounts }],
    },
  };
}
