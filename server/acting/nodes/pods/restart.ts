import type { ProgramTime } from "../programs/program.ts";
import { shortDuration } from "./backoff.ts";
import { type NodePod, podTitle } from "./podParts.ts";

/**
 * Milliseconds between two syncs of a pod with a waiting container: the mean of the agent's interval, which is 10 to 15
 * seconds.
 */
export const SYNC_INTERVAL = 12_500;

/** Why a container could not start: its status shows this until the agent's next sync. */
export interface StartProblem {
  readonly reason: "RunContainerError" | "PostStartHookError";
  readonly message: string;
}

export interface FailedContainer {
  readonly name: string;
  /** Undefined when it has run. */
  readonly startProblem: StartProblem | undefined;
  /** Sets the waiting reason that the container's status shows. */
  wait(reason: string, message?: string): void;
  recordEvent(type: "Warning", reason: string, message: string): void;
}

/**
 * Waits until a container may restart, and reports why it waits at each sync of the node's agent. The container
 * restarts at the first sync after the delay.
 * @param delay milliseconds; 0 means at once, unless the container could not be started
 */
export async function waitForRestart(
  container: FailedContainer,
  pod: NodePod,
  { delay, time, signal }: { readonly delay: number; readonly time: ProgramTime; readonly signal: AbortSignal },
): Promise<void> {
  const until = time.now() + delay;
  const { name, startProblem } = container;
  if (startProblem !== undefined) {
    container.wait(startProblem.reason, startProblem.message);
    await time.sleep(SYNC_INTERVAL, signal);
  }
  if (signal.aborted || time.now() >= until) return;
  const waitingMessage = `back-off ${shortDuration(delay)} restarting failed container=${name} pod=${podTitle(pod)}`;
  container.wait("CrashLoopBackOff", waitingMessage);
  const message = `Back-off restarting failed container ${name} in pod ${podTitle(pod)}`;
  while (!signal.aborted && time.now() < until) {
    container.recordEvent("Warning", "BackOff", message);
    await time.sleep(SYNC_INTERVAL, signal);
  }
}
