import type { Container, ContainerState, ContainerStatus } from "kubernetes-types/core/v1";
import { timestamp } from "../../../../../shared/time.ts";
import { fullName, hexOf, imageId } from "../images/images.ts";

/** Messages of a container that waits for its image. */
const PULL_WORDS: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: "trying and failing to pull image",
};
const SCHEME = "simulated://";
/** The terminated state of a container whose machine was switched off. */
const LOST = { exitCode: 255, reason: "Unknown" };

/** What a pod's status reports of one container, across all of its runs. */
export class ContainerRecord {
  #spec: Container;
  #image = "";
  #state: ContainerState;
  #lastState: ContainerState = {};
  #restartCount = 0;
  #id = "";
  isReady = false;
  isStarted = false;

  /** @param reason the initial waiting reason */
  constructor(spec: Container, reason: string) {
    this.#spec = spec;
    this.#state = { waiting: { reason } };
  }

  get state(): ContainerState {
    return this.#state;
  }

  /** The image of the current or last run; empty before the first run. */
  get image(): string {
    return this.#image;
  }

  /** Whether it has ever run. */
  get hasRun(): boolean {
    return this.#id !== "";
  }

  /** The waiting reason of a container that has never run; undefined when it has. */
  get waiting(): string | undefined {
    const reason = this.#state.waiting?.reason ?? "ContainerCreating";
    return this.hasRun ? undefined : (PULL_WORDS[reason] ?? reason);
  }

  get status(): ContainerStatus {
    const { name, image: wanted = "" } = this.#spec;
    const image = this.hasRun ? this.#image : wanted;
    return {
      name,
      state: this.#state,
      lastState: this.#lastState,
      ready: this.isReady,
      restartCount: this.#restartCount,
      image: this.hasRun ? fullName(image) : image,
      imageID: this.hasRun ? imageId(image) : "",
      ...(this.hasRun ? { containerID: SCHEME + this.#id } : {}),
      started: this.isStarted,
    };
  }

  /**
   * Continues from a reported status.
   * @param isLost whether a program that ran then has been lost
   * @param now when it was lost, in milliseconds since the epoch
   */
  resume(status: ContainerStatus, isLost: boolean, now: number): void {
    this.#state = status.state ?? this.#state;
    const { running } = this.#state;
    if (isLost && running !== undefined) {
      const finishedAt = timestamp(now);
      this.#state = { terminated: { ...LOST, startedAt: running.startedAt ?? finishedAt, finishedAt } };
    }
    this.#lastState = status.lastState ?? {};
    this.#restartCount = status.restartCount;
    // The spec may have got another image in the meantime.
    const { image = "" } = this.#spec;
    this.#image = fullName(image) === status.image ? image : status.image;
    this.#id = status.containerID?.replace(SCHEME, "") ?? "";
    this.isReady = status.ready && !isLost;
    this.isStarted = (status.started ?? false) && !isLost;
  }

  /** Sets the spec for the next start. */
  redefine(spec: Container): void {
    this.#spec = spec;
  }

  waits(reason: string, message?: string): void {
    this.#keepEnd();
    this.#state = { waiting: message === undefined ? { reason } : { reason, message } };
    this.isReady = false;
    this.isStarted = false;
  }

  /** Called when a new container instance has been created in place of the last one. @param pod uid of its pod */
  isMade(pod: string): void {
    if (this.hasRun) this.#restartCount += 1;
    this.#image = this.#spec.image ?? "";
    this.#id = hexOf(`${pod}/${this.#spec.name}/${this.#restartCount}`, 64);
  }

  runs(now: number): void {
    this.#keepEnd();
    this.#state = { running: { startedAt: timestamp(now) } };
  }

  /** @param message its termination message @param startedAt set when the program was not running */
  ends(end: { exitCode: number; reason: string; message?: string | undefined; startedAt?: string }, now: number): void {
    const { exitCode, reason, message } = end;
    const startedAt = end.startedAt ?? this.#state.running?.startedAt ?? timestamp(now);
    const said = message === undefined ? {} : { message };
    const containerID = SCHEME + this.#id;
    this.#state = { terminated: { exitCode, reason, ...said, startedAt, finishedAt: timestamp(now), containerID } };
    this.isStarted = false;
  }

  #keepEnd(): void {
    if (this.#state.terminated !== undefined) this.#lastState = { terminated: this.#state.terminated };
  }
}
