import type { Container, ContainerState, ContainerStatus } from "kubernetes-types/core/v1";
import type { ContainerAccess, ContainerProcess, ProcessOptions } from "../../../../api/registry/podAccess.ts";
import { milliseconds } from "../../../../ground/timing/milliseconds.ts";
import { sharedAbort } from "../../../../ground/timing/signals.ts";
import type { ContainerMachine } from "../../machines/containerMachine.ts";
import type { RunningProgram } from "../../programs/program.ts";
import type { ContainerRole } from "../podParts.ts";
import { ProbeCounts } from "../probes/probeCounts.ts";
import type { StartProblem } from "../restart.ts";
import { mountStatuses } from "../volumes/mountStatuses.ts";
import { AttachedLog } from "./attachedLog.ts";
import type { ContainerDependencies } from "./containerDependencies.ts";
import { ContainerLog } from "./containerLog.ts";
import { ContainerMemory } from "./containerMemory.ts";
import { ContainerRecord } from "./containerRecord.ts";
import { ContainerReplacement } from "./containerReplacement.ts";
import { ContainerRun } from "./containerRun.ts";
import { Milestone } from "./milestone.ts";
import { prepareContainer } from "./prepareContainer.ts";

const FIELDS: Readonly<Record<ContainerRole, string>> = {
  init: "initContainers",
  sidecar: "initContainers",
  main: "containers",
  ephemeral: "ephemeralContainers",
};

/** One container of a pod, across all of its runs. */
export class ContainerLife implements ContainerAccess {
  readonly role: ContainerRole;
  #spec: Container;
  readonly #dependencies: ContainerDependencies;
  readonly #ended: AbortSignal;
  readonly #record: ContainerRecord;
  readonly #memory: ContainerMemory;
  readonly #replacement: ContainerReplacement;
  /** Probe results of all of its runs. */
  readonly probeCounts = new ProbeCounts();
  /** The current run, or the last one. */
  #run: ContainerRun | undefined;
  #previousLog: ContainerLog | undefined;
  /** The empty log of a container that has not run. */
  readonly #noLog = new ContainerLog();
  readonly #started = new Milestone();
  readonly #tried = new Milestone();
  /** Aborts when the pod starts to terminate. */
  readonly #ending = sharedAbort();

  /** @param ended aborts when the container must be dropped, in whatever state it is */
  constructor(spec: Container, role: ContainerRole, dependencies: ContainerDependencies, ended: AbortSignal) {
    this.#spec = spec;
    this.role = role;
    this.#dependencies = dependencies;
    this.#ended = ended;
    const hasInits = (dependencies.pod().spec.initContainers ?? []).length > 0;
    this.#record = new ContainerRecord(spec, hasInits ? "PodInitializing" : "ContainerCreating");
    this.#memory = new ContainerMemory({ time: dependencies.time, ended, program: () => this.program });
    this.#replacement = new ContainerReplacement({
      ...{ time: dependencies.time, ended },
      isOutdated: (program) =>
        this.program === program && this.role !== "init" && this.#record.image !== this.spec.image,
      end: (detail) => {
        const isChanged = detail === "definition changed";
        const name = isChanged && role === "sidecar" ? `Init container ${this.name}` : `Container ${this.name}`;
        this.recordEvent(
          "Normal",
          "Killing",
          `${name} ${detail}${isChanged && role === "main" ? ", will be restarted" : ""}`,
        );
        return this.stop(this.#grace);
      },
    });
  }

  get spec(): Container {
    return this.#spec;
  }

  get name(): string {
    return this.#spec.name;
  }

  get isRunning(): boolean {
    return this.program !== undefined;
  }

  /** Resolves when the container has started for the first time. */
  get firstStart(): Promise<void> {
    return this.#started.reached;
  }

  /** Resolves after the first attempt to start the container, whether it succeeded or not. */
  get firstTry(): Promise<void> {
    return this.#tried.reached;
  }

  /** Why the last attempt to start the container failed. */
  get startProblem(): StartProblem | undefined {
    return this.#run?.problem;
  }

  get program(): RunningProgram | undefined {
    return this.#run?.program;
  }

  /** The machine of the container's commands; undefined while the container does not run. */
  get machine(): ContainerMachine | undefined {
    return this.#run?.machine;
  }

  exec(command: readonly string[], options: ProcessOptions): ContainerProcess {
    if (this.machine === undefined) throw new Error(`container ${this.name} does not run`);
    return this.machine.run({ ...options, argv: command });
  }

  attach(): ContainerProcess {
    if (this.program === undefined) throw new Error(`container ${this.name} does not run`);
    return this.program.process ?? new AttachedLog(this.program, this.log);
  }

  get log(): ContainerLog {
    return this.#run?.log ?? this.#noLog;
  }

  /** The log of the previous run. */
  get previousLog(): ContainerLog | undefined {
    return this.#previousLog;
  }

  /** The waiting reason of a container that has never run; undefined when it has. */
  get waiting(): string | undefined {
    return this.#record.waiting;
  }

  get state(): ContainerState {
    return this.#record.state;
  }

  get status(): ContainerStatus {
    const mounts = this.#dependencies.includesVolumeMounts ? mountStatuses(this.spec) : [];
    const { started, ...status } = this.#record.status;
    return {
      ...status,
      // Ephemeral containers have no probes that could decide whether they have started.
      ...(this.role === "ephemeral" ? {} : { started }),
      ...(mounts.length === 0 ? {} : { volumeMounts: mounts }),
    } as ContainerStatus;
  }

  /**
   * Continues a container that ran when the node's agent last ran.
   * @param isRestarted whether the machine was off in between
   */
  resume(status: ContainerStatus, isRestarted: boolean): void {
    this.#record.resume(status, isRestarted, this.#dependencies.time.now());
  }

  /**
   * Takes a new spec of the container from the API. When the image has changed, the agent stops the program at its next
   * check, and the container is started again; a running init container may finish first.
   */
  redefine(spec: Container): void {
    const isSame = spec.image === this.#spec.image;
    this.#spec = spec;
    if (isSame) return;
    this.#replacement.imageHasChanged();
    this.#record.redefine(spec);
    if (this.program !== undefined) void this.#replacement.check(this.program);
  }

  /** Whether it was stopped because of another image, other resources or a failed probe, and does not run again yet. */
  get isBeingReplaced(): boolean {
    return this.#replacement.isUnderWay;
  }

  /** Whether it is being replaced because of a failed probe. */
  get hasFailedProbe(): boolean {
    return this.#replacement.hasFailedProbe;
  }

  /** Called when it does not run again. */
  endReplacement(): void {
    this.#replacement.end();
    this.#dependencies.changed();
  }

  /** Stops a running program so that it restarts with its new resources. */
  restartResized(): void {
    if (this.program !== undefined) void this.#replacement.start("resize requires restart");
  }

  /** Sets the waiting reason that the container's status shows. */
  wait(reason: string, message?: string): void {
    this.#replacement.end();
    this.#record.waits(reason, message);
    this.#tried.reach();
    this.#dependencies.changed();
  }

  recordEvent(type: "Normal" | "Warning", reason: string, message: string): void {
    const fieldPath = `spec.${FIELDS[this.role]}{${this.name}}`;
    this.#dependencies.recorder.record(this.#dependencies.pod(), type, reason, message, { fieldPath });
  }

  /**
   * Runs the container once: gets its image, creates it, starts its program and waits for its end.
   * @param signal aborts when no container of the pod may be started any more
   * @returns the exit code; undefined when it was not started
   */
  async run(signal: AbortSignal): Promise<number | undefined> {
    const env = await prepareContainer(this, this.#dependencies, {
      signal,
      imageChanged: () => this.#replacement.imageChanged,
    });
    if (env === undefined || signal.aborted) return undefined;
    const isResumed = this.state.running !== undefined;
    const run = this.#nextRun();
    // A client that follows the log while the container is being created gets the log of this run.
    if (!isResumed && this.#record.hasRun) this.#previousLog = this.log;
    this.#run = run;
    if (!isResumed) {
      this.#record.isMade(this.#dependencies.pod().metadata.uid ?? "");
      this.recordEvent("Normal", "Created", `Created container: ${this.name}`);
      await this.#dependencies.time.sleep(this.#dependencies.startTime(), signal);
      if (signal.aborted) return undefined;
    }
    this.#replacement.end();
    return run.run(env, isResumed);
  }

  /** Called when the pod starts to terminate: startup and liveness no longer matter. */
  expectEnd(): void {
    this.#ending.abort();
  }

  /** Ends the program as the kernel's OOM killer does. */
  killForMemory(): void {
    this.#memory.kill();
  }

  /**
   * Ends the program within its grace period, in milliseconds.
   * @param turn resolves when the containers that must end before this one have ended
   */
  async stop(grace: number, turn?: Promise<void>): Promise<void> {
    await this.#run?.stop(grace, turn);
  }

  #nextRun(): ContainerRun {
    return new ContainerRun({
      ...{
        spec: this.spec,
        role: this.role,
        dependencies: this.#dependencies,
        record: this.#record,
        memory: this.#memory,
      },
      ...{ counts: this.probeCounts, ended: this.#ended, ending: this.#ending.signal },
      grace: () => this.#grace,
      recordEvent: (...words) => this.recordEvent(...words),
      onFailedProbe: () => {
        const isKept = this.role === "sidecar" || this.#dependencies.pod().spec.restartPolicy !== "Never";
        if (isKept) this.#replacement.probeHasFailed();
      },
      onBegun: (program) => void this.#replacement.check(program),
      onTried: () => this.#tried.reach(),
      onStarted: () => this.#started.reach(),
    });
  }

  get #grace(): number {
    return milliseconds(this.#dependencies.pod().spec.terminationGracePeriodSeconds ?? 30);
  }
}
