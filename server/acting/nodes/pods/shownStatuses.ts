import type { ContainerState, ContainerStatus } from "kubernetes-types/core/v1";
import type { StatusPart } from "./podParts.ts";

/** Maximum number of bytes of the termination messages of all containers of a pod; each may use an equal share. */
const MAX_MESSAGES = 12 * 1024;

/** The container statuses of a pod as its status lists them. */
export interface ShownStatuses {
  /** In the order of the pod's spec. */
  readonly init: ContainerStatus[];
  /** Sorted by name. */
  readonly main: ContainerStatus[];
  /** Sorted by name. */
  readonly ephemeral: ContainerStatus[];
}

/** The statuses of a pod's containers, with their termination messages shortened to the pod's limit. */
export function shownStatuses(parts: readonly StatusPart[]): ShownStatuses {
  const share = Math.floor(MAX_MESSAGES / Math.max(parts.length, 1));
  const of = (roles: readonly StatusPart["role"][]): ContainerStatus[] =>
    parts.filter(({ role }) => roles.includes(role)).map(({ status }) => shortened(status, share));
  return { init: of(["init", "sidecar"]), main: of(["main"]).sort(byName), ephemeral: of(["ephemeral"]).sort(byName) };
}

const byName = ({ name: a }: ContainerStatus, { name: b }: ContainerStatus): number => (a < b ? -1 : a > b ? 1 : 0);

function shortened(status: ContainerStatus, share: number): ContainerStatus {
  const { state, lastState } = status;
  return {
    ...status,
    ...(state === undefined ? {} : { state: withShortMessage(state, share) }),
    ...(lastState === undefined ? {} : { lastState: withShortMessage(lastState, share) }),
  };
}

function withShortMessage(state: ContainerState, share: number): ContainerState {
  const { terminated } = state;
  const { message = "" } = terminated ?? {};
  if (terminated === undefined || Buffer.byteLength(message) <= share) return state;
  return { ...state, terminated: { ...terminated, message: Buffer.from(message).subarray(0, share).toString("utf8") } };
}
