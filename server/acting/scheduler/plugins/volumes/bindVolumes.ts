import { notFound } from "../../../../../shared/status.ts";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import type { ApiClient } from "../../../../api/client/apiClient.ts";
import { decoded } from "../../../../api/registry/strategies/narrow.ts";
import type { Timers } from "../../../../ground/timing/timers.ts";
import type { Informer } from "../../../informers/informers.ts";
import { volumeAnnotations } from "../../../volumes/annotations.ts";
import { claimedVolume } from "../../../volumes/claimedVolume.ts";
import { CLAIMS, type Claim, VOLUMES, type Volume } from "../../../volumes/kinds.ts";
import type { VolumePlan } from "./assumedVolumes.ts";
import { areBound, type BindingPod, type BindingState, type WrittenBindings } from "./bindingProgress.ts";

export interface BindVolumesParts extends BindingState {
  readonly client: Pick<ApiClient, "update">;
  readonly claims: Pick<Informer, "get" | "follow">;
  readonly timers: Timers;
  /** Timeout in milliseconds. */
  readonly timeout: number;
  /** Aborts the wait. */
  readonly signal: AbortSignal;
}

/** Milliseconds between two looks at everything that a binding depends on besides the claims. */
const LOOK_INTERVAL = 1000;

/**
 * Writes to the API which volume each claim gets, and for which node a volume must be provisioned. Then waits until all
 * claims are bound.
 * @throws ApiError when another writer was faster; Error when a claim does not get its volume
 */
export async function bindVolumes(parts: BindVolumesParts, plan: VolumePlan, pod: BindingPod): Promise<void> {
  await untilBound(parts, await writeBindings(parts, plan, pod.node), pod);
}

async function writeBindings(parts: BindVolumesParts, plan: VolumePlan, node: string): Promise<WrittenBindings> {
  const { client, claims, volumes, vocabulary } = parts;
  const annotations = volumeAnnotations(vocabulary);
  const bound: { claim: (typeof plan.bind)[number]["claim"]; volume: Volume }[] = [];
  for (const { claim, volume } of plan.bind) {
    const { name = "" } = volume.metadata ?? {};
    const stored = volumes.get("", name);
    if (stored === undefined) throw notFound(VOLUMES, name);
    const claimed = claimedVolume(decoded<Volume>(stored), claim as Claim, annotations);
    bound.push({ claim, volume: (await client.update({ ...VOLUMES, name }, claimed)) as Volume });
  }
  const provisioned: Claim[] = [];
  for (const claim of plan.provision) {
    const { namespace = "", name = "" } = claim.metadata ?? {};
    const stored = claims.get(namespace, name);
    if (stored === undefined) throw notFound(CLAIMS, name);
    const { metadata } = stored;
    if (metadata.annotations?.[annotations.selectedNode] === node) provisioned.push(stored as Claim);
    else {
      const selected = { ...metadata, annotations: { ...metadata.annotations, [annotations.selectedNode]: node } };
      const ref = { ...CLAIMS, namespace, name };
      provisioned.push((await client.update(ref, { ...stored, metadata: selected })) as Claim);
    }
  }
  return { bound, provisioned };
}

/** Waits until all claims are bound. @throws Error when a claim cannot be bound, or not in time */
function untilBound(parts: BindVolumesParts, written: WrittenBindings, pod: BindingPod): Promise<void> {
  const { claims, timers, timeout, signal } = parts;
  return new Promise((resolve, reject) => {
    const ends: (() => void)[] = [];
    let stopTicking = (): void => undefined;
    let isOver = false;
    const end = (error?: unknown): void => {
      isOver = true;
      stopTicking();
      for (const stop of ends.splice(0)) stop();
      if (error === undefined) resolve();
      else reject(new Error(`binding volumes: ${messageOf(error)}`, { cause: error }));
    };
    const look = (): void => {
      if (isOver) return;
      try {
        if (areBound(parts, written, pod)) end();
      } catch (error) {
        end(error);
      }
    };
    const tick = (): void => {
      look();
      if (!isOver) stopTicking = timers.after(LOOK_INTERVAL, tick);
    };
    const stopped = (): void => end(new Error("the scheduler stops"));
    ends.push(timers.after(timeout, () => end(new Error("context deadline exceeded"))));
    signal.addEventListener("abort", stopped);
    ends.push(() => signal.removeEventListener("abort", stopped));
    const following = claims.follow(look);
    ends.push(() => following.stop());
    if (signal.aborted) stopped();
    else tick();
  });
}
