import type { EventRecorder } from "../../events/eventRecorder.ts";
import type { ProgramTime } from "../programs/program.ts";
import type { NodePod } from "./podParts.ts";
import { SYNC_INTERVAL } from "./restart.ts";

export interface SandboxParts {
  readonly time: ProgramTime;
  readonly recorder: EventRecorder;
  /** Why the pod's sandbox, in which its containers run, cannot be created; undefined when it can. */
  sandboxProblem(pod: NodePod): string | undefined;
  /** The parts of the pod's DNS settings that its containers do not get, in the kubelet's words. */
  resolverProblems(pod: NodePod): readonly string[];
}

/**
 * Resolves when the sandbox of a pod exists, or when `signal` aborts; reports each failed attempt of the agent.
 * @param isRemade whether there was a sandbox before
 */
export async function untilSandbox(
  pod: () => NodePod,
  { time, recorder, sandboxProblem, resolverProblems }: SandboxParts,
  signal: AbortSignal,
  isRemade = false,
): Promise<void> {
  if (isRemade && !signal.aborted) {
    recorder.record(pod(), "Normal", "SandboxChanged", "Pod sandbox changed, it will be killed and re-created.");
  }
  for (let problem = sandboxProblem(pod()); problem !== undefined && !signal.aborted; problem = sandboxProblem(pod())) {
    recorder.record(pod(), "Warning", "FailedCreatePodSandBox", `Failed to create pod sandbox: ${problem}`);
    await time.sleep(SYNC_INTERVAL, signal);
  }
  for (const problem of resolverProblems(pod())) recorder.record(pod(), "Warning", "DNSConfigForming", problem);
}
