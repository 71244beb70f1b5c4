import type { ContainerState, PodSpec } from "kubernetes-types/core/v1";
import { describe, expect, it } from "vitest";
import { ContainerOrder, type KeptContainer } from "./containerOrder.ts";

/** One run of a container: how long it takes in seconds, its exit code, and whether a failed probe ends it. */
interface Run {
  readonly takes: number;
  readonly code: number;
  readonly isOfProbe?: boolean;
}

/** What a container does, second by second, when these are its runs. */
async function course(runs: readonly Run[], restartPolicy: PodSpec["restartPolicy"] = "Always"): Promise<string[]> {
  let now = 0;
  let next = 0;
  const stopped = new AbortController();
  const seen: string[] = [];
  const note = (text: string): void => void seen.push(`${now / 1000}: ${text}`);
  const time = {
    now: () => now,
    realNow: () => now,
    sleep: async (milliseconds: number) => {
      now += milliseconds;
    },
  };
  const container: KeptContainer & { isBeingReplaced: boolean; hasFailedProbe: boolean } = {
    name: "c",
    role: "main",
    state: {} as ContainerState,
    startProblem: undefined,
    isBeingReplaced: false,
    hasFailedProbe: false,
    firstStart: Promise.resolve(),
    firstTry: Promise.resolve(),
    async run() {
      const run = runs[next++];
      if (run === undefined) {
        stopped.abort();
        return undefined;
      }
      note("runs");
      now += run.takes * 1000;
      this.isBeingReplaced = this.hasFailedProbe = run.isOfProbe === true;
      return run.code;
    },
    wait(reason) {
      this.isBeingReplaced = false;
      note(reason);
    },
    endReplacement() {
      this.isBeingReplaced = false;
      note("stays ended");
    },
    recordEvent: () => undefined,
  };
  const pod = { metadata: { name: "p", namespace: "n", uid: "u" }, spec: { containers: [], restartPolicy } };
  await new ContainerOrder({ pod: () => pod, time, signal: stopped.signal }).runMains([container]);
  return seen;
}

const ofProbe = { takes: 30, code: 137, isOfProbe: true };

describe("Restart of a container", () => {
  it("waits after the second failure, and twice as long after each further one", async () => {
    const failing = { takes: 1, code: 1 };
    expect(await course([failing, failing, failing])).toEqual([
      "0: runs",
      "1: runs",
      "2: CrashLoopBackOff",
      "14.5: runs",
      "15.5: CrashLoopBackOff",
    ]);
  });

  it("waits after a failed probe only if the run before the killed one ended within the delay", async () => {
    expect(await course(Array.from({ length: 6 }, () => ofProbe))).toEqual([
      // The first kill is not counted: before it, no run has ended.
      ...["0: runs", "30: runs", "60: runs", "90: runs", "120: runs"],
      // By now, the delay is 40 seconds: more than the 30 seconds since the end of the run before.
      ...["150: CrashLoopBackOff", "200: runs"],
    ]);
  });

  it("follows a failed probe, even if the program ends successfully and only failures restart it", async () => {
    expect(
      await course(
        [
          { ...ofProbe, code: 0 },
          { takes: 1, code: 0 },
        ],
        "OnFailure",
      ),
    ).toEqual(["0: runs", "30: runs"]);
    const quick = { takes: 1, code: 0, isOfProbe: true };
    expect(await course([quick, quick, quick], "OnFailure")).toEqual([
      "0: runs",
      "1: runs",
      "2: runs",
      "3: stays ended",
    ]);
  });

  it("does not follow a failed probe in a pod that never restarts", async () => {
    expect(await course([{ ...ofProbe, isOfProbe: false }], "Never")).toEqual(["0: runs"]);
  });
});
