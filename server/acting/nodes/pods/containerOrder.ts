import type { ContainerState } from "kubernetes-types/core/v1";
import type { ProgramTime } from "../programs/program.ts";
import { Backoff } from "./backoff.ts";
import type { ContainerRole, NodePod } from "./podParts.ts";
import { type FailedContainer, waitForRestart } from "./restart.ts";

/** A container that is started, and restarted. */
export interface KeptContainer extends FailedContainer {
  readonly role: ContainerRole;
  readonly state: ContainerState;
  /** Whether it was stopped in order to run again, and does not run yet. */
  readonly isBeingReplaced: boolean;
  /** Whether it was stopped in order to run again because a probe failed. */
  readonly hasFailedProbe: boolean;
  /** Resolves when the container has started for the first time. */
  readonly firstStart: Promise<void>;
  /** Resolves after the first attempt to start the container. */
  readonly firstTry: Promise<void>;
  /** @returns the exit code; undefined when it was not started */
  run(signal: AbortSignal): Promise<number | undefined>;
  /** Called when it does not run again, although it was stopped for that. */
  endReplacement(): void;
}

export interface OrderParts {
  pod(): NodePod;
  readonly time: ProgramTime;
  /** Aborts when no container may be started any more. */
  readonly signal: AbortSignal;
}

/** Starts the containers of a pod in order, and restarts them according to the pod's restart policy. */
export class ContainerOrder {
  readonly #parts: OrderParts;
  /** Resolves when no container may be started any more. */
  readonly #stopped: Promise<void>;

  constructor(parts: OrderParts) {
    this.#parts = parts;
    const { signal } = parts;
    this.#stopped = new Promise((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  /**
   * Runs the init containers in order. For a sidecar, it only waits until the sidecar has started.
   * @param isDone whether the init containers have completed before
   * @param isRemade whether they must run again, although they have completed
   * @returns whether the main containers may start
   */
  async initialize(containers: readonly KeptContainer[], isDone: boolean, isRemade: boolean): Promise<boolean> {
    for (const container of containers.filter(({ role }) => role === "init" || role === "sidecar")) {
      if (container.role === "sidecar") {
        void this.#keep(container);
        await Promise.race([container.firstStart, this.#stopped]);
      } else if (!isDone && (await this.#keep(container, isRemade)) !== 0) return false;
      if (this.#parts.signal.aborted) return false;
    }
    return true;
  }

  /**
   * Runs the main containers; each is started after the first attempt to start the one before it. Resolves when all
   * have ended for good.
   */
  async runMains(containers: readonly KeptContainer[]): Promise<void> {
    const kept: Promise<unknown>[] = [];
    for (const container of containers.filter(({ role }) => role === "main")) {
      const ended = this.#keep(container);
      kept.push(ended);
      await Promise.race([container.firstTry, ended, this.#stopped]);
    }
    await Promise.all(kept);
  }

  /**
   * Runs a container as often as its restart policy requires.
   * @param isRemade whether it runs at least once
   * @returns the last exit code
   */
  async #keep(container: KeptContainer, isRemade = false): Promise<number | undefined> {
    const { pod, time, signal } = this.#parts;
    let backoff = new Backoff();
    let before: number | undefined;
    const finished = container.state.terminated;
    if (!isRemade && finished !== undefined && !this.#restarts(container, finished.exitCode)) return finished.exitCode;
    for (;;) {
      const code = await container.run(signal);
      if (code === undefined || signal.aborted) return code;
      const isReplaced = container.isBeingReplaced;
      if (isReplaced && !container.hasFailedProbe) {
        backoff = new Backoff();
        continue;
      }
      if (!isReplaced && !this.#restarts(container, code)) return code;
      // The agent starts a container in the same step in which it kills it, when the last end it knows is the one before.
      const known = isReplaced ? before : time.now();
      before = time.now();
      const delay = known === undefined ? 0 : backoff.next(before, known);
      if (isReplaced && delay === 0) continue;
      if (!this.#restarts(container, code)) {
        container.endReplacement();
        return code;
      }
      await waitForRestart(container, pod(), { delay, time, signal });
      if (signal.aborted) return code;
    }
  }

  #restarts({ role }: KeptContainer, code: number): boolean {
    const { restartPolicy = "Always" } = this.#parts.pod().spec;
    if (role === "ephemeral") return false;
    if (role === "sidecar") return true;
    if (role === "init") return code !== 0 && restartPolicy !== "Never";
    return restartPolicy === "Always" || (restartPolicy === "OnFailure" && code !== 0);
  }
}
