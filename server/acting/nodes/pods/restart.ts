import type { ProgramTime } from "../programs/program.ts";
import { shortDuration } from "./backoff.ts";
import { type NodePod, podTitle } from "./podParts.ts";

/**
 * Milliseconds between two looks of a node's agent at a pod with a container that waits: ten seconds and up to half as many
 * more.
 */
export const LOOK = 12_500;

/** Why a container did not get as far as to run: what its status says of it until the agent looks again. */
export interface StartProblem {
  readonly reason: "RunContainerError" | "PostStartHookError";
  readonly message: string;
}

export interface FailedContainer {
  readonly name: string;
  /** Undefined where it has run. */
  readonly startProblem: StartProblem | undefined;
  /** Shows why the container waits. */
  wait(reason: string, message?: string): void;
  tell(type: "Warning", reason: string, message: string): void;
}

/**
 * Lets a container wait until it may start again, and tells why, as often as a node's agent looks at it: it starts again when
 * the agent looks and its delay is over.
 * @param delay milliseconds; 0 for at once, unless it could not be started
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
    await time.sleep(LOOK, signal);
  }
  if (signal.aborted || time.now() >= until) return;
  const why = `back-off ${shortDuration(delay)} restarting failed container=${name} pod=${podTitle(pod)}`;
  container.wait("CrashLoopBackOff", why);
  const told = `Back-off restarting failed container ${name} in pod ${podTitle(pod)}`;
  while (!signal.aborted && time.now() < until) {
    container.tell("Warning", "BackOff", told);
    await time.sleep(LOOK, signal);
  }
}
