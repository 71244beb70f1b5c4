import type { ContainerState } from "kubernetes-types/core/v1";
import { refusedUser } from "../../machines/containerUser.ts";
import { ConfigError, commandOf } from "../environment/environment.ts";
import type { ImageUser } from "../images/imageStore.ts";
import { ensureImageVolumes } from "../volumes/imageVolumes.ts";
import { checkMountPaths } from "../volumes/mountPaths.ts";
import type { ContainerDependencies } from "./containerDependencies.ts";

/** Milliseconds until the agent retries a container whose configuration is invalid. */
const CONFIG_RETRY = 5_000;

/** A container that is about to be created. */
export interface PreparedContainer extends ImageUser {
  readonly state: ContainerState;
}

export interface PreparationSignals {
  /** Aborts when the container is no longer wanted. */
  readonly signal: AbortSignal;
  /** Returns a signal that aborts when the container gets another image; called again for each attempt. */
  imageChanged(): AbortSignal;
}

/**
 * Gets everything that a container needs before it can be created, and retries as long as necessary.
 * @returns its environment; undefined when the container is no longer wanted
 */
export async function prepareContainer(
  container: PreparedContainer,
  dependencies: ContainerDependencies,
  { signal, imageChanged }: PreparationSignals,
): Promise<Map<string, string> | undefined> {
  while (!signal.aborted) {
    const wanted = AbortSignal.any([signal, imageChanged()]);
    const isThere =
      container.state.running !== undefined ||
      ((await dependencies.images.ensure(container, wanted, dependencies.credentials)) &&
        (await ensureImageVolumes(container, dependencies, wanted)));
    if (!isThere) continue;
    const { spec } = container;
    try {
      const env = dependencies.environment(spec);
      checkMountPaths(spec, env);
      commandOf(spec, env);
      const refused = refusedUser(spec, dependencies.pod());
      if (refused === undefined) return env;
      throw new ConfigError(refused);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      container.recordEvent("Warning", "Failed", `Error: ${error.message}`);
      container.wait("CreateContainerConfigError", error.message);
      await dependencies.time.sleep(CONFIG_RETRY, wanted);
    }
  }
  return undefined;
}
