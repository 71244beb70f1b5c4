import type { EventRecorder } from "../../events/eventRecorder.ts";
import type { ProgramTime } from "../programs/program.ts";
import { hexOf } from "./images/images.ts";
import type { NodePod } from "./podParts.ts";
import { SYNC_INTERVAL } from "./restart.ts";

export interface SandboxParts {
  readonly time: ProgramTime;
  readonly recorder: EventRecorder;
  /** Why the pod's sandbox, in which its containers run, cannot be created; undefined when it can. */
  sandboxProblem(pod: NodePod): string | undefined;
  /**
   * Allocates addresses for the pod, one per IP family; a pod on the host network gets the node's own. Undefined when none
   * is free.
   */
  takeAddresses(pod: NodePod): readonly string[] | undefined;
  /** The first and the last address of pods on the node. */
  readonly addressRange: string;
  /** The parts of the pod's DNS settings that its containers do not get, in the kubelet's words. */
  resolverProblems(pod: NodePod): readonly string[];
}

/** The pod that gets a sandbox. */
export interface SandboxUser {
  pod(): NodePod;
  /** Whether there was a sandbox before. */
  readonly isRemade: boolean;
  /** Called with its addresses as soon as they are taken. */
  onAddresses(addresses: readonly string[]): void;
}

/** Resolves when the sandbox of a pod exists, or when `signal` aborts; reports each failed attempt of the agent. */
export async function untilSandbox(
  { pod, isRemade, onAddresses }: SandboxUser,
  { time, recorder, sandboxProblem, takeAddresses, addressRange, resolverProblems }: SandboxParts,
  signal: AbortSignal,
): Promise<void> {
  if (isRemade && !signal.aborted) {
    recorder.record(pod(), "Normal", "SandboxChanged", "Pod sandbox changed, it will be killed and re-created.");
  }
  for (let attempt = 0; !signal.aborted; attempt++) {
    const problem = sandboxProblem(pod());
    const addresses = problem === undefined ? takeAddresses(pod()) : undefined;
    if (addresses !== undefined) {
      onAddresses(addresses);
      for (const each of resolverProblems(pod())) recorder.record(pod(), "Warning", "DNSConfigForming", each);
      return;
    }
    const detail = problem ?? noAddress(hexOf(`${pod().metadata.uid}/${attempt}`, 64), addressRange);
    recorder.record(pod(), "Warning", "FailedCreatePodSandBox", `Failed to create pod sandbox: ${detail}`);
    await time.sleep(SYNC_INTERVAL, signal);
  }
}

/** The runtime's error when all addresses of the node are in use. */
const noAddress = (sandbox: string, range: string): string =>
  `rpc error: code = Unknown desc = failed to setup network for sandbox "${sandbox}": plugin type="ptp" failed (add): ` +
  `failed to allocate for range 0: no IP addresses available in range set: ${range}`;
