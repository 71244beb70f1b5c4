import type { Container } from "kubernetes-types/core/v1";
import type { NodePod } from "../pods/podParts.ts";
import { CAPABILITIES, type Capability } from "../shell/capabilities.ts";
import type { UserMessage } from "../shell/messages.ts";
import { imageUser } from "./imageUsers.ts";

/** The user of images that must not run as root and name no user. */
const SOMEBODY = 65_532;

/** The user of a container's programs: the container's own setting, else the pod's, else root. */
export function containerUser({ securityContext: own }: Container, { spec }: NodePod): UserMessage {
  const { securityContext: shared } = spec;
  const mustNotBeRoot = own?.runAsNonRoot ?? shared?.runAsNonRoot ?? false;
  const user = own?.runAsUser ?? shared?.runAsUser ?? (mustNotBeRoot ? SOMEBODY : 0);
  const group = own?.runAsGroup ?? shared?.runAsGroup ?? 0;
  const more = [...(shared?.supplementalGroups ?? []), ...(shared?.fsGroup === undefined ? [] : [shared.fsGroup])];
  const dropped = droppedBy(own);
  return { user, group, groups: [...new Set([group, ...more])], ...(dropped.length === 0 ? {} : { dropped }) };
}

/** What a container drops of what root may do, and does not add again. */
function droppedBy(context: Container["securityContext"]): readonly Capability[] {
  const { drop = [], add = [] } = context?.capabilities ?? {};
  if (context?.privileged === true) return [];
  const names = (list: readonly string[], capability: Capability): boolean =>
    list.some((each) => each === "ALL" || each.replace(/^CAP_/, "") === capability);
  return CAPABILITIES.filter((each) => names(drop, each) && !names(add, each));
}

/** Why a container may not run as its user, in the words of a node's agent; undefined when it may. */
export function refusedUser(container: Container, pod: NodePod): string | undefined {
  const own = container.securityContext;
  const mustNotBeRoot = own?.runAsNonRoot ?? pod.spec.securityContext?.runAsNonRoot ?? false;
  if (!mustNotBeRoot) return undefined;
  const { name, namespace, uid } = pod.metadata;
  const what = `(pod: "${name}_${namespace}(${uid})", container: ${container.name})`;
  const user = own?.runAsUser ?? pod.spec.securityContext?.runAsUser;
  if (user !== undefined) return user === 0 ? `container's runAsUser breaks non-root policy ${what}` : undefined;
  const byImage = imageUser(container.image ?? "");
  if (byImage === 0) return `container has runAsNonRoot and image will run as root ${what}`;
  if (typeof byImage !== "string") return undefined;
  const why = `image has non-numeric user (${byImage}), cannot verify user is non-root`;
  return `container has runAsNonRoot and ${why} ${what}`;
}
