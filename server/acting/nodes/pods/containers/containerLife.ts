import type { Container, ContainerState, ContainerStatus } from "kubernetes-types/core/v1";
import type { ContainerDoors, ContainerProcess, ProcessOptions } from "../../../../api/registry/podDoors.ts";
import type { ContainerMachine } from "../../machines/containerMachine.ts";
import type { RunningProgram } from "../../programs/program.ts";
import type { ContainerRole } from "../podParts.ts";
import { probeContainer } from "../probes/probeContainer.ts";
import { ProbeCounts } from "../probes/probeCounts.ts";
import { mountStatuses } from "../volumes/mountStatuses.ts";
import { AttachedLog } from "./attachedLog.ts";
import { ContainerLog } from "./containerLog.ts";
import { ContainerMemory } from "./containerMemory.ts";
import { ContainerRecord } from "./containerRecord.ts";
import { ContainerReplacement } from "./containerReplacement.ts";
import type { ContainerWorld } from "./containerWorld.ts";
import { endProgram } from "./endProgram.ts";
import { type HookParts, runPostStart, runPreStop } from "./hooks.ts";
import { prepareContainer } from "./prepareContainer.ts";
import { startError, startProgram } from "./startProgram.ts";
import { terminationMessage } from "./terminationMessage.ts";

/** The reply to a probe that is made to fail. */
const FAILING = { ok: false, text: "the sandbox lets this probe fail" };

const FIELDS: Readonly<Record<ContainerRole, string>> = {
  init: "initContainers",
  sidecar: "initContainers",
  main: "containers",
  ephemeral: "ephemeralContainers",
};

/** One container of a pod through all its runs. */
export class ContainerLife implements ContainerDoors {
  readonly role: ContainerRole;
  #spec: Container;
  readonly #world: ContainerWorld;
  readonly #ended: AbortSignal;
  readonly #record: ContainerRecord;
  #program: RunningProgram | undefined;
  #machine: ContainerMachine | undefined;
  readonly #memory: ContainerMemory;
  readonly #replacement: ContainerReplacement;
  /** The answers to its probes, of all its runs. */
  readonly probeCounts = new ProbeCounts();
  #log = new ContainerLog();
  #previousLog: ContainerLog | undefined;
  #markStarted: () => void = () => undefined;
  readonly #firstStart = new Promise<void>((resolve) => {
    this.#markStarted = resolve;
  });

  /** @param ended aborts when the container is to be forgotten, whatever it does */
  constructor(spec: Container, role: ContainerRole, world: ContainerWorld, ended: AbortSignal) {
    this.#spec = spec;
    this.role = role;
    this.#world = world;
    this.#ended = ended;
    const hasInits = (world.pod().spec.initContainers ?? []).length > 0;
    this.#record = new ContainerRecord(spec, hasInits ? "PodInitializing" : "ContainerCreating");
    this.#memory = new ContainerMemory({ time: world.time, ended, program: () => this.#program });
    this.#replacement = new ContainerReplacement({
      ...{ time: world.time, ended },
      isOutdated: (program) =>
        this.#program === program && this.role !== "init" && this.#record.image !== this.spec.image,
      end: (why) => {
        this.tell("Normal", "Killing", `Container ${this.name} ${why}`);
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
    return this.#program !== undefined;
  }

  /** Resolves when the container has started for the first time. */
  get firstStart(): Promise<void> {
    return this.#firstStart;
  }

  get program(): RunningProgram | undefined {
    return this.#program;
  }

  /** Where its commands run; undefined while it does not. */
  get machine(): ContainerMachine | undefined {
    return this.#machine;
  }

  exec(command: readonly string[], options: ProcessOptions): ContainerProcess {
    if (this.#machine === undefined) throw new Error(`container ${this.name} does not run`);
    return this.#machine.run({ ...options, argv: command });
  }

  attach(): ContainerProcess {
    if (this.#program === undefined) throw new Error(`container ${this.name} does not run`);
    return this.#program.process ?? new AttachedLog(this.#program, this.#log);
  }

  get log(): ContainerLog {
    return this.#log;
  }

  /** Of the run before this one. */
  get previousLog(): ContainerLog | undefined {
    return this.#previousLog;
  }

  /** Why it has never run; undefined when it has. */
  get waiting(): string | undefined {
    return this.#record.waiting;
  }

  get state(): ContainerState {
    return this.#record.state;
  }

  get status(): ContainerStatus {
    const mounts = this.#world.tellsMounts ? mountStatuses(this.spec) : [];
    return { ...this.#record.status, ...(mounts.length === 0 ? {} : { volumeMounts: mounts }) };
  }

  /** Goes on with a container that ran when the node's agent was last here. @param isRestarted the machine was off meanwhile */
  resume(status: ContainerStatus, isRestarted: boolean): void {
    this.#record.resume(status, isRestarted, this.#world.time.now());
  }

  /**
   * Takes over what the API says of the container now. One that runs another image than it should is stopped when the
   * node's agent looks at it next, and is to be started again; what an init container has begun, it may end.
   */
  redefine(spec: Container): void {
    const isSame = spec.image === this.#spec.image;
    this.#spec = spec;
    if (isSame) return;
    this.#replacement.imageHasChanged();
    this.#record.redefine(spec);
    if (this.#program !== undefined) void this.#replacement.look(this.#program);
  }

  /** Whether it was stopped because it has another image or other resources, and does not run yet with them. */
  get isBeingReplaced(): boolean {
    return this.#replacement.isUnderWay;
  }

  /** Stops a program that runs, so that it gets the resources which the container has been given. */
  restartResized(): void {
    if (this.#program !== undefined) void this.#replacement.start("resize requires restart");
  }

  /** Shows why the container waits. */
  wait(reason: string, message?: string): void {
    this.#replacement.isUnderWay = false;
    this.#record.waits(reason, message);
    this.#world.changed();
  }

  tell(type: "Normal" | "Warning", reason: string, message: string): void {
    const fieldPath = `spec.${FIELDS[this.role]}{${this.name}}`;
    this.#world.recorder.tell(this.#world.pod(), type, reason, message, { fieldPath });
  }

  /**
   * Runs the container once: gets its image, makes it, starts its program and waits for its end.
   * @param signal aborts when no container of the pod is to be started any more
   * @returns the exit code; undefined when it was not started
   */
  async run(signal: AbortSignal): Promise<number | undefined> {
    const env = await prepareContainer(this, this.#world, {
      signal,
      imageChanged: () => this.#replacement.imageChanged,
    });
    if (env === undefined || signal.aborted) return undefined;
    const isResumed = this.state.running !== undefined;
    // A client that follows the log of a container that is being made gets the log of this run.
    if (!isResumed && this.#record.hasRun) this.#previousLog = this.#log;
    this.#log = new ContainerLog();
    if (!isResumed) {
      this.#record.isMade(this.#world.pod().metadata.uid ?? "");
      this.tell("Normal", "Created", `Created container: ${this.name}`);
      await this.#world.time.sleep(this.#world.startTime(), signal);
      if (signal.aborted) return undefined;
    }
    return this.#runProgram(env, isResumed);
  }

  /** Ends the program because there is no memory left for it. */
  killForMemory(): void {
    this.#memory.kill();
  }

  /**
   * Ends the program, in so many milliseconds.
   * @param turn resolves when the containers have ended that are to end before this one
   */
  async stop(grace: number, turn?: Promise<void>): Promise<void> {
    const program = this.#program;
    if (program === undefined) return;
    const before = async (most: number): Promise<void> => {
      const { ok } = await runPreStop(this.#hookParts(program), most);
      if (!ok) this.tell("Warning", "FailedPreStopHook", "PreStopHook failed");
    };
    await endProgram({ program, time: this.#world.time, grace, before, turn });
  }

  async #runProgram(env: Map<string, string>, isResumed: boolean): Promise<number> {
    const { time, changed } = this.#world;
    const { image } = this.#record;
    const log = this.#log;
    const machine = this.#world.machine(this.spec, env);
    this.#machine = machine;
    const program = startProgram(this.#world, { spec: this.spec, role: this.role, image, env, machine, log });
    this.#program = program;
    this.#replacement.isUnderWay = false;
    const problem = isResumed ? undefined : await program.begun;
    if (problem !== undefined) return this.#notStarted(problem, machine);
    if (!isResumed) {
      this.#record.runs(time.now());
      this.tell("Normal", "Started", `Started container ${this.name}`);
    }
    const probing = new AbortController();
    const stopProbing = (): void => probing.abort();
    this.#ended.addEventListener("abort", stopProbing);
    this.#probe(program, probing.signal, isResumed);
    changed();
    void this.#postStart(program);
    void this.#replacement.look(program);
    const started = Date.parse(`${this.state.running?.startedAt}`);
    void this.#memory.watch(program, this.spec, { annotations: this.#world.pod().metadata.annotations ?? {}, started });
    const exitCode = await program.exited;
    const message = await terminationMessage(this.spec, { machine, lines: log.lines, exitCode });
    machine.close();
    this.#machine = undefined;
    probing.abort();
    this.#ended.removeEventListener("abort", stopProbing);
    log.end();
    this.#program = undefined;
    const reason = this.#memory.takeBlame() ? "OOMKilled" : exitCode === 0 ? "Completed" : "Error";
    this.#record.ends({ exitCode, reason, message }, time.now());
    // An init container that has done its work is ready for the others.
    this.#record.isReady = this.role === "init" && exitCode === 0;
    changed();
    return exitCode;
  }

  /** What the container is to run is not there, or no program. @returns the exit code */
  #notStarted(problem: string, machine: ContainerMachine): number {
    const end = startError(problem);
    this.tell("Warning", "Failed", `Error: ${end.message}`);
    machine.close();
    this.#machine = undefined;
    this.#log.end();
    this.#program = undefined;
    this.#record.ends(end, this.#world.time.now());
    this.#world.changed();
    return end.exitCode;
  }

  #probe(program: RunningProgram, signal: AbortSignal, isResumed: boolean): void {
    const asked: RunningProgram = {
      ...program,
      answer: (question) => (this.#world.probesFail() ? Promise.resolve(FAILING) : program.answer(question)),
    };
    probeContainer({
      spec: this.spec,
      program: asked,
      signal,
      isResumed,
      time: this.#world.time,
      commandsEnd: this.#world.commandsEnd,
      counts: this.probeCounts,
      onStarted: () => {
        this.#record.isStarted = true;
        this.#markStarted();
        this.#world.changed();
      },
      onReady: (ready) => this.#setReady(ready),
      onDead: (probe) => this.#restart(probe, program),
      onFailure: (text) => this.tell("Warning", "Unhealthy", text),
      onWarning: (text) => this.tell("Warning", "ProbeWarning", text),
    });
  }

  #setReady(ready: boolean): void {
    // Init containers are ready once they have done their work, and nothing waits for those that are added to look.
    if (this.role === "init" || this.role === "ephemeral" || this.#record.isReady === ready) return;
    this.#record.isReady = ready;
    this.#world.changed();
  }

  #restart(probe: "startup" | "liveness", program: RunningProgram): void {
    this.tell("Normal", "Killing", `Container ${this.name} failed ${probe} probe, will be restarted`);
    if (this.#program !== program) return;
    const own = (probe === "startup" ? this.spec.startupProbe : this.spec.livenessProbe)?.terminationGracePeriodSeconds;
    void this.stop(own === undefined ? this.#grace : own * 1000);
  }

  /** What the container is to do once it has started; it is ended when that fails. */
  async #postStart(program: RunningProgram): Promise<void> {
    if (this.spec.lifecycle?.postStart === undefined) return;
    const { ok } = await runPostStart(this.#hookParts(program));
    if (ok || this.#program !== program) return;
    // What the hook printed is not told: it may be a secret.
    this.tell("Warning", "FailedPostStartHook", "PostStartHook failed");
    this.tell("Normal", "Killing", "FailedPostStartHook");
    await this.stop(this.#grace);
  }

  #hookParts(program: RunningProgram): HookParts {
    const { address, time, fetch } = this.#world;
    return { container: this.spec, program, address: address(), time, fetch };
  }

  get #grace(): number {
    return (this.#world.pod().spec.terminationGracePeriodSeconds ?? 30) * 1000;
  }
}
