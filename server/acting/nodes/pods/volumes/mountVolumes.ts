import type { EventRecorder } from "../../../events/eventRecorder.ts";
import type { ProgramTime } from "../../programs/program.ts";
import type { NodePod } from "../podParts.ts";
import type { MissingVolume } from "./volumes.ts";

/** First and longest delay until a missing volume is checked again, in milliseconds; it doubles each time. */
const FIRST_RETRY = 500;
const LAST_RETRY = 122_000;

export interface MountParts {
  readonly time: ProgramTime;
  readonly recorder: EventRecorder;
  /** Resolves when the volumes of the pod's claims are usable, or when `signal` aborts. Never rejects. */
  untilAttached(pod: NodePod, signal: AbortSignal): Promise<void>;
  missingVolumes(pod: NodePod): Promise<readonly MissingVolume[]>;
}

/** Resolves when all volumes of a pod are available, or when `signal` aborts; reports why they are not. */
export async function mountVolumes(
  pod: () => NodePod,
  { time, recorder, untilAttached, missingVolumes }: MountParts,
  signal: AbortSignal,
): Promise<void> {
  await untilAttached(pod(), signal);
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
