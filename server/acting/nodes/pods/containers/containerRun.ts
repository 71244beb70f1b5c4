import type { Container } from "kubernetes-types/core/v1";
import type { ContainerMachine } from "../../machines/containerMachine.ts";
import type { RunningProgram } from "../../programs/program.ts";
import { type ContainerRole, podTitle } from "../podParts.ts";
import type { ProbeCounts } from "../probes/probeCounts.ts";
import type { StartProblem } from "../restart.ts";
import type { ContainerDependencies } from "./containerDependencies.ts";
import { ContainerLog } from "./containerLog.ts";
import type { ContainerMemory } from "./containerMemory.ts";
import type { ContainerRecord } from "./containerRecord.ts";
import { endProgram } from "./endProgram.ts";
import { type HookParts, runPostStart, runPreStop } from "./hooks.ts";
import { startError, startProgram } from "./startProgram.ts";
import { terminationMessage } from "./terminationMessage.ts";
import { agentName, watchProgram } from "./watchProgram.ts";

/** The container that runs, across all of its runs. */
export interface RunningContainer {
  readonly spec: Container;
  readonly role: ContainerRole;
  readonly dependencies: ContainerDependencies;
  readonly record: ContainerRecord;
  readonly memory: ContainerMemory;
  readonly counts: ProbeCounts;
  /** Aborts when the container must be dropped, in whatever state it is. */
  readonly ended: AbortSignal;
  /** Aborts when the pod starts to terminate. */
  readonly ending: AbortSignal;
  /** The grace period of its program, in milliseconds. */
  grace(): number;
  recordEvent(type: "Normal" | "Warning", reason: string, message: string): void;
  /** Called when its program is about to be stopped because a probe failed. */
  onFailedProbe(): void;
  /** Called when its program has started. */
  onBegun(program: RunningProgram): void;
  /** Called when the status shows that the container runs, or when the attempt to start it has failed. */
  onTried(): void;
  /** Called when its probes find that it has started. */
  onStarted(): void;
}

/** One run of a container: its program, log, hooks and probes, from start to end. */
export class ContainerRun {
  readonly log = new ContainerLog();
  readonly #container: RunningContainer;
  #program: RunningProgram | undefined;
  #machine: ContainerMachine | undefined;
  #problem: StartProblem | undefined;

  constructor(container: RunningContainer) {
    this.#container = container;
  }

  get program(): RunningProgram | undefined {
    return this.#program;
  }

  /** The machine of the container's commands; undefined while the container does not run. */
  get machine(): ContainerMachine | undefined {
    return this.#machine;
  }

  /** Why this run could not start. */
  get problem(): StartProblem | undefined {
    return this.#problem;
  }

  /**
   * Starts the program and waits for its end.
   * @param isResumed whether the program already ran before
   * @returns the exit code
   */
  async run(env: Map<string, string>, isResumed: boolean): Promise<number> {
    const { spec, role, dependencies, record, memory, ended, onBegun, onTried } = this.#container;
    const { log } = this;
    const machine = dependencies.machine(spec, env);
    this.#machine = machine;
    const program = startProgram(dependencies, { spec, role, image: record.image, env, machine, log });
    this.#program = program;
    const problem = isResumed ? undefined : await program.begun;
    if (problem !== undefined) return this.#notStarted(problem, machine);
    if (!isResumed) await this.#begin(program);
    const probing = new AbortController();
    const stopProbing = (): void => probing.abort();
    ended.addEventListener("abort", stopProbing);
    if (this.#problem === undefined) this.#watch(program, probing.signal, isResumed);
    dependencies.changed();
    onTried();
    onBegun(program);
    const started = Date.parse(`${record.state.running?.startedAt}`);
    void memory.watch(program, spec, { annotations: dependencies.pod().metadata.annotations ?? {}, started });
    const exitCode = await program.exited;
    const message = await terminationMessage(spec, { machine, lines: log.lines, exitCode });
    probing.abort();
    ended.removeEventListener("abort", stopProbing);
    this.#close(machine);
    const reason = memory.takeBlame() ? "OOMKilled" : exitCode === 0 ? "Completed" : "Error";
    record.ends({ exitCode, reason, message }, dependencies.time.now());
    // An init container is ready when it has succeeded.
    record.isReady = role === "init" && exitCode === 0;
    dependencies.changed();
    return exitCode;
  }

  /**
   * Ends the program within its grace period, in milliseconds.
   * @param turn resolves when the containers that must end before this one have ended
   */
  async stop(grace: number, turn?: Promise<void>): Promise<void> {
    const { recordEvent, dependencies } = this.#container;
    const program = this.#program;
    if (program === undefined) return;
    const before = async (most: number): Promise<void> => {
      const { ok } = await runPreStop(this.#hookParts(program), most);
      if (!ok) recordEvent("Warning", "FailedPreStopHook", "PreStopHook failed");
    };
    await endProgram({ program, time: dependencies.time, grace, before, turn });
  }

  /**
   * Reports that a program has started, after its postStart hook has completed. When the hook fails, the program is
   * ended.
   */
  async #begin(program: RunningProgram): Promise<void> {
    const { spec, record, recordEvent, dependencies, grace } = this.#container;
    const startedAt = dependencies.time.now();
    recordEvent("Normal", "Started", `Started container ${spec.name}`);
    const failure = await runPostStart(this.#hookParts(program));
    record.runs(startedAt);
    if (failure === undefined) return;
    this.#problem = { reason: "PostStartHookError", message: failure };
    // Events do not contain the hook's output: it may include a secret.
    recordEvent("Warning", "FailedPostStartHook", "PostStartHook failed");
    recordEvent("Normal", "Killing", "FailedPostStartHook");
    void this.stop(grace());
  }

  /** Records that the container's command does not exist, or is not executable. @returns the exit code */
  #notStarted(problem: string, machine: ContainerMachine): number {
    const { record, recordEvent, dependencies, onTried } = this.#container;
    const end = startError(problem);
    this.#problem = { reason: "RunContainerError", message: end.message };
    recordEvent("Warning", "Failed", `Error: ${end.message}`);
    this.#close(machine);
    record.ends(end, dependencies.time.now());
    onTried();
    dependencies.changed();
    return end.exitCode;
  }

  #close(machine: ContainerMachine): void {
    machine.close();
    this.#machine = undefined;
    this.log.end();
    this.#program = undefined;
  }

  #watch(program: RunningProgram, signal: AbortSignal, isResumed: boolean): void {
    const { spec, role, dependencies, record, counts, ending, recordEvent, grace, onStarted, onFailedProbe } =
      this.#container;
    watchProgram(dependencies, {
      ...{ spec, role, program, counts, signal, ending, isResumed, recordEvent },
      onStarted() {
        record.isStarted = true;
        onStarted();
        dependencies.changed();
      },
      onReady(ready) {
        // Init containers become ready by succeeding, and the readiness of ephemeral containers has no effect.
        if (role === "init" || role === "ephemeral" || record.isReady === ready) return;
        record.isReady = ready;
        dependencies.changed();
      },
      end: (detail, most = grace()) => {
        recordEvent("Normal", "Killing", detail);
        if (this.#program !== program) return;
        onFailedProbe();
        void this.stop(most);
      },
    });
  }

  #hookParts(program: RunningProgram): HookParts {
    const { spec, dependencies } = this.#container;
    const { address, time, fetch, pod, vocabulary } = dependencies;
    const agent = agentName(vocabulary, "lifecycle");
    return { container: spec, program, pod: podTitle(pod()), address: address(), agent, time, fetch };
  }
}
