import type { ContainerRole } from "../podParts.ts";

/** A container that can be stopped. */
export interface StoppableContainer {
  readonly name: string;
  readonly role: ContainerRole;
  readonly isRunning: boolean;
  recordEvent(type: "Normal", reason: string, message: string): void;
  /**
   * Stops it within the grace period, in milliseconds.
   * @param turn resolves when those that must end before it have ended
   */
  stop(grace: number, turn?: Promise<void>): Promise<void>;
}

/**
 * Stops all containers of a pod. Sidecars end after the main containers, in the reverse order of their start. They do
 * not wait for init containers or ephemeral containers.
 */
export async function stopContainers(containers: readonly StoppableContainer[], grace: number): Promise<void> {
  const others = containers.filter(({ role, isRunning }) => role !== "sidecar" && isRunning);
  const ends = others.map((container) => ({ role: container.role, ended: stop(container, grace) }));
  const mains = Promise.all(ends.map(({ role, ended }) => (role === "main" ? ended : undefined))).then(() => undefined);
  await Promise.all([stopSidecars(containers, grace, mains), ...ends.map(({ ended }) => ended)]);
}

/** Stops the sidecars. @param turn resolves when the last of them may end */
export async function stopSidecars(
  containers: readonly StoppableContainer[],
  grace: number,
  turn: Promise<void> = Promise.resolve(),
): Promise<void> {
  const sides = containers.filter(({ role, isRunning }) => role === "sidecar" && isRunning);
  let next = turn;
  for (const container of sides.reverse()) next = stop(container, grace, next);
  await Promise.all([turn, next]);
}

function stop(container: StoppableContainer, grace: number, turn?: Promise<void>): Promise<void> {
  reportStops([container]);
  return container.stop(grace, turn);
}

/** Writes Events that the running containers are being stopped. */
export function reportStops(
  containers: readonly Pick<StoppableContainer, "name" | "isRunning" | "recordEvent">[],
): void {
  for (const container of containers) {
    if (container.isRunning) container.recordEvent("Normal", "Killing", `Stopping container ${container.name}`);
  }
}
