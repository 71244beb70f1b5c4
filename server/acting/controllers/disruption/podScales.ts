import type { ReplicaSet } from "kubernetes-types/apps/v1";
import { type ApiObject, type OwnerReference, parseApiVersion } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { kindsOf } from "../../../api/client/kinds.ts";
import { narrow } from "../../../api/registry/strategies/narrow.ts";
import type { Informers } from "../../informers/informers.ts";
import { controllerOf } from "../pods/ownership.ts";
import type { PodController } from "./selectedPods.ts";

/** The number of pods that a controller wants. */
interface Scale {
  readonly uid: string;
  readonly replicas: number;
}

/** Finds how many pods the controllers of pods want. */
export class PodScales {
  readonly #client: ApiClient;
  readonly #informers: Informers;
  readonly #apps: string;

  constructor(client: ApiClient, informers: Informers, vocabulary: Vocabulary) {
    this.#client = client;
    this.#informers = informers;
    this.#apps = vocabulary.render("apps");
  }

  /**
   * The total number of pods that controllers want.
   * @throws Error when a controller has no scale; ApiError when it cannot be read
   */
  async expectedOf(namespace: string, controllers: Iterable<PodController>): Promise<number> {
    const scales = new Map<string, number>();
    for (const { reference, podName } of [...controllers]) {
      const scale = this.#known(reference, namespace) ?? (await this.#subresource(reference, namespace));
      if (scale === undefined) throw new Error(`found no controllers for pod ${JSON.stringify(podName())}`);
      scales.set(scale.uid, scale.replicas);
    }
    return [...scales.values()].reduce((sum, replicas) => sum + replicas, 0);
  }

  /** The scale of a controller whose kind is followed. A replica set of a deployment counts as the deployment. */
  #known(controller: OwnerReference, namespace: string): Scale | undefined {
    if (this.#isOf(controller, "ReplicaSet", [this.#apps, "extensions"])) {
      const set = this.#get("replicasets", this.#apps, controller, namespace);
      const above = set === undefined ? undefined : controllerOf(set);
      if (above === undefined || above.kind !== "Deployment") return scaleOf(set);
      if (!this.#isOf(above, "Deployment", [this.#apps, "extensions"])) return undefined;
      return scaleOf(this.#get("deployments", this.#apps, above, namespace));
    }
    if (this.#isOf(controller, "StatefulSet", [this.#apps])) {
      return scaleOf(this.#get("statefulsets", this.#apps, controller, namespace));
    }
    if (this.#isOf(controller, "ReplicationController", [""])) {
      return scaleOf(this.#get("replicationcontrollers", "", controller, namespace));
    }
    return undefined;
  }

  #isOf({ kind, apiVersion }: OwnerReference, wanted: string, groups: readonly string[]): boolean {
    return kind === wanted && groups.includes(parseApiVersion(apiVersion).group);
  }

  #get(resource: string, group: string, { name, uid }: OwnerReference, namespace: string): ApiObject | undefined {
    const found = this.#informers.of({ group, resource }).get(namespace, name);
    return found?.metadata.uid === uid ? found : undefined;
  }

  /** The scale of a controller of any other kind, from its scale subresource. */
  async #subresource({ apiVersion, kind, name, uid }: OwnerReference, namespace: string): Promise<Scale | undefined> {
    const mapping = kindsOf(this.#client.resources()).find(apiVersion, kind);
    if (mapping === undefined) {
      const { group, version } = parseApiVersion(apiVersion);
      const whole = group === "" ? kind : `${kind}.${group}`;
      throw new Error(`no matches for kind ${JSON.stringify(whole)} in version ${JSON.stringify(version)}`);
    }
    const { group, version, resource } = mapping;
    const ref = { group, version, resource, namespace, name };
    try {
      const scale = await this.#client.get({ ...ref, subresource: "scale" });
      return scale.metadata.uid === uid ? scaleOf(scale) : undefined;
    } catch (error) {
      if (!isApiError(error, "NotFound")) throw error;
      // When the object does not exist, the error names it; when the path does not exist, the error has no name.
      if (error.status.details?.name === name) return undefined;
      const plural = group === "" ? resource : `${resource}.${group}`;
      throw new Error(`${plural} does not implement the scale subresource`, { cause: error });
    }
  }
}

function scaleOf(object: ApiObject | undefined): Scale | undefined {
  if (object === undefined) return undefined;
  return { uid: object.metadata.uid ?? "", replicas: narrow<ReplicaSet>(object).spec?.replicas ?? 0 };
}
