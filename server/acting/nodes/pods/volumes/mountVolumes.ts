import type { EventRecorder } from "../../../events/eventRecorder.ts";
import { claimKeysOf } from "../../../volumes/usedClaims.ts";
import type { ProgramTime } from "../../programs/program.ts";
import type { NodePod } from "../podParts.ts";
import { SYNC_INTERVAL } from "../restart.ts";
import type { MissingVolume } from "./volumes.ts";

/** First and longest delay until a missing volume is checked again, in milliseconds; it doubles each time. */
const FIRST_RETRY = 500;
const LAST_RETRY = 122_000;
/** Milliseconds until the agent first looks whether the pod's claims can be used. */
const FIRST_LOOK = 300;

export interface MountParts {
  readonly time: ProgramTime;
  readonly recorder: EventRecorder;
  /** Resolves when the volumes of the pod's claims are usable, or when `signal` aborts. Never rejects. */
  untilAttached(pod: NodePod, signal: AbortSignal): Promise<void>;
  /** Why the volumes of the pod's claims cannot be used; undefined when nothing is wrong. */
  claimFailure(pod: NodePod): string | undefined;
  missingVolumes(pod: NodePod): Promise<readonly MissingVolume[]>;
}

/** Resolves when all volumes of a pod are available, or when `signal` aborts; reports why they are not. */
export async function mountVolumes(pod: () => NodePod, parts: MountParts, signal: AbortSignal): Promise<void> {
  await untilUsable(pod, parts, signal);
  const { time, recorder, missingVolumes } = parts;
  let wait = FIRST_RETRY;
  while (!signal.aborted) {
    const missing = await missingVolumes(pod());
    if (missing.length === 0) return;
    for (const { volume, reason } of missing) {
      const message = `MountVolume.SetUp failed for volume ${JSON.stringify(volume)} : ${reason}`;
      recorder.record(pod(), "Warning", "FailedMount", message);
    }
    await time.sleep(wait, signal);
    wait = Math.min(2 * wait, LAST_RETRY);
  }
}

/** Resolves when the volumes of a pod's claims are usable, or when `signal` aborts; reports claims that are not. */
async function untilUsable(
  pod: () => NodePod,
  { time, recorder, untilAttached, claimFailure }: MountParts,
  signal: AbortSignal,
): Promise<void> {
  const attached = new AbortController();
  const end = untilAttached(pod(), signal).then(() => attached.abort());
  if (claimKeysOf(pod()).length === 0) return end;
  const waiting = AbortSignal.any([signal, attached.signal]);
  await time.sleep(FIRST_LOOK, waiting);
  while (!waiting.aborted) {
    const failure = claimFailure(pod());
    if (failure !== undefined) recorder.record(pod(), "Warning", "FailedMount", failure);
    await time.sleep(SYNC_INTERVAL, waiting);
  }
  await end;
}
