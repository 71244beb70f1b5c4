import type { PersistentVolumeClaim } from "kubernetes-types/core/v1";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../../api/client/apiClient.ts";
import { decoded } from "../../../../api/registry/strategies/narrow.ts";
import type { Timers } from "../../../../ground/timing/timers.ts";
import type { Informer } from "../../../informers/informers.ts";
import { volumeAnnotations } from "../../../volumes/annotations.ts";
import { claimedVolume } from "../../../volumes/claimedVolume.ts";
import type { Claim, Volume } from "../../../volumes/kinds.ts";
import type { VolumePlan } from "./assumedVolumes.ts";
import { isFullyBound } from "./podClaims.ts";

export interface BindVolumesParts {
  readonly client: Pick<ApiClient, "update">;
  readonly claims: Pick<Informer, "get" | "follow">;
  readonly volumes: Pick<Informer, "get">;
  readonly vocabulary: Vocabulary;
  readonly timers: Timers;
  /** Timeout in milliseconds. */
  readonly timeout: number;
  /** Aborts the wait. */
  readonly signal: AbortSignal;
}

const CORE = { group: "", version: "v1" };

/**
 * Writes to the API which volume each claim gets, and for which node a volume must be provisioned. Then waits until all
 * claims are bound.
 * @throws ApiError when another writer was faster; Error when a claim does not get its volume
 */
export async function bindVolumes(parts: BindVolumesParts, plan: VolumePlan, node: string): Promise<void> {
  const { client, claims, volumes, vocabulary } = parts;
  for (const { claim, volume } of plan.bind) {
    const stored = volumes.get("", volume.metadata?.name ?? "");
    if (stored === undefined) throw new Error(`persistentvolume ${JSON.stringify(volume.metadata?.name)} not found`);
    const { name = "" } = stored.metadata;
    await client.update(
      { ...CORE, resource: "persistentvolumes", name },
      claimedVolume(decoded<Volume>(stored), claim as Claim, volumeAnnotations(vocabulary)),
    );
  }
  for (const claim of plan.provision) {
    const { namespace = "", name = "" } = claim.metadata ?? {};
    const stored = claims.get(namespace, name);
    if (stored === undefined) throw new Error(`persistentvolumeclaim ${JSON.stringify(name)} not found`);
    const { selectedNode } = volumeAnnotations(vocabulary);
    if (stored.metadata.annotations?.[selectedNode] === node) continue;
    const annotations = { ...stored.metadata.annotations, [selectedNode]: node };
    const ref = { ...CORE, resource: "persistentvolumeclaims", namespace, name };
    await client.update(ref, { ...stored, metadata: { ...stored.metadata, annotations } });
  }
  await untilBound(parts, [...plan.bind.map(({ claim }) => claim), ...plan.provision], new Set(plan.provision));
}

/** Waits until all claims are bound. @throws Error when a claim cannot be bound, or not in time */
function untilBound(
  { claims, vocabulary, timers, timeout, signal }: BindVolumesParts,
  wanted: readonly PersistentVolumeClaim[],
  provisioned: ReadonlySet<PersistentVolumeClaim>,
): Promise<void> {
  const { selectedNode } = volumeAnnotations(vocabulary);
  const isDone = (claim: PersistentVolumeClaim): boolean => {
    const { namespace = "", name = "" } = claim.metadata ?? {};
    const object = claims.get(namespace, name);
    if (object === undefined) throw new Error(`persistentvolumeclaim ${JSON.stringify(name)} not found`);
    const now = decoded<PersistentVolumeClaim>(object);
    if (isFullyBound(now, vocabulary)) return true;
    // The provisioner has given up on this node: another node may work.
    const isGivenUp = provisioned.has(claim) && object.metadata.annotations?.[selectedNode] === undefined;
    const isOld = object.metadata.resourceVersion === claim.metadata?.resourceVersion;
    if (isGivenUp && !isOld) throw new Error(`provisioning failed for PVC ${JSON.stringify(name)}`);
    return false;
  };
  return new Promise((resolve, reject) => {
    const ends: (() => void)[] = [];
    const end = (error?: unknown): void => {
      for (const stop of ends.splice(0)) stop();
      if (error === undefined) resolve();
      else reject(new Error(`binding volumes: ${messageOf(error)}`, { cause: error }));
    };
    const look = (): void => {
      try {
        if (wanted.every(isDone)) end();
      } catch (error) {
        end(error);
      }
    };
    const stopped = (): void => end(new Error("the scheduler stops"));
    ends.push(timers.after(timeout, () => end(new Error("context deadline exceeded"))));
    signal.addEventListener("abort", stopped);
    ends.push(() => signal.removeEventListener("abort", stopped));
    const following = claims.follow(look);
    ends.push(() => following.stop());
    if (signal.aborted) stopped();
    else look();
  });
}
