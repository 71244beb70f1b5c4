import type { Pod } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import type { Volume } from "../../volumes/kinds.ts";
import { ignoring } from "../ignoring.ts";
import type { BindingParts } from "./parts.ts";

const PODS = { group: "", version: "v1", resource: "pods", namespace: "default" };
const SCRUB = 'test -e /scrub && find /scrub -mindepth 1 -delete && test -z "$(ls -A /scrub)" || exit 1';

/** Empties volumes by pods, so that the volumes can be reused. */
export class Recycling {
  readonly #parts: Pick<BindingParts, "client" | "informers">;

  constructor(parts: Pick<BindingParts, "client" | "informers">) {
    this.#parts = parts;
  }

  /**
   * Whether a volume has been emptied; if not, ensures that a pod empties it.
   * @throws Error when it could not be emptied
   */
  async isClean(volume: Volume): Promise<boolean> {
    const { client, informers } = this.#parts;
    const name = podNameOf(volume);
    const pod = informers.of(PODS).get(PODS.namespace, name) as (Pod & ApiObject) | undefined;
    if (pod === undefined) {
      await this.#makePod(volume, name);
      return false;
    }
    const { phase, message } = pod.status ?? {};
    if (phase !== "Succeeded" && phase !== "Failed") return false;
    await ignoring(["NotFound"], client.delete({ ...PODS, name }));
    if (phase === "Succeeded") return true;
    throw new Error(message || `pod failed, pod.Status.Message unknown`);
  }

  async #makePod({ spec = {} }: Volume, name: string): Promise<void> {
    const { hostPath, nfs } = spec;
    if (!hostPath && !nfs) throw new Error("no recyclable volume plugin matched");
    const image = "registry.k8s.io/build-image/debian-base:bookworm-v1.0.4";
    const volumeMounts = [{ name: "vol", mountPath: "/scrub" }];
    const container = { name: "pv-recycler", image, command: ["/bin/sh"], args: ["-c", SCRUB], volumeMounts };
    const pod = {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, namespace: PODS.namespace },
      spec: {
        activeDeadlineSeconds: hostPath ? 60 : 180,
        restartPolicy: "Never",
        volumes: [{ name: "vol", ...(hostPath ? { hostPath: { path: hostPath.path } } : { nfs }) }],
        containers: [container],
      },
    };
    try {
      await this.#parts.client.create(PODS, pod);
    } catch (error) {
      if (!isApiError(error, "AlreadyExists")) throw error;
    }
  }
}

/** The name of the pod that empties a volume. */
export const podNameOf = ({ metadata }: Pick<ApiObject, "metadata">): string => `recycler-for-${metadata.name}`;
