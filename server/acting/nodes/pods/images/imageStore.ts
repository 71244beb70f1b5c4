import type { Container } from "kubernetes-types/core/v1";
import { formatDuration } from "../../../../ground/formats/wording/durationText.ts";
import type { ProgramTime } from "../../programs/program.ts";
import { Backoff } from "../backoff.ts";
import { SYNC_INTERVAL } from "../restart.ts";
import { imageReferenceError } from "./imageReference.ts";
import { denied, fullName, imageId, notFound, pull } from "./images.ts";
import type { PullCredentials } from "./pullSecrets.ts";

/**
 * Milliseconds until an agent checks again a container whose image name is invalid, or a pod whose image was not
 * pulled.
 */
const RETRY_INTERVAL = 10_000;
const FIRST_RETRY_DELAY = 2_000;

/** A container that needs its image. */
export interface ImageUser {
  readonly spec: Container;
  recordEvent(type: "Normal" | "Warning", reason: string, message: string): void;
  /** Sets the waiting reason that the container's status shows. */
  wait(reason: string, message?: string): void;
}

/** Returns the registry credentials of a container's pod; called again for each pull. */
export type Credentials = () => PullCredentials;

/** The source of images. */
export interface Registry {
  /** Whether the registry no longer has an image, by its full name. */
  isMissing(name: string): boolean;
  /** The factor by which pulling is slower than usual. */
  slowness(): number;
}

/** The image cache of a node. */
export class ImageStore {
  readonly #time: ProgramTime;
  readonly #pullTime: readonly [number, number];
  /** Size in bytes, by full name. */
  readonly #images = new Map<string, number>();

  readonly #registry: Registry;

  /** @param pullTime minimum and maximum milliseconds of a pull */
  constructor(time: ProgramTime, pullTime: readonly [number, number], registry: Registry) {
    this.#registry = registry;
    this.#time = time;
    this.#pullTime = pullTime;
  }

  /** The images in the form of a node's status: largest first, each with its digest and its name. */
  get list(): { readonly names: string[]; readonly sizeBytes: number }[] {
    return [...this.#images]
      .map(([name, sizeBytes]) => ({ names: [...new Set([imageId(name), name])], sizeBytes }))
      .sort((a, b) => b.sizeBytes - a.sizeBytes);
  }

  /**
   * Gets a container's image according to its pull policy, and retries as long as necessary.
   * @returns false when the image is no longer wanted
   */
  async ensure(container: ImageUser, signal: AbortSignal, credentials: Credentials): Promise<boolean> {
    const { image = "", imagePullPolicy } = container.spec;
    const name = fullName(image);
    const quoted = JSON.stringify(image);
    const backoff = new Backoff();
    const detail = imageReferenceError(image);
    while (!signal.aborted) {
      if (detail !== undefined) {
        const message = `Failed to apply default image tag ${quoted}: couldn't parse image name ${quoted}: ${detail}`;
        container.recordEvent("Warning", "InspectFailed", message);
        container.recordEvent("Warning", "Failed", "Error: InvalidImageName");
        container.wait("InvalidImageName", message);
        await this.#time.sleep(RETRY_INTERVAL, signal);
        continue;
      }
      if (imagePullPolicy !== "Always" && this.#images.has(name)) {
        container.recordEvent("Normal", "Pulled", `Container image ${quoted} already present on machine`);
        return true;
      }
      if (imagePullPolicy === "Never") {
        const message = `Container image ${quoted} is not present with pull policy of Never`;
        container.recordEvent("Warning", "ErrImageNeverPull", message);
        container.recordEvent("Warning", "Failed", "Error: ErrImageNeverPull");
        container.wait("ErrImageNeverPull", message);
        await this.#time.sleep(RETRY_INTERVAL, signal);
        continue;
      }
      container.recordEvent("Normal", "Pulling", `Pulling image ${quoted}`);
      const { registries } = credentials();
      const absent = this.#registry.isMissing(name) ? notFound(image) : undefined;
      const pulled = absent ?? denied(image, registries) ?? pull(image, this.#pullTime);
      if (pulled.ok) {
        const milliseconds = pulled.milliseconds * this.#registry.slowness();
        await this.#time.sleep(milliseconds, signal);
        if (signal.aborted) return false;
        this.#images.set(name, pulled.bytes);
        const took = formatDuration(BigInt(Math.round(milliseconds)) * 1_000_000n);
        container.recordEvent(
          "Normal",
          "Pulled",
          `Successfully pulled image ${quoted} in ${took} (${took} including waiting). Image size: ${pulled.bytes} bytes.`,
        );
        return true;
      }
      await this.#fail(container, pulled.error, backoff, signal);
    }
    return false;
  }

  async #fail(container: ImageUser, error: string, backoff: Backoff, signal: AbortSignal): Promise<void> {
    const quoted = JSON.stringify(container.spec.image);
    container.recordEvent("Warning", "Failed", `Failed to pull image ${quoted}: ${error}`);
    container.recordEvent("Warning", "Failed", "Error: ErrImagePull");
    container.wait("ErrImagePull", error);
    // Unlike with a restart, the first retry waits, too.
    const failed = this.#time.now();
    const until = failed + (backoff.next(failed) || backoff.next(failed));
    await this.#time.sleep(FIRST_RETRY_DELAY, signal);
    // Each sync of the agent during the delay is reported.
    while (!signal.aborted && this.#time.now() < until) {
      container.recordEvent("Normal", "BackOff", `Back-off pulling image ${quoted}`);
      container.recordEvent("Warning", "Failed", "Error: ImagePullBackOff");
      container.wait("ImagePullBackOff", `Back-off pulling image ${quoted}: ErrImagePull: ${error}`);
      await this.#time.sleep(Math.min(SYNC_INTERVAL, until - this.#time.now()), signal);
    }
  }
}
